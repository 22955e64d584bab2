/// A store that can put a new file in the place of its own, to remove what cannot be removed otherwise.
protocol FileReplacing: EventStore {
    /// Drops all events by replacing the file with a new one.
    ///
    /// - Returns: what was dropped, for `reason`.
    /// - Throws: any error when the file is not replaced.
    func replaceFile(dropping reason: DropReason) throws -> Ledger
}
