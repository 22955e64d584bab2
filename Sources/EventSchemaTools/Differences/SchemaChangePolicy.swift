/// A row of the table that says what each kind of change means. `eventctl schemas compat --rules` prints the table.
package struct SchemaChangePolicy: Sendable {
    package let kind: SchemaChange.Kind
    /// What changes, as a phrase.
    package let change: String
    package let verdict: CompatibilityVerdict
    /// Why, as a sentence.
    package let reason: String

    /// The part of the version number that the change raises.
    package var level: VersionLevel { kind.level(of: verdict) }

    /// The table, in the order of the kinds.
    package static let table = SchemaChange.Kind.allCases.map(of)

    /// The row of a kind. One that the table lacks would count as breaking; a test compares it with the kinds.
    package static func of(_ kind: SchemaChange.Kind) -> SchemaChangePolicy {
        let row = rows[kind] ?? (kind.rawValue, .breaking, "")
        return SchemaChangePolicy(kind: kind, change: row.change, verdict: row.verdict, reason: row.reason)
    }
}

extension SchemaChange.Kind {
    /// The part of the version number that a change of the kind with a verdict raises.
    func level(of verdict: CompatibilityVerdict) -> VersionLevel {
        switch verdict {
        case .breaking: .major
        case .compatible where self == .descriptionChanged || self == .withoutEffect: .patch
        case .compatible, .warned, .readers: .minor
        }
    }
}
