import EventSchema

/// The case on the bounds of numbers. The file that people edit may lack them, since materializing adds them.
enum NumericBoundsCase {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        schema.mistakes { part in
            guard part.types.contains(where: ["integer", "number"].contains) else { return [] }
            let bounds = [("minimum", schema.settings.leastNumber), ("maximum", schema.settings.greatestNumber)]
            return bounds.compactMap { keyword, limit in mistake(of: keyword, limit, in: part, schema) }
        }
    }

    private static func mistake(
        of keyword: String, _ limit: JSONNumber, in part: Subschema, _ schema: CheckedSchema
    ) -> SchemaMistake? {
        guard let bound = part.value[keyword]?.number else {
            return schema.isCurrent ? nil : missing(keyword, limit, part)
        }
        let (least, greatest) = (schema.settings.leastNumber, schema.settings.greatestNumber)
        guard bound < least || bound > greatest else { return nil }
        let path = part.path + [keyword]
        // A minimum that is too great means something else than the least number.
        let isMeantAsLimit = keyword == "minimum" ? bound < least : bound > greatest
        let edits = schema.document.edits(
            replacing: bound.literal, with: limit.literal, at: schema.document.location(at: path))
        return SchemaMistake(
            .schemaEnforcedNumericBounds, path, "The \(keyword) of \(part.label), \(bound), is beyond \(limit).",
            remedy: "Use at \(keyword == "minimum" ? "least" : "most") \(limit): JavaScript rounds integers beyond.",
            edits: isMeantAsLimit ? edits : [])
    }

    private static func missing(_ keyword: String, _ limit: JSONNumber, _ part: Subschema) -> SchemaMistake {
        SchemaMistake(
            .schemaEnforcedNumericBounds, part.path, "“\(part.label)” has no \(keyword).",
            remedy: "Set it in current.yaml, or materialise the version anew, which adds \(keyword) \(limit).")
    }
}
