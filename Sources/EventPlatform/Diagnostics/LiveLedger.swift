import EventSupport

/// Keeps the ledger: all counts, and the part of them that no transaction of the store has recorded yet.
///
/// An event that gets a row is recorded by the transaction that writes the row. An event that is dropped before it has
/// a row is complete at once; the next transaction records it.
package final class LiveLedger: Sendable {
    /// The account of one stream.
    private struct StreamAccount {
        let stream: String
        var counts = Ledger.Account()
        var unsaved = Ledger.Account()

        /// Counts an event that is dropped before it has a row.
        mutating func countSubmittedAndDropped(_ reason: DropReason) {
            counts.submitted += 1
            counts.countDropped(reason)
            unsaved.submitted += 1
            unsaved.countDropped(reason)
        }
    }

    /// The index of a stream's account, so that the stream's name is not looked up again.
    struct AccountIndex: Sendable {
        fileprivate let value: Int
    }

    private struct State {
        var accounts: [StreamAccount] = []
        /// The index of each stream in ``accounts``. No account is ever removed.
        var indices: [String: Int] = [:]
        /// The number of accounts that belong to configured streams.
        var configuredCount = 0
        var hasUnsaved = false

        /// The index of a stream's account, which is added if it is missing.
        mutating func index(of stream: String) -> Int {
            if let index = indices[stream] { return index }
            accounts.append(StreamAccount(stream: stream))
            indices[stream] = accounts.count - 1
            return accounts.count - 1
        }

        /// The index of a stream's account, or of the account that all streams beyond ``maximumStreams`` share.
        mutating func index(ofNamed stream: String) -> Int {
            if let index = indices[stream] { return index }
            let hasRoom = accounts.count - configuredCount < maximumStreams
            return index(of: hasRoom ? stream : otherStreams)
        }
    }
    private let state = Locked(State())

    /// The maximum number of accounts of streams without a configuration, since callers may name any stream; all
    /// further streams share one account.
    static let maximumStreams = 4096
    static let otherStreams = "(other streams)"

    /// Creates an empty ledger.
    package init() {}

    /// The ledger at this moment.
    package var current: Ledger {
        let accounts = state.withLock { $0.accounts }
        var ledger = Ledger()
        ledger.streams.reserveCapacity(accounts.count)
        for account in accounts where !account.counts.isEmpty { ledger.streams[account.stream] = account.counts }
        return ledger
    }

    /// The index of the account of a configured stream.
    func accountIndex(of stream: String) -> AccountIndex {
        state.withLock { state in
            if state.indices[stream] == nil { state.configuredCount += 1 }
            return AccountIndex(value: state.index(of: stream))
        }
    }

    /// Whether counts wait for the next transaction.
    var hasUnsaved: Bool { state.withLock { $0.hasUnsaved } }

    /// Adds the counts of earlier processes.
    func restore(_ stored: Ledger) { add(stored) }

    func countSubmitted(_ stream: String, at accountIndex: AccountIndex? = nil) {
        state.withLock { state in
            let index = accountIndex?.value ?? state.index(of: stream)
            state.accounts[index].counts.submitted += 1
        }
    }

    /// Counts the drop of an event that was counted as submitted, and that never got a row.
    func countRefused(_ stream: String, _ reason: DropReason) {
        state.withLock { state in
            let index = state.index(of: stream)
            state.accounts[index].counts.countDropped(reason)
            state.accounts[index].unsaved.submitted += 1
            state.accounts[index].unsaved.countDropped(reason)
            state.hasUnsaved = true
        }
    }

    /// Counts an event that is dropped on the caller's thread. `accountIndex` is that of a configured stream, where it
    /// is known.
    func countSubmittedAndDropped(_ stream: String, at accountIndex: AccountIndex? = nil, _ reason: DropReason) {
        state.withLock { state in
            let index = accountIndex?.value ?? state.index(ofNamed: stream)
            state.accounts[index].countSubmittedAndDropped(reason)
            state.hasUnsaved = true
        }
    }

    /// Counts a change that a transaction is about to record, or has recorded.
    package func add(_ change: Ledger) {
        state.withLock { state in
            for (stream, account) in change.streams { state.accounts[state.index(of: stream)].counts += account }
        }
    }

    /// Counts a drop that a transaction is about to record, or has recorded.
    func countDropped(_ stream: String, _ reason: DropReason) { count(stream) { $0.countDropped(reason) } }

    /// Counts an event that continues without validation, as a transaction is about to record.
    func countUnvalidated(_ stream: String) { count(stream) { $0.unvalidated += 1 } }

    private func count(_ stream: String, _ change: @Sendable (inout Ledger.Account) -> Void) {
        state.withLock { state in change(&state.accounts[state.index(of: stream)].counts) }
    }

    /// Removes and returns the counts that the next transaction has to record.
    func drainUnsaved() -> Ledger {
        state.withLock { state in
            guard state.hasUnsaved else { return Ledger() }
            state.hasUnsaved = false
            var unsaved = Ledger()
            for index in state.accounts.indices where !state.accounts[index].unsaved.isEmpty {
                unsaved.streams[state.accounts[index].stream] = state.accounts[index].unsaved
                state.accounts[index].unsaved = Ledger.Account()
            }
            return unsaved
        }
    }

    /// Puts back the counts that a failed transaction could not record.
    func returnUnsaved(_ ledger: Ledger) {
        state.withLock { state in
            for (stream, account) in ledger.streams { state.accounts[state.index(of: stream)].unsaved += account }
            state.hasUnsaved = state.hasUnsaved || !ledger.isEmpty
        }
    }
}
