import EventSchema

/// A kind of link that streams have, such as to the bug that asked for them.
package struct ProjectLink: Sendable {
    package let name: String
    /// The regular expression that a link matches; `nil` for any text.
    package let pattern: String?
    /// Whether every stream must have one.
    package let isRequired: Bool
    private let schema: Schema?

    /// A pattern that is not a regular expression of JSON Schema has a finding by the schema of the file; any link
    /// matches it.
    package init(_ name: String, pattern: String?, isRequired: Bool) {
        (self.name, self.pattern, self.isRequired) = (name, pattern, isRequired)
        do {
            schema = try pattern.map { pattern throws(SchemaError) in try Schema(["pattern": .string(pattern)]) }
        } catch {
            schema = nil
        }
    }

    /// Whether a link is of the kind.
    package func matches(_ text: String) -> Bool { schema?.isValid(.string(text)) ?? true }
}
