/// Something that an intake does wrong on purpose, so that what a client makes of it can be seen.
///
/// ```swift
/// let fault = try Fault("status=503,stream=app.search,requests=3,retry-after=2")
/// ```
///
/// A request meets at most one fault: the first, in the order in which they were added, that matches it and fires.
public struct Fault: Sendable, Hashable {
    /// What goes wrong.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Another status than the right one.
        case status
        /// The right answer, late.
        case delay
        /// The connection is reset instead of an answer.
        case reset
        /// Half of the answer, then the connection is closed.
        case truncate
        /// An answer whose body is no JSON.
        case garbage
        /// Some of a batch's events are refused, drawn at random.
        case mixed
        /// Stream configurations as they were when the fault was added.
        case stale
        /// Stream configurations that cannot be read.
        case broken
        /// Stream configurations without the streams.
        case missing
    }

    /// Whose requests meet the fault.
    public enum Target: String, Sendable, Hashable, CaseIterable {
        /// Those that bring events.
        case events
        /// Those that ask for stream configurations.
        case streamConfigs = "stream-configs"
        /// Those that ask for schemas.
        case schemas
    }

    /// Whether the events of a request have been kept when the fault strikes.
    public enum Moment: String, Sendable, Hashable, CaseIterable {
        /// They are not: the request has no effect.
        case before
        /// They are: the client does not learn that the request had its effect.
        case after
    }

    /// What goes wrong.
    public let kind: Kind
    /// Whose requests meet the fault. The default is `stream-configs` for the kinds that are about them, else `events`.
    public var target: Target
    /// The streams it is about. The default is none named: all.
    public var streams: [String] = []
    /// The `destination_event_service` of the streams it is about. The default is `nil`: any.
    public var destination: String?
    /// How many requests it strikes before it ends, at least 1. The default is `nil`: no end.
    public var requests: Int?
    /// How long after it was added it ends. The default is `nil`: no end.
    public var duration: Duration?
    /// The share of matching requests that it strikes, 0 to 1. The default is 1: all.
    public var probability = 1.0
    /// What its draws start from: equal seeds draw alike. The default is `nil`: drawn when the fault is added, and listed.
    public var seed: UInt64?
    /// Whether events have been kept when it strikes. The default is `after` for `truncate` and `garbage`, whose answers
    /// are those of requests that had their effect, else `before`.
    public var moment: Moment
    /// How long the answer is held back, whatever the kind. The default is none.
    public var delay: Duration = .zero
    /// The status of `status` and `garbage`, 200 to 599. The default is `nil`: the right one for `garbage`.
    public var status: Int?
    /// The header `Retry-After` of `status`: seconds or an HTTP date, sent as it is. The default is `nil`: none.
    public var retryAfter: String?
    /// The share of events that `mixed` calls invalid, 0 to 1. The default is 0.25.
    public var invalidShare = 0.25
    /// The share of events that `mixed` calls errors, 0 to 1. The default is 0.25.
    public var errorShare = 0.25

    /// Creates a fault of that kind with the defaults.
    public init(_ kind: Kind) {
        self.kind = kind
        switch kind {
        case .stale, .broken, .missing: target = .streamConfigs
        case .status, .delay, .reset, .truncate, .garbage, .mixed: target = .events
        }
        moment = [.truncate, .garbage].contains(kind) ? .after : .before
    }
}

/// Why a text or a document is no fault.
public struct FaultError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What, where, and what would do.
    public let message: String
    /// The message.
    public var description: String { message }
    init(_ message: String) { self.message = message }
}
