import EventSchema
import EventStreams

/// The stream configurations in force, with what a submit call needs of each stream under one name. Classes, since a
/// submit call counts the references of what it looks up.
final class KnownStreams: Sendable {
    /// A stream by its exact name.
    final class Entry: Sendable {
        let lookup: StreamLookup
        /// The stream's account.
        let accountIndex: LiveLedger.AccountIndex

        fileprivate init(lookup: StreamLookup, accountIndex: LiveLedger.AccountIndex) {
            (self.lookup, self.accountIndex) = (lookup, accountIndex)
        }
    }

    let configurations: StreamConfigurations
    /// The result for every other name; `nil` where patterns may match it.
    let otherNames: StreamLookup?
    private let names: NameTable
    /// By their number in ``names``.
    private let entries: [Entry]

    /// Looks every stream up, and adds its account to the ledger.
    init(_ configurations: StreamConfigurations, _ ledger: LiveLedger) {
        self.configurations = configurations
        otherNames = configurations.hasPatterns ? nil : .refused(.unknownStream)
        names = NameTable(configurations.names + configurations.quarantined.map(\.name))
        entries = names.names.map { name in
            Entry(lookup: StreamLookup(name, in: configurations), accountIndex: ledger.accountIndex(of: name))
        }
    }

    /// The stream with exactly this name; `nil` for every other name, which patterns may match.
    subscript(name: String) -> Entry? { names.number(of: name).map { entries[$0] } }
}
