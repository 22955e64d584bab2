import EventSchema

/// The versions that `.jsonschema-tools.yaml` exempts from the comparison: `skipSchemaTestCases` with
/// `schema-version-compatibility`.
struct CompatibilitySkips: Sendable {
    private let patterns: [Pattern]

    static let caseName = "schema-version-compatibility"

    /// An expression that cannot be read exempts nothing: the check of the settings reports it.
    init(_ settings: SchemaToolsSettings) {
        patterns = settings.skipSchemaTestCases.filter { $0.cases.contains(Self.caseName) }.compactMap { skip in
            do { return try Pattern(skip.pattern, unicode: false) } catch { return nil }
        }
    }

    /// Whether a version is exempt from the comparison with the one before it. Expressions are searched for in its
    /// `$id`, as jsonschema-tools does: `1.1` is found in `1.10` too.
    func contain(_ version: ComparedVersion) -> Bool {
        guard let id = version.schema["$id"]?.string else { return false }
        return patterns.contains { $0.matches(id) }
    }
}
