package import EventCatalog
import EventSchema

extension Rule {
    package static let schemaIsValid = Rule(
        "schema-is-valid", .error, "A schema is not one of draft 7 of JSON Schema.",
        reason: "The tools of the platform read draft 7. A file of another draft is read with other rules, or refused.",
        mistake: .made("name: {type: strng, description: A name., maxLength: 9}"),
        corrected: .made("name: {type: string, description: A name., maxLength: 9}"))
}

/// A draft of JSON Schema other than 7 that a schema names: no version is made of it.
package struct OtherDialect {
    /// What is wrong, as a sentence.
    package let problem: String
    /// What to do about it, as a sentence.
    package let remedy = "Set $schema to “https://json-schema.org/draft-07/schema#”."
    /// The names that lead to the place.
    package let path = ["$schema"]

    /// `nil` for a schema of draft 7, and for one that names no draft.
    package init?(of document: SourceDocument) {
        guard let dialect = document.value["$schema"]?.string, Dialect(uri: dialect) != .draft7 else { return nil }
        problem = "“\(dialect)” is not draft 7 of JSON Schema."
    }
}
