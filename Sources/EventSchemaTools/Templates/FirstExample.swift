import EventSchema

/// The example that a new schema begins with: an event with the envelope, and with what the base requires.
struct FirstExample {
    private let title: String
    private let event: JSONObject
    private let hasTime: Bool

    /// - Parameters:
    ///   - title: the title of the schema, whose version is 1.0.0.
    ///   - base: the schema whose fields it shares; `nil` for none.
    ///   - hasEnvelope: whether the new schema has the envelope itself, with `dt`.
    init(of title: String, basedOn base: JSONValue?, hasEnvelope: Bool) {
        self.title = title
        hasTime = hasEnvelope || base?["properties"]?["dt"] != nil
        var document = base?.object ?? [:]
        document["type"] = "object"
        var generator = EventGenerator(.object(document), seed: 0)
        event = generator.event(.required).object ?? [:]
    }

    /// The member `examples` as YAML.
    var text: String {
        var meta = event["meta"]?.object ?? [:]
        meta["stream"] = .string(title.replacing("/", with: "."))
        meta["dt"] = "2026-02-11T08:17:03.000Z"
        let own = event.filter { !["$schema", "meta", "dt"].contains($0.name) }
        let members =
            ["$schema: /\(title)/1.0.0", "meta: \(Self.line(meta))"]
            + (hasTime ? ["dt: '2026-02-11T08:17:02.004Z'"] : []) + own.map { "\($0.name): \($0.value.jsonText)" }
        return "examples:\n  - \(members.joined(separator: "\n    "))\n"
    }

    /// A map in one line.
    private static func line(_ members: JSONObject) -> String {
        "{\(members.map { "\($0.name): \($0.value.jsonText)" }.joined(separator: ", "))}"
    }
}
