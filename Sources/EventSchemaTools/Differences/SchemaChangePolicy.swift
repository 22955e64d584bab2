/// A row of the table that says what each kind of change means. `eventctl schemas compat --rules` prints the table.
package struct SchemaChangePolicy: Sendable {
    package let kind: SchemaChange.Kind
    /// What changes, as a phrase.
    package let change: String
    package let verdict: CompatibilityVerdict
    package let level: VersionLevel
    /// Why, as a sentence.
    package let reason: String

    /// The table, in the order of the kinds.
    package static let table = SchemaChange.Kind.allCases.map(\.policy)

    fileprivate init(
        _ kind: SchemaChange.Kind, _ change: String, _ verdict: CompatibilityVerdict, _ level: VersionLevel,
        _ reason: String
    ) {
        (self.kind, self.change, self.verdict, self.level, self.reason) = (kind, change, verdict, level, reason)
    }
}

extension SchemaChange.Kind {
    /// What the change means for events and their readers.
    package var verdict: CompatibilityVerdict { policy.verdict }

    /// The part of the version number that the change raises.
    package var level: VersionLevel { policy.level }

    fileprivate var policy: SchemaChangePolicy {
        let (change, verdict, level, reason) = row
        return SchemaChangePolicy(self, change, verdict, level, reason)
    }

    typealias Row = (String, CompatibilityVerdict, VersionLevel, String)

    /// What the change is, what it means, which number it raises, and why.
    private var row: Row {
        switch self {
        case .propertyAdded, .requiredPropertyAdded, .requiredWithDefault, .propertyRemoved,
            .propertyRemovedFromClosed, .propertyRenamed, .propertyRenamedInClosed:
            propertyRow
        case .typeWidened, .typeNarrowed, .typeChanged, .enumValueAdded, .enumValueRemoved, .enumAdded, .enumDropped:
            valueRow
        case .limitTightened, .limitAdded, .safeBoundAdded, .limitLoosened, .limitDropped, .uniqueItemsAdded,
            .uniqueItemsDropped:
            limitRow
        case .patternAdded, .patternChanged, .patternDropped, .formatAdded, .formatChanged, .formatDropped: textRow
        case .objectClosed, .objectOpened, .requiredAdded, .requiredRemoved, .defaultChanged,
            .defaultOfRequiredDropped:
            objectRow
        case .descriptionChanged, .titleChanged, .dialectChanged, .alternativeAdded, .ruleAdded, .ruleChanged,
            .ruleLoosened, .ruleDropped, .withoutEffect:
            otherRow
        }
    }
}

extension SchemaChangePolicy {
    /// The row of a kind.
    package static func of(_ kind: SchemaChange.Kind) -> SchemaChangePolicy { kind.policy }
}
