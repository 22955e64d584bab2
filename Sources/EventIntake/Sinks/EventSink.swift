import EventSchema

/// A place that an intake puts accepted events into, beside its store.
///
/// An event is accepted, and answered with 201, only once every sink and the store have kept it. A sink may get an event
/// again: when it is sent again, or when another sink or the store could not keep it and the client tries once more.
///
/// ``EventSinkCheck`` finds out whether a sink does what is asked of it.
public protocol EventSink: Sendable {
    /// Keeps events, in order. When this returns they are kept, even if the process is killed right then.
    ///
    /// Called from many tasks at the same time.
    ///
    /// - Throws: when they could not be kept; they are answered as errors, and the client tries again.
    func write(_ events: [SinkEvent]) async throws

    /// Ends the work; called once, after the last ``write(_:)`` has returned.
    func close() async throws
}

/// An accepted event on its way into a sink.
public struct SinkEvent: Sendable, Hashable {
    /// Its `meta.id`, or a made-up one where its schema has no such field.
    public let id: String
    /// Its `meta.stream`.
    public let stream: String
    /// Its `$schema`.
    public let schema: String
    /// The header `X-Event-Test` of the request that brought it; `nil` without one.
    public let test: String?
    /// The event as compact JSON in UTF-8, on one line, with what the intake filled in.
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
