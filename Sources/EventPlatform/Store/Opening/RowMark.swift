/// Tells the rows of a ``FallbackStore``'s fallback from those of the configured store, which a client may still name
/// when the events have moved.
struct RowMark: Sendable, Hashable {
    private let bit: Int64

    /// Above all numbers of a file.
    private static let mark: Int64 = 1 << 61

    /// For the rows of the configured store.
    static let none = RowMark(bit: 0)
    static let ofFallback = RowMark(bit: mark)

    /// The row of a store as the client knows it.
    func outer(_ row: Int64) -> Int64 { row | bit }

    /// The row in the store; `nil` for a row of the other one.
    func inner(_ row: Int64) -> Int64? {
        let isMarked = row > 0 && row & Self.mark != 0  // rows of a spool are negative
        return isMarked == (bit != 0) ? row & ~bit : nil
    }

    func inner(_ selection: LeaseSelection) -> LeaseSelection {
        guard case .ready(let position?) = selection else { return selection }
        return .ready(after: inner(position.row).map { SendingPosition(priority: position.priority, row: $0) })
    }

    /// The transaction with the rows of the store alone.
    func inner(_ transaction: StoreTransaction) -> StoreTransaction {
        var transaction = transaction
        transaction.finished = transaction.finished.compactMap { event in
            inner(event.row).map { FinishedEvent(row: $0, outcome: event.outcome) }
        }
        transaction.failed = transaction.failed.compactMap { event in
            inner(event.row).map { FailedEvent(row: $0, retryAt: event.retryAt, isIsolated: event.isIsolated) }
        }
        transaction.decided = transaction.decided.compactMap { event in
            inner(event.row).map { DecidedEvent(row: $0, isNumbered: event.isNumbered, body: event.body) }
        }
        return transaction
    }
}
