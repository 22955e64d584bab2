import EventSchema

/// A kind of link that streams have, such as to the bug that asked for them.
package struct ProjectLink: Sendable {
    package let name: String
    /// The regular expression that a link matches; `nil` for any text.
    package let pattern: String?
    /// Whether every stream must have one.
    package let isRequired: Bool
    private let schema: Schema?

    /// - Throws: `SchemaError` when the pattern is not a regular expression of JSON Schema.
    init(_ name: String, pattern: String?, isRequired: Bool) throws(SchemaError) {
        (self.name, self.pattern, self.isRequired) = (name, pattern, isRequired)
        schema = try pattern.map { pattern throws(SchemaError) in try Schema(["pattern": .string(pattern)]) }
    }

    /// Whether a link is of the kind.
    package func matches(_ text: String) -> Bool { schema?.isValid(.string(text)) ?? true }
}
