import EventStreams

/// The stream configurations in force, with what a submit call needs of each stream under one name.
struct KnownStreams: Sendable {
    /// A stream by its exact name.
    struct Entry: Sendable {
        /// The result of ``SamplingStage/lookUp(_:in:)``.
        let admission: SamplingStage.Admission
        /// The stream's account.
        let place: LiveLedger.Place
    }

    let configurations: StreamConfigurations
    private let entries: [String: Entry]

    /// Looks every stream up, and adds its account to the ledger.
    init(_ configurations: StreamConfigurations, _ ledger: LiveLedger) {
        self.configurations = configurations
        var entries: [String: Entry] = [:]
        for name in configurations.names + configurations.quarantined.map(\.name) {
            let admission = SamplingStage.lookUp(name, in: configurations)
            entries[name] = Entry(admission: admission, place: ledger.place(of: name))
        }
        self.entries = entries
    }

    /// The stream with exactly this name; `nil` for every other name, which patterns may match.
    subscript(name: String) -> Entry? { entries[name] }
}
