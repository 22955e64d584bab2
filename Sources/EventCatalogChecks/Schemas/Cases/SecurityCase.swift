import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let schemaIsSecure = Rule(
        "schema-is-secure", .error, "A pattern, a format or unique items without a limit of the length.",
        reason: "A long value takes long to check, which stops the intake.",
        mistake: .made("day: {type: string, description: A day., format: date}"),
        corrected: .made("day: {type: string, description: A day., format: date, maxLength: 10}"))
}

/// The case on values that take long to check.
enum SecurityCase {
    private static let scalars: Set = ["string", "number", "integer", "boolean", "null"]

    static func mistakes(_ part: Subschema) -> [SchemaMistake] {
        var mistakes: [SchemaMistake] = []
        func add(_ keyword: String, _ missing: String) {
            mistakes.append(
                SchemaMistake(
                    .schemaIsSecure, part.path + [keyword],
                    "“\(part.label)” has \(keyword) without \(missing), so that a long value takes long to check.",
                    remedy: "Set \(missing)."))
        }
        // One that is beside a pattern is corrected with it.
        if let keyword = ["pattern", "format"].first(where: { part.value[$0] != nil }), part.value["maxLength"] == nil {
            add(keyword, "maxLength")
        }
        if part.value["patternProperties"] != nil, part.value["propertyNames"]?["maxLength"] == nil {
            add("patternProperties", "propertyNames.maxLength")
        }
        let isScalar = part.value["items"]?["type"]?.string.map(scalars.contains) ?? false
        if part.value["uniqueItems"] == true, part.value["maxItems"] == nil, !isScalar {
            add("uniqueItems", "maxItems")
        }
        return mistakes
    }
}

/// The case on the language of the schema.
enum ValidityCase {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        guard schema.isCurrent else {
            return OtherDialect(of: schema.document, allowed: schema.settings.schemaDialects).map {
                [mistake($0.path, $0.problem, $0.remedy)]
            } ?? []
        }
        return DraftMistake(in: schema.document, schema.settings).map { [mistake($0.path, $0.problem, $0.remedy)] }
            ?? schema.subschemas.compactMap(brokenPattern)
    }

    private static func mistake(_ path: [String], _ problem: String, _ remedy: String) -> SchemaMistake {
        SchemaMistake(.schemaIsValid, path, problem, remedy: remedy)
    }

    /// A pattern that cannot be read makes the versions invalid. The meta-schema requires no more than a text.
    private static func brokenPattern(_ part: Subschema) -> SchemaMistake? {
        guard let source = part.value["pattern"]?.string else { return nil }
        do {
            _ = try Pattern(source, unicode: false)
            return nil
        } catch {
            let problem = "The pattern of \(part.label) cannot be read: \(error.reason)."
            return mistake(part.path + ["pattern"], problem, error.remedy)
        }
    }
}
