import EventSupport

/// Keeps the ledger: what counts now, and which part of it no transaction of the store has taken in yet.
///
/// An event that gets a row is written into the stored ledger by the transaction that writes the row. An event that is
/// dropped before it has a row is complete at once; it waits in `unsaved` for the next transaction, whichever that is.
final class LiveLedger: Sendable {
    private struct State {
        var ledger = Ledger()
        var unsaved = Ledger()
    }
    private let state = Locked(State())

    /// The streams that no configuration knows are named by callers; beyond this many they share one account.
    static let maximumStreams = 4096
    static let otherStreams = "(other streams)"

    /// The ledger at this moment.
    var ledger: Ledger { state.withLock(\.ledger) }

    /// Whether something waits for the next transaction.
    var hasUnsaved: Bool { state.withLock { !$0.unsaved.isEmpty } }

    /// Adds what earlier runs have counted.
    func restore(_ stored: Ledger) { state.withLock { $0.ledger += stored } }

    func submitted(_ stream: String) {
        state.withLock { $0.ledger.countSubmitted(stream) }
    }

    /// Ends an event that was counted as submitted, before it was ever in the store.
    func refused(_ stream: String, _ reason: DropReason) {
        state.withLock { state in
            state.ledger.countDropped(stream, reason)
            state.unsaved.countSubmitted(stream)
            state.unsaved.countDropped(stream, reason)
        }
    }

    /// Counts an event that ends on the caller's thread.
    func submittedAndDropped(_ stream: String, _ reason: DropReason) {
        state.withLock { state in
            let known = state.ledger.streams[stream] != nil || state.ledger.streams.count < Self.maximumStreams
            let account = known ? stream : Self.otherStreams
            state.ledger.countSubmitted(account)
            state.ledger.countDropped(account, reason)
            state.unsaved.countSubmitted(account)
            state.unsaved.countDropped(account, reason)
        }
    }

    /// Counts what a transaction is about to record, or has recorded.
    func add(_ change: Ledger) { state.withLock { $0.ledger += change } }

    /// Counts a drop that a transaction is about to record, or has recorded.
    func countDropped(_ stream: String, _ reason: DropReason) {
        state.withLock { $0.ledger.countDropped(stream, reason) }
    }

    /// What the next transaction has to take along.
    func takeUnsaved() -> Ledger {
        state.withLock { state in
            defer { state.unsaved = Ledger() }
            return state.unsaved
        }
    }

    /// Takes back what a failed transaction could not record.
    func giveBack(_ ledger: Ledger) { state.withLock { $0.unsaved += ledger } }
}
