import EventSupport

/// Keeps the ledger: what counts now, and which part of it no transaction of the store has taken in yet.
///
/// An event that gets a row is written into the stored ledger by the transaction that writes the row. An event that is
/// dropped before it has a row is complete at once; it waits in `unsaved` for the next transaction, whichever that is.
package final class LiveLedger: Sendable {
    private struct State {
        var ledger = Ledger()
        var unsaved = Ledger()
    }
    private let state = Locked(State())

    /// The streams that no configuration knows are named by callers; beyond this many they share one account.
    static let maximumStreams = 4096
    static let otherStreams = "(other streams)"

    /// Creates an empty ledger.
    package init() {}

    /// The ledger at this moment.
    package var current: Ledger { state.withLock { $0.ledger } }

    /// Whether something waits for the next transaction.
    var hasUnsaved: Bool { state.withLock { !$0.unsaved.isEmpty } }

    /// Adds what earlier runs have counted.
    func restore(_ stored: Ledger) { state.withLock { $0.ledger += stored } }

    func countSubmitted(_ stream: String) {
        state.withLock { $0.ledger.countSubmitted(stream) }
    }

    /// Ends an event that was counted as submitted, before it was ever in the store.
    func countRefused(_ stream: String, _ reason: DropReason) {
        state.withLock { state in
            state.ledger.countDropped(stream, reason)
            state.unsaved.countSubmitted(stream)
            state.unsaved.countDropped(stream, reason)
        }
    }

    /// Counts an event that ends on the caller's thread.
    func countSubmittedAndDropped(_ stream: String, _ reason: DropReason) {
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
    package func add(_ change: Ledger) { state.withLock { $0.ledger += change } }

    /// Counts a drop that a transaction is about to record, or has recorded.
    func countDropped(_ stream: String, _ reason: DropReason) {
        state.withLock { $0.ledger.countDropped(stream, reason) }
    }

    /// Counts an event that goes on without validation, as a transaction is about to record.
    func countUnvalidated(_ stream: String) { state.withLock { $0.ledger.countUnvalidated(stream) } }

    /// Removes and returns what the next transaction has to record.
    func drainUnsaved() -> Ledger {
        state.withLock { state in
            defer { state.unsaved = Ledger() }
            return state.unsaved
        }
    }

    /// Puts back what a failed transaction could not record.
    func returnUnsaved(_ ledger: Ledger) { state.withLock { $0.unsaved += ledger } }
}
