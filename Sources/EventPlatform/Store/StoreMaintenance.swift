/// What looking after a store has brought.
public struct StoreMaintenance: Sendable, Hashable {
    /// What to add to the account: the ledgers of the files that were taken in.
    public var ledger = Ledger()
    /// What a developer should know, such as a file that could not be read.
    public var remarks: [String] = []

    /// Creates a report of nothing.
    public init() {}
}
