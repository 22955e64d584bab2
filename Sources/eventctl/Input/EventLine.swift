import EventPlatform
import EventSchema
import EventStreams

/// An event on a line of a file: complete, with `$schema` and `meta.stream`, and sent unchanged.
struct EventLine: EventInterface {
    let schema: SchemaID
    let stream: EventPlatformClient.Stream
    private let event: JSONObject
    /// The identifiers in the event.
    private let identifiers: [ContextualAttribute: String]

    /// Reads a line.
    ///
    /// `id` gives the `meta.id` of an event without one.
    ///
    /// - Throws: ``CommandError`` when the line is not an event.
    init(_ line: [UInt8], id: @autoclosure () -> String) throws {
        let value: JSONValue
        do { value = try JSONValue(parsingLeniently: line) } catch { throw CommandError("not JSON: \(error)") }
        guard var event = value.object else { throw CommandError("not a JSON object") }
        guard let schema = event["$schema"]?.string else { throw CommandError("has no $schema; add its schema's path") }
        guard var meta = event["meta"]?.object, let stream = meta["stream"]?.string else {
            throw CommandError("has no meta.stream; add the name of its stream")
        }
        self.schema = SchemaID(schema)
        self.stream = .init(stream)
        guard meta["id"].map({ $0.string?.isEmpty == false }) ?? true else {
            throw CommandError("has a meta.id that is not a non-empty string; correct it, or leave it out")
        }
        if meta["id"] == nil {
            meta["id"] = .string(id())
            event["meta"] = .object(meta)
        }
        self.event = event
        identifiers = Self.identifiers(of: .object(event))
    }

    /// Sets the event's identifiers in the context: an event is sampled by its own identifiers, not by the sender's.
    func addIdentifiers(to context: inout Context) {
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

    func write(to writer: inout EventWriter) { writer.json.value(event) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(JSONValue.object(event).jsonText)
    }
}
