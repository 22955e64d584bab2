package import EventCatalog
package import EventSchema

extension Rule {
    package static let schemaIsValid = Rule(
        "schema-is-valid", .error,
        "A schema is not one of draft 7 of JSON Schema, or of another draft that the settings allow.",
        reason: "The tools of the platform read draft 7. A file of another draft is read with other rules, or refused.",
        mistake: .made("name: {type: strng, description: A name., maxLength: 9}"),
        corrected: .made("name: {type: string, description: A name., maxLength: 9}"))
}

/// A dialect of JSON Schema that a schema names, or has since it names none, and that the settings of its repository
/// do not allow: no version is made of it.
package struct OtherDialect {
    /// What is wrong, as a sentence.
    package let problem: String
    /// What to do about it, as a sentence.
    package let remedy: String
    /// The names that lead to the place.
    package let path = ["$schema"]

    /// `nil` for a schema of one of the dialects.
    package init?(of document: SourceDocument, allowed dialects: [Dialect]) {
        let dialect = Dialect(of: document.value)
        guard !dialects.contains(where: { $0 == dialect }) else { return nil }
        let allowed = dialects.map(\.words).joined(separator: " or ")
        problem =
            document.value["$schema"]?.string.map { "“\($0)” is not \(allowed) of JSON Schema." }
            ?? "Without $schema, a schema is of draft 7 of JSON Schema, and not of \(allowed)."
        remedy = "Set $schema to \(dialects.map { "“\($0.usualURI)”" }.joined(separator: " or "))."
    }
}

extension Dialect {
    /// The value of `$schema` as the tools write it.
    var usualURI: String { self == .draft7 ? "https://json-schema.org/draft-07/schema#" : uri }
}
