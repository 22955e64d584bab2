/// A fault that an intake simulates, for tests of how a client handles it.
///
/// ```swift
/// let fault = try Fault("status=503,stream=app.search,requests=3,retry-after=2")
/// ```
///
/// At most one fault applies to a request: the first, in the order in which faults were added, that matches it and
/// whose ``probability`` selects it.
public struct Fault: Sendable, Hashable {
    /// The kinds of faults.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Responds with ``Fault/status``.
        case status
        /// Sends the regular response after ``Fault/delay``.
        case delay
        /// Resets the connection instead of a response.
        case reset
        /// Sends half of the response, then closes the connection.
        case truncate
        /// Sends a response whose body is not JSON.
        case garbage
        /// Rejects some of a batch's events, chosen at random.
        case mixed
        /// Sends stream configurations as they were when the fault was added.
        case stale
        /// Sends stream configurations that cannot be parsed.
        case broken
        /// Omits the streams from the stream configurations.
        case missing
    }

    /// The kinds of requests that a fault applies to.
    public enum Target: String, Sendable, Hashable, CaseIterable {
        /// Requests that submit events.
        case events
        /// Requests for stream configurations.
        case streamConfigs = "stream-configs"
        /// Requests for schemas.
        case schemas
    }

    /// Whether a fault occurs before or after the events of a request are stored.
    public enum Moment: String, Sendable, Hashable, CaseIterable {
        /// The events are not stored: the request has no effect.
        case before
        /// The events are stored, but the client receives no regular response.
        case after
    }

    /// The kind of the fault.
    public let kind: Kind
    /// The requests that the fault applies to. The default is `stream-configs` for `stale`, `broken` and `missing`,
    /// otherwise `events`.
    public var target: Target
    /// The streams that the fault applies to. The default is empty: all streams.
    public var streams: [String] = []
    /// The `destination_event_service` of the streams that the fault applies to. The default is `nil`: any.
    public var destination: String?
    /// The number of requests after which the fault is removed, at least 1. The default is `nil`: no limit.
    public var requests: Int?
    /// The time after which the fault is removed, at most a day when read from JSON or text. The default is `nil`: no
    /// limit.
    public var duration: Duration?
    /// The probability that the fault applies to a matching request, 0 to 1. The default is 1.
    public var probability = 1.0
    /// The seed of the fault's random numbers: with the same seed, the same requests are selected. The default is
    /// `nil`: a random seed, which `GET /v1/faults` shows.
    public var seed: UInt64?
    /// Whether the fault occurs before or after the events are stored. The default is `after` for `truncate` and
    /// `garbage`, otherwise `before`.
    public var moment: Moment
    /// The delay of the response, for every kind; at most a day when read from JSON or text. The default is zero.
    public var delay: Duration = .zero
    /// The status of `status` and `garbage`, 200 to 599. Required for `status`. The default is `nil`: `garbage` has the
    /// status of the regular response.
    public var status: Int?
    /// The value of the header `Retry-After` for `status`: seconds or an HTTP date, not validated. The default is
    /// `nil`: no header.
    public var retryAfter: String?
    /// The share of events that `mixed` rejects as invalid, 0 to 1. The default is 0.25.
    public var invalidShare = 0.25
    /// The share of events that `mixed` rejects as errors, 0 to 1. The default is 0.25.
    public var errorShare = 0.25

    /// Creates a fault of a kind with the default values.
    public init(_ kind: Kind) {
        self.kind = kind
        switch kind {
        case .stale, .broken, .missing: target = .streamConfigs
        case .status, .delay, .reset, .truncate, .garbage, .mixed: target = .events
        }
        moment = [.truncate, .garbage].contains(kind) ? .after : .before
    }
}

/// The error for a text or a JSON value that is not a valid fault.
public struct FaultError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The invalid key and its allowed values.
    public let message: String
    /// The message.
    public var description: String { message }
    init(_ message: String) { self.message = message }
}
