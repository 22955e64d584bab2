import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let schemaEnforcedNumericBounds = Rule(
        "schema-enforced-numeric-bounds", .error, "A number has no bounds, or some that are beyond the limits.",
        reason: "JavaScript rounds integers beyond 9007199254740991, so that readers see other numbers than were sent.",
        mistake: .made("count: {type: integer, description: A count., minimum: 0, maximum: 100000000000000000}"),
        corrected: .made("count: {type: integer, description: A count., minimum: 0, maximum: 1000000}"))
}

/// The case on the bounds of numbers. The file that people edit may lack them, since materializing adds them. As in
/// jsonschema-tools, a list of types needs none: materializing adds none to it.
enum NumericBoundsCase {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        guard let bounds = schema.settings.numericBounds else { return [] }
        return schema.mistakes { part in
            guard NumericBounds.apply(to: part.value) else { return [] }
            return ["minimum", "maximum"].compactMap { mistake(of: $0, bounds, in: part, schema) }
        }
    }

    private static func mistake(
        of keyword: String, _ bounds: (minimum: JSONNumber, maximum: JSONNumber), in part: Subschema,
        _ schema: CheckedSchema
    ) -> SchemaMistake? {
        let limit = keyword == "minimum" ? bounds.minimum : bounds.maximum
        guard let bound = part.value[keyword]?.number else {
            return schema.isCurrent ? nil : missing(keyword, limit, part)
        }
        guard bound < bounds.minimum || bound > bounds.maximum else { return nil }
        let path = part.path + [keyword]
        // A minimum above the allowed maximum, or the reverse, needs a person to decide.
        let isCorrectable = keyword == "minimum" ? bound < limit : bound > limit
        let edits = schema.document.edits(
            replacing: bound.literal, with: limit.literal, at: schema.document.location(at: path))
        return SchemaMistake(
            .schemaEnforcedNumericBounds, path, "The \(keyword) of \(part.label), \(bound), is beyond \(limit).",
            remedy: "Use at \(keyword == "minimum" ? "least" : "most") \(limit): JavaScript rounds integers beyond.",
            edits: isCorrectable ? edits : [])
    }

    private static func missing(_ keyword: String, _ limit: JSONNumber, _ part: Subschema) -> SchemaMistake {
        SchemaMistake(
            .schemaEnforcedNumericBounds, part.path, "“\(part.label)” has no \(keyword).",
            remedy: "Set it in current.yaml, or materialize the version again, which adds \(keyword) \(limit).")
    }
}
