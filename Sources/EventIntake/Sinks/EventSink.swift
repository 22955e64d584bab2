import EventSchema

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
    /// - Throws: any error when the events could not be written; the response then reports them as errors, so that the
    ///   client retries.
    func write(_ events: [SinkEvent]) async throws

    /// Closes the sink. Called once, after the last ``write(_:)`` has returned. The intake waits for it.
    func close() async throws
}

/// An accepted event that is written to a sink.
public struct SinkEvent: Sendable, Hashable {
    /// The event's `meta.id`, or a generated UUID when the event has none.
    public let id: String
    /// The event's `meta.stream`.
    public let stream: String
    /// The URI of the event's schema.
    public let schema: String
    /// The header `X-Event-Test` of the event's request; `nil` without one.
    public let test: String?
    /// The event as compact JSON in UTF-8, on one line, with the fields that the intake added.
    public let json: [UInt8]

    /// Creates an event, for tests of a sink.
    public init(id: String, stream: String, schema: String, test: String? = nil, json: [UInt8]) {
        (self.id, self.stream, self.schema, self.test, self.json) = (id, stream, schema, test, json)
    }

    init(_ event: AcceptedEvent) {
        var writer = JSONWriter(capacity: 1024)
        writer.value(event.event)
        self.init(id: event.id, stream: event.stream, schema: event.schema, test: event.test, json: writer.bytes)
    }
}
