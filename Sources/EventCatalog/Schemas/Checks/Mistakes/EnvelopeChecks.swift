import EventSchema

/// Checks that events can have what every event has.
enum EnvelopeChecks {
    /// The properties that clients write into every event. They write `dt` where the schema has it.
    private static let names = ["$schema", "meta"]

    /// The properties of the envelope that a map of properties lacks.
    static func missing(in properties: JSONValue?) -> [String] { names.filter { properties?[$0] == nil } }

    /// A closed schema without the envelope refuses every event. The parts of `current` are merged first.
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        guard !schema.isCurrent, !schema.isFragment, let root = schema.subschemas.first, root.isClosed,
            root.value["$ref"] == nil, root.value["patternProperties"] == nil
        else { return [] }
        let missing = missing(in: root.value["properties"])
        guard !missing.isEmpty else { return [] }
        let names = missing.map { "“\($0)”" }.joined(separator: " and no ")
        return [
            SchemaMistake(
                .missingEnvelope, ["additionalProperties"],
                "The schema is closed and has no \(names), which every event has, so that it refuses every event.",
                remedy: "Add the properties as “eventctl schemas new” writes them, or refer to a schema that has them.")
        ]
    }
}
