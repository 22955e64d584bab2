public import EventSchema

/// An event that the intake has accepted.
public struct ReceivedEvent: Sendable, Hashable {
    /// `meta.id`.
    public let id: String
    /// `meta.stream`.
    public let stream: String
    /// `$schema`.
    public let schema: String
    /// When it first arrived: UTC with milliseconds.
    public let receivedAt: String
    /// How often the same id came again.
    public let repeats: Int
    /// The event as it was validated.
    public let body: JSONValue

    init(id: String, stream: String, schema: String, receivedAt: String, repeats: Int, body: JSONValue) {
        self.id = id
        self.stream = stream
        self.schema = schema
        self.receivedAt = receivedAt
        self.repeats = repeats
        self.body = body
    }

    /// An event that has just been judged. One of a schema without `meta.id` counts as one of a kind.
    init(_ body: JSONValue, stream: String, schema: String, receivedAt: String) {
        let id = body["meta"]?["id"].map { $0.string ?? $0.jsonText }
        self.init(
            id: id ?? UniqueID.make(), stream: stream, schema: schema, receivedAt: receivedAt, repeats: 0, body: body)
    }
}
