package import EventSchema

/// The cases that `skipSchemaTestCases` of a repository skips.
package struct SkippedCases: Sendable {
    /// An entry of the setting.
    package struct Skip: Sendable {
        /// The expression as it is written.
        package let source: String
        /// The names of the cases.
        package let cases: [String]
        /// The expression; `nil` when it cannot be read, so that it skips nothing.
        package let pattern: Pattern?
    }

    package let skips: [Skip]
    package let settings: SchemaToolsSettings

    package init(_ settings: SchemaToolsSettings) {
        self.settings = settings
        skips = settings.skipSchemaTestCases.map { source, cases in
            Skip(source: source, cases: cases, pattern: Self.pattern(source))
        }
    }

    package static func pattern(_ source: String) -> Pattern? {
        let result = Result { () throws(PatternError) in try Pattern(source, unicode: false) }
        if case .success(let pattern) = result { return pattern }
        return nil
    }

    /// Whether the case of that name is skipped for the schema with that `$id`. Expressions are searched for in it, as
    /// jsonschema-tools does: `1.1` is found in `1.10` too.
    package func skips(_ name: String, for id: String) -> Bool {
        skips.contains { $0.cases.contains(name) && $0.pattern?.matches(id) == true }
    }
}
