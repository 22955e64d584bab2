import EventPlatform
import EventSchema
import EventStreams

/// An event as a line of a file has it: whole, with `$schema` and `meta.stream`, and sent as it is.
struct EventLine: EventInterface {
    let schema: SchemaID
    let stream: EventPlatformClient.Stream
    private let json: [UInt8]
    /// The identifiers that the event has itself.
    private let identifiers: [ContextualAttribute: String]

    /// Reads a line.
    ///
    /// - Parameter id: `meta.id` for an event that has none.
    /// - Throws: why the line is no event, in words.
    init(_ line: [UInt8], id: @autoclosure () -> String) throws {
        let value: JSONValue
        do { value = try JSONValue(parsing: line) } catch { throw Reason("no JSON: \(error)") }
        guard var event = value.object else { throw Reason("JSON, but no object") }
        guard let schema = event["$schema"]?.string else { throw Reason("has no $schema; add its schema's path") }
        guard var meta = event["meta"]?.object, let stream = meta["stream"]?.string else {
            throw Reason("has no meta.stream; add the name of its stream")
        }
        self.schema = SchemaID(schema)
        self.stream = .init(stream)
        guard meta["id"].map({ $0.string?.isEmpty == false }) ?? true else {
            throw Reason("has a meta.id that is no text; give it one, or leave it out")
        }
        if meta["id"] == nil {
            meta["id"] = .string(id())
            event["meta"] = .object(meta)
        }
        json = JSONValue.object(event).jsonBytes
        identifiers = Self.identifiers(of: .object(event))
    }

    /// An event is sampled by its own identifiers: it happened to whom it says, not to whom sends it.
    func identify(_ context: inout Context) {
        for (attribute, id) in identifiers { context[attribute] = .string(id) }
    }

    private static func identifiers(of event: JSONValue) -> [ContextualAttribute: String] {
        var found: [ContextualAttribute: String] = [:]
        for (attribute, older) in [
            (ContextualAttribute.agentAppInstallID, "app_install_id"), (.performerSessionID, "app_session_id"),
            (.performerPageviewID, nil),
        ] {
            found[attribute] = (event[path: attribute.path] ?? older.flatMap { event[$0] })?.string
        }
        return found
    }

    func write(to writer: inout EventWriter) { writer.json.raw(json) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: json, as: UTF8.self))
    }
}
