package import EventCatalog
import EventSchema
import EventSupport

/// Why a schema that people edit does not follow its dialect of JSON Schema. No version is made of such a schema.
package struct DraftMistake {
    /// The names that lead to the place.
    package let path: [String]
    /// What is wrong, as a sentence.
    package let problem: String
    /// What to do about it, as a sentence.
    package let remedy: String

    /// The first mistake; `nil` for a schema of a dialect that the settings allow.
    package init?(in document: SourceDocument, _ settings: SchemaToolsSettings) {
        if let other = OtherDialect(of: document, allowed: settings.schemaDialects) {
            (path, problem, remedy) = (other.path, other.problem, other.remedy)
            return
        }
        let value = Self.withoutReferences(document.value)
        let dialect = settings.dialect(of: document.value)
        guard let finding = Self.metaSchemas[dialect]?.findings(in: value).first else { return nil }
        path = SchemaReference.names(of: finding.instanceLocation)
        if let name = Self.unknownType(at: finding, of: path, in: value) {
            problem = "JSON Schema has no type “\(name)”."
            remedy =
                JSONTypeName.meant(by: name).map { "Did you mean “\($0)”?" }
                ?? "Write one of \(JSONTypeName.all.joined(separator: ", "))."
        } else {
            let subject = path.last.map { "“\($0)”" } ?? "it"
            problem = "This is not a schema of \(dialect.words) of JSON Schema: \(subject) \(finding.message)."
            remedy = "Correct the value, or remove the line."
        }
    }

    /// The name in place of a type, alone or in a list; `nil` where the value of `type` is of another kind.
    private static func unknownType(at finding: Finding, of path: [String], in document: JSONValue) -> String? {
        guard finding.keywordLocation.contains("/properties/type/") else { return nil }
        let value = path.reduce(document as JSONValue?) { $0?.element(named: $1) }
        let names = value?.array ?? value.map { [$0] } ?? []
        return names.lazy.compactMap(\.string).first { !JSONTypeName.all.contains($0) }
    }

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

    private static let metaSchemas: [Dialect: Schema] = {
        var schemas: [Dialect: Schema] = [:]
        for dialect in Dialect.ofRepositories.map(\.dialect) {
            let document: JSONValue = ["$ref": .string(dialect.uri)]
            let result = Result { () throws(SchemaError) in
                try Schema(document, mode: .standard(assertsFormats: false), dialect: dialect)
            }
            if case .success(let schema) = result { schemas[dialect] = schema }
        }
        return schemas
    }()
}
