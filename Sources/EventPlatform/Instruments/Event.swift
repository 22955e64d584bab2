import EventSchema

/// An event on its way through the pipeline: its properties so far, and the submission it came from.
struct Event: Sendable {
    let submission: Submission
    /// The event as it will be sent.
    var properties: JSONObject
    /// Whether the app made the whole event; its own keys then win over the client's.
    let isWhole: Bool

    /// What the intake tells events apart by: `meta.id`.
    let id: String
    /// Whether the client has made the id.
    let hasOwnID: Bool

    /// Makes the envelope: `$schema`, `meta.stream` and `meta.id`, then what the call gave.
    ///
    /// - Throws: ``JSONParseError`` when a whole event is not JSON, ``NotAnObject`` when it is JSON but no object.
    init(_ submission: Submission, identifiers: Identifiers) throws {
        self.submission = submission
        switch submission.content {
        case .interaction(let properties):
            isWhole = false
            self.properties = properties
            self.properties["$schema"] = .string(submission.schema.path)
            self.properties["meta"] = nil
        case .event(let bytes):
            isWhole = true
            guard case .object(let properties) = try JSONValue(parsing: bytes) else { throw NotAnObject() }
            self.properties = properties
            if properties["$schema"] == nil { self.properties["$schema"] = .string(submission.schema.path) }
        }
        let given = properties["meta"]?["id"]
        hasOwnID = given == nil
        id = given.map(Self.id) ?? identifiers.eventID(at: submission.time)
        // A `meta` that is no object is left to the validation.
        guard case .object(let own) = properties["meta"] ?? [:] else { return }
        var meta: JSONObject = ["stream": .string(submission.stream), "id": given ?? .string(id)]
        for (name, value) in own { meta[name] = value }
        properties["meta"] = .object(meta)
    }

    /// The event is JSON, but no object.
    struct NotAnObject: Error {}

    /// The id that a value of `meta.id` stands for; one that is no text stands for its JSON.
    static func id(_ value: JSONValue) -> String { value.string ?? value.jsonText }

    /// The schema the event names; the app's own `$schema` wins.
    var schema: SchemaID { properties["$schema"]?.string.map { SchemaID($0) } ?? submission.schema }

    /// The value at a path through objects.
    subscript(path: [String]) -> JSONValue? { JSONValue.object(properties)[path: path] }

    /// Puts a value at a path of one or two names. A whole event keeps what it has; of an interaction's properties the
    /// client's win. A value that is no object is never written into.
    mutating func set(_ value: JSONValue, at path: [String]) {
        if isWhole, self[path] != nil { return }
        guard path.count == 2 else { return properties[path[0]] = value }
        guard var inner = properties[path[0], default: .object([:])].object else { return }
        inner[path[1]] = value
        properties[path[0]] = .object(inner)
    }
}

extension JSONObject {
    fileprivate subscript(name: String, default value: JSONValue) -> JSONValue { self[name] ?? value }
}
