import EventCatalog
import EventSchema
import EventSchemaTools
import EventSupport

extension Rule {
    static let unknownKeyword = Rule(
        "unknown-keyword", .warning, "A keyword of a schema does not exist in its draft of JSON Schema.",
        reason: "It has no effect. A misspelt limit limits nothing, and nobody notices.",
        mistake: .version("name: {type: string, description: A name., maxLenght: 9}"),
        corrected: .version("name: {type: string, description: A name., maxLength: 9}"))

    static let ineffectiveKeyword = Rule(
        "ineffective-keyword", .warning, "A keyword has no effect on values of the type that the schema names.",
        reason:
            "minLength does not limit an integer: the limit that its author meant is missing, or the type is wrong.",
        mistake: .version("count: {type: integer, description: A count., minLength: 1, minimum: 0, maximum: 9}"),
        corrected: .version("count: {type: integer, description: A count., minimum: 0, maximum: 9}"))
}

/// Checks of keywords that have no effect.
enum KeywordChecks {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        schema.mistakes { part in
            part.value.names.compactMap { ineffective($0, in: part, schema) } + unknown(in: part, schema)
        }
    }

    private static func ineffective(_ name: String, in part: Subschema, _ schema: CheckedSchema) -> SchemaMistake? {
        guard let keyword = schema.keywords[name], !keyword.types.isEmpty, part.hasKnownTypes,
            keyword.types.isDisjoint(with: part.types)
        else { return nil }
        return SchemaMistake(
            .ineffectiveKeyword, part.path + [name],
            "“\(name)” has no effect on \(part.label), which is of type \(part.types.joined(separator: " or ")).",
            remedy: remedy(for: name, part.types), edits: schema.document.edits(removing: part.path + [name]))
    }

    private static func remedy(for name: String, _ types: [String]) -> String {
        let instead = ["minLength": "minimum", "maxLength": "maximum"][name]
        if let instead, !Set(types).isDisjoint(with: ["integer", "number"]) {
            return "Remove it; “\(instead)” is the keyword for numbers."
        }
        return "Remove it, or correct the type."
    }

    // MARK: - Unknown keywords

    private static func unknown(in part: Subschema, _ schema: CheckedSchema) -> [SchemaMistake] {
        let unknown = part.value.names.filter { schema.keywords[$0] == nil && !$0.hasPrefix("x-") }
        let suggestions = unknown.map { name in
            schema.keywords.names.nearest(to: name).flatMap { suggestion -> String? in
                guard let value = part.value[name], let keyword = schema.keywords[suggestion] else { return nil }
                return keyword.values.contains(value.typeName) ? suggestion : nil
            }
        }
        let mistakes = zip(unknown, suggestions).compactMap { name, suggestion in
            suggestion.map { misspelt(name, meaning: $0, in: part, schema) }
        }
        return mistakes
            + [stray(zip(unknown, suggestions).filter { $0.1 == nil }.map(\.0), in: part, schema.dialect)].compactMap {
                $0
            }
    }

    private static func misspelt(
        _ name: String, meaning suggestion: String, in part: Subschema, _ schema: CheckedSchema
    ) -> SchemaMistake {
        let isFree = part.value.position(of: suggestion) == nil
        let path = part.path + [name]
        let place = schema.document.location(at: path)
        return SchemaMistake(
            .unknownKeyword, path,
            "“\(name)” is not a keyword of \(schema.dialect.words), so it has no effect on \(part.label).",
            remedy: isFree ? "Did you mean “\(suggestion)”?" : "Remove it; “\(suggestion)” is there as well.",
            edits: isFree ? schema.document.edits(replacing: name, with: suggestion, at: place) : [])
    }

    /// Notes that are indented like keywords are many at a time: they are one finding.
    private static func stray(_ names: [String], in part: Subschema, _ dialect: Dialect) -> SchemaMistake? {
        guard let first = names.first else { return nil }
        let listed = names.map { "“\($0)”" }.listed(upTo: 3)
        let problem =
            names.count == 1
            ? "\(listed) is not a keyword of \(dialect.words), so it has no effect on \(part.label)."
            : "\(listed) are not keywords of \(dialect.words), so they have no effect on \(part.label)."
        return SchemaMistake(
            .unknownKeyword, part.path + [first], problem, remedy: remedy(forStray: first, in: part, dialect),
            sameAs: part.path + ["stray"])
    }

    private static func remedy(forStray name: String, in part: Subschema, _ dialect: Dialect) -> String {
        if let instead = SchemaKeywords.of(dialect).instead[name] {
            let other = dialect.isLater ? "another" : "a later"
            return "It belongs to \(other) draft; \(dialect.words) has “\(instead)”."
        }
        let isSchema = part.value[name]?["type"] != nil
        if isSchema, part.value["properties"] != nil { return "Move it below “properties”." }
        if isSchema, part.property != nil { return "It looks like a property that is indented too far." }
        return "Remove it; a note goes into “description” or “$comment”."
    }
}
