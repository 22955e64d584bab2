import EventCatalog
import EventSchema
import EventSchemaTools
import EventSupport

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
        if let other = OtherDialect(of: schema.document) {
            return [SchemaMistake(.schemaIsValid, other.path, other.problem, remedy: other.remedy)]
        }
        guard schema.isCurrent else { return [] }
        let invalid = metaSchema?.findings(in: withoutReferences(schema.document.value)).prefix(1).map { finding in
            SchemaMistake(
                .schemaIsValid, names(of: finding.instanceLocation),
                "This is no schema of draft 7: the value \(finding.message).",
                remedy: remedy(at: finding, in: schema.document.value))
        }
        return (invalid ?? []).isEmpty ? schema.mistakes(brokenPattern) : invalid ?? []
    }

    /// A pattern that cannot be read makes the versions invalid. The meta-schema requires no more than a text.
    private static func brokenPattern(_ part: Subschema) -> [SchemaMistake] {
        guard let source = part.value["pattern"]?.string else { return [] }
        do {
            _ = try Pattern(source, unicode: false)
            return []
        } catch {
            return [
                SchemaMistake(
                    .schemaIsValid, part.path + ["pattern"],
                    "The pattern of \(part.label) cannot be read: \(error.reason).",
                    remedy: error.remedy)
            ]
        }
    }

    private static func remedy(at finding: Finding, in document: JSONValue) -> String {
        let path = names(of: finding.instanceLocation)
        let value = path.reduce(JSONValue?.some(document)) { $0?.element(named: $1) }
        if path.last == "type", let type = value?.string, let suggestion = Subschema.typeNames.nearest(to: type) {
            return "Did you mean “\(suggestion)”?"
        }
        return "See \(finding.keywordLocation) of \(Dialect.draft7.uri)"
    }

    private static func names(of pointer: String) -> [String] { SchemaReference.names(of: pointer) }

    /// `current` has a `$ref` also in place of `required`, where draft 7 requires a list.
    private static func withoutReferences(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var members):
            for keyword in ["required", "properties"] where members[keyword]?["$ref"]?.string != nil {
                members[keyword] = nil
            }
            // Examples may be of any form.
            return .object(
                JSONObject(members.map { ($0.name, $0.name == "examples" ? $0.value : withoutReferences($0.value)) }))
        case .array(let elements): return .array(elements.map(withoutReferences))
        default: return value
        }
    }

    private static let metaSchema: Schema? = {
        let document: JSONValue = ["$ref": .string(Dialect.draft7.uri)]
        let result = Result { () throws(SchemaError) in
            try Schema(document, mode: .standard(assertsFormats: false))
        }
        if case .success(let schema) = result { return schema }
        return nil
    }()
}
