import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let missingEnvelope = Rule(
        "missing-envelope", .error, "A closed schema lacks $schema or meta, which every event has.",
        reason: "Every event is refused: clients write both, and the intake needs them.",
        mistake: .version(more: "additionalProperties: false\n"), corrected: .version())
}

/// Checks that events can have what every event has.
enum EnvelopeChecks {
    /// A closed schema without the envelope refuses every event. The parts of `current` are merged first.
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        guard !schema.isCurrent, !schema.isFragment, let root = schema.subschemas.first,
            let keyword = closingKeyword(of: root, schema.dialect)
        else { return [] }
        let missing = EventEnvelope.missing(in: root.value["properties"])
        guard !missing.isEmpty else { return [] }
        let names = missing.map { "“\($0)”" }.joined(separator: " and no ")
        return [
            SchemaMistake(
                .missingEnvelope, [keyword],
                "The schema is closed and has no \(names), which every event has, so that it refuses every event.",
                remedy: "Add the properties as “eventctl schemas new” writes them, or refer to a schema that has them.")
        ]
    }

    /// What refuses every property that the root does not name itself; `nil` where other keywords may allow some.
    private static func closingKeyword(of root: Subschema, _ dialect: Dialect) -> String? {
        func lacks(_ keywords: [String]) -> Bool { keywords.allSatisfy { root.value[$0] == nil } }
        if root.isClosed { return lacks(["$ref", "patternProperties"]) ? "additionalProperties" : nil }
        guard dialect.isLater, root.value["unevaluatedProperties"] == false, lacks(evaluating) else { return nil }
        return "unevaluatedProperties"
    }

    private static let evaluating = [
        "additionalProperties", "patternProperties", "$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf",
        "if", "dependentSchemas",
    ]
}
