import EventSchema
import EventSchemaTools

/// Checks that events can have what every event has.
enum EnvelopeChecks {
    /// A closed schema without the envelope refuses every event. The parts of `current` are merged first.
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        guard !schema.isCurrent, !schema.isFragment, let root = schema.subschemas.first, root.isClosed,
            root.value["$ref"] == nil, root.value["patternProperties"] == nil
        else { return [] }
        let missing = EventEnvelope.missing(in: root.value["properties"])
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
