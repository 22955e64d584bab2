public import EventSchema
public import EventStreams

/// A destination for accepted events besides an intake's store.
///
/// An event is accepted, and the response is 201, only after every sink and the store have written it. A sink may
/// receive an event more than once: when the client sends it again, or when another sink or the store failed and the
/// client retries.
///
/// ``EventSinkCheck`` checks whether a sink meets these requirements.
public protocol EventSink: Sendable {
    /// Writes events in order. When this returns, they must survive a kill of the process.
    ///
    /// Called concurrently from many tasks. `events` may be empty.
    ///
    /// The task is cancelled when the intake is stopped at once, or still waits 10 seconds after it was stopped. The
    /// method must then return or throw soon, whatever the sink waits for: the intake waits for it.
    ///
    /// - Throws: ``PartialWriteError`` when only some events could not be written; ``SinkUnavailable`` when the sink
    ///   takes no events for now, and has taken none of these; any other error when none could be written. The response
    ///   reports events that could not be written as errors, so that the client retries.
    func write(_ events: [SinkEvent]) async throws

    /// Why the sink takes no events now, as far as it knows; `nil` when it takes them, which is the default.
    /// `GET /readyz` asks for it, and an intake with ``IntakeConfiguration/adminPort`` does so every second.
    var unavailability: SinkUnavailable? { get async }

    /// Closes the sink. Called once, after the last ``write(_:)`` has returned. The intake waits for it.
    func close() async throws
}

extension EventSink {
    /// `nil`: the sink always takes events.
    public var unavailability: SinkUnavailable? { get async { nil } }
}

/// An accepted event that is written to a sink.
public struct SinkEvent: Sendable, Equatable {
    /// The event's `meta.id`, or a generated UUID when the event has none.
    public let id: String
    /// The event's `meta.stream`.
    public let stream: String
    /// The URI of the event's schema.
    public let schema: String
    /// The header `X-Event-Test` of the event's request; `nil` without one.
    public let test: String?
    /// The configuration of the event's stream; `nil` when the stream is not configured.
    public let configuration: StreamConfiguration?
    /// The event, with the fields that the intake added.
    public let event: JSON
    /// The event as compact JSON in UTF-8, on one line.
    public let json: [UInt8]

    /// Creates an event, for tests of a sink.
    public init(
        id: String, stream: String, schema: String, test: String? = nil, configuration: StreamConfiguration? = nil,
        event: JSON
    ) {
        (self.id, self.stream, self.schema, self.test) = (id, stream, schema, test)
        (self.configuration, self.event) = (configuration, event)
        json = event.compactBytes
    }

    init(_ event: AcceptedEvent) {
        self.init(
            id: event.id, stream: event.stream, schema: event.schema, test: event.test,
            configuration: event.configuration, event: event.event)
    }
}

/// The error of a sink that has written some events and not others.
public struct PartialWriteError: Error, Sendable, Equatable {
    /// Why each of the other events could not be written, by its index in the list that the sink was given.
    public let reasons: [Int: String]
    /// The causes other than ``RejectionCause/sink``, by the same index.
    public let causes: [Int: RejectionCause]

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reasons: sentences for the responses, by index. They must not contain values of events.
    ///   - causes: the causes of the metrics, by index. The default, also of a single event, is
    ///     ``RejectionCause/sink``.
    public init(_ reasons: [Int: String], causes: [Int: RejectionCause] = [:]) {
        (self.reasons, self.causes) = (reasons, causes)
    }
}

extension PartialWriteError: CustomStringConvertible {
    /// The first reason, and the number of others.
    public var description: String {
        let first = reasons.min { $0.key < $1.key }?.value ?? ""
        return reasons.count > 1 ? "\(first) (and \(reasons.count - 1) others)" : first
    }
}

/// The error of a sink that takes no events for now. The response is 503 with `Retry-After`: the client keeps its
/// events, and nothing is stored.
public struct SinkUnavailable: Error, Sendable, Equatable, CustomStringConvertible {
    /// Why, as a sentence for the response.
    public let description: String
    /// The time after which the client may try again. The response has it in seconds, at least 1.
    public let retryAfter: Duration
    /// Whether the intake itself has too much to do, which a client can cause, and no sink is the reason.
    let isBusy: Bool

    /// Creates an error.
    public init(_ description: String, retryAfter: Duration) {
        self.init(description, retryAfter: retryAfter, isBusy: false)
    }

    init(_ description: String, retryAfter: Duration, isBusy: Bool) {
        (self.description, self.retryAfter, self.isBusy) = (description, retryAfter, isBusy)
    }
}
