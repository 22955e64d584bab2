extension Sender {
    /// Drops those leased events that a throttle does not let pass.
    ///
    /// - Returns: the others; `nil` when the store did not remove the dropped ones, as on a full disk or in a damaged
    ///   file. Then the destination backs off, since the next cycle would find the same events at once.
    mutating func dropThrottled(_ leased: [LeasedEvent]) -> [LeasedEvent]? {
        let (throttles, session) = (settings.throttles, settings.session)
        guard throttles.includesStored else { return leased }
        let dropped = Set(leased.filter { throttles.removeStored($0.stream, session: session) }.map(\.row))
        guard !dropped.isEmpty else { return leased }
        var transaction = StoreTransaction()
        transaction.finished = dropped.sorted().map { FinishedEvent(row: $0, outcome: .dropped(.throttled)) }
        let counted = diagnostics.attempt("dropping throttled events") { try store.commit(transaction) }
        guard let counted, !counted.isEmpty else {
            store.release(leased.map(\.row))
            state.failed(now: clocks.sinceBoot, retryAfter: nil, random: random())
            return nil
        }
        ledger.add(counted)
        return leased.filter { !dropped.contains($0.row) }
    }
}
