import EventSupport

/// Keeps the ledger: all counts, and the part of them that no transaction of the store has recorded yet.
///
/// An event that gets a row is recorded by the transaction that writes the row. An event that is dropped before it has
/// a row is complete at once; the next transaction records it.
package final class LiveLedger: Sendable {
    /// The account of one stream.
    fileprivate struct StreamAccount: Sendable {
        let stream: String
        var counts = Ledger.Account()
        var unsaved = Ledger.Account()
        /// The latest drops, all of one reason, which are in neither account yet: a stream that is out of sample drops
        /// every event.
        private var latest: (reason: DropReason, count: Int)?

        init(stream: String) { self.stream = stream }

        /// Counts an event that is dropped before it has a row.
        ///
        /// - Returns: whether it is the first one that is unsaved and has this reason.
        mutating func countSubmittedAndDropped(_ reason: DropReason) -> Bool {
            if latest?.reason == reason {
                latest?.count += 1
                return false
            }
            addLatest()
            latest = (reason, 1)
            return !unsaved.hasDropped(reason)
        }

        /// Adds the latest drops to both accounts, before these are read.
        mutating func addLatest() {
            guard let (reason, count) = latest else { return }
            latest = nil
            counts.submitted += count
            counts.countDropped(reason, count)
            unsaved.submitted += count
            unsaved.countDropped(reason, count)
        }
    }

    /// The index of a stream's account, so that the stream's name is not looked up again.
    struct AccountIndex: Sendable {
        fileprivate let value: Int
    }

    /// All counts.
    struct Counts: Sendable {
        fileprivate var accounts: [StreamAccount] = []
        /// The index of each stream in ``accounts``. No account is ever removed.
        fileprivate var indices: [String: Int] = [:]
        /// The number of accounts that belong to configured streams.
        fileprivate var configuredCount = 0
        fileprivate var hasUnsaved = false

        /// Counts a submitted event. `accountIndex` is that of a configured stream, where it is known.
        mutating func countSubmitted(_ stream: String, at accountIndex: AccountIndex?) {
            let index = accountIndex?.value ?? index(of: stream)
            accounts[index].counts.submitted += 1
        }

        /// Counts an event that is dropped on the caller's thread. `accountIndex` is that of a configured stream, where
        /// it is known.
        ///
        /// - Returns: whether the next transaction has no other drop of this stream for this reason to record.
        @discardableResult
        mutating func countSubmittedAndDropped(
            _ stream: String, at accountIndex: AccountIndex?, _ reason: DropReason
        ) -> Bool {
            hasUnsaved = true
            let index = accountIndex?.value ?? index(ofNamed: stream)
            return accounts[index].countSubmittedAndDropped(reason)
        }

        /// The index of a stream's account, which is added if it is missing.
        fileprivate mutating func index(of stream: String) -> Int {
            if let index = indices[stream] { return index }
            accounts.append(StreamAccount(stream: stream))
            indices[stream] = accounts.count - 1
            return accounts.count - 1
        }

        /// The index of a stream's account, or of the account that all streams beyond ``maximumStreams`` share.
        private mutating func index(ofNamed stream: String) -> Int {
            if let index = indices[stream] { return index }
            let hasRoom = accounts.count - configuredCount < maximumStreams
            return index(of: hasRoom ? stream : otherStreams)
        }
    }

    /// A lock, since any thread of the app submits events and reads the ledger. A submit call changes them in one step
    /// with the rest: the caller's state and the inbox share the lock.
    let counts = Locked(Counts())

    /// The maximum number of accounts of streams without a configuration, since callers may name any stream; all
    /// further streams share one account.
    static let maximumStreams = 4096
    static let otherStreams = "(other streams)"

    /// Creates an empty ledger.
    package init() {}

    /// The ledger at this moment.
    package var current: Ledger {
        let accounts = counts.withLock { counts in
            for index in counts.accounts.indices { counts.accounts[index].addLatest() }
            return counts.accounts
        }
        var ledger = Ledger()
        ledger.streams.reserveCapacity(accounts.count)
        for account in accounts where !account.counts.isEmpty { ledger.streams[account.stream] = account.counts }
        return ledger
    }

    /// The index of the account of a configured stream.
    func accountIndex(of stream: String) -> AccountIndex {
        counts.withLock { counts in
            if counts.indices[stream] == nil { counts.configuredCount += 1 }
            return AccountIndex(value: counts.index(of: stream))
        }
    }

    /// Whether counts wait for the next transaction.
    var hasUnsaved: Bool { counts.withLock { $0.hasUnsaved } }

    /// Adds the counts of earlier processes.
    func restore(_ stored: Ledger) { add(stored) }

    /// Counts a change that a transaction is about to record, or has recorded.
    package func add(_ change: Ledger) {
        counts.withLock { counts in
            for (stream, account) in change.streams { counts.accounts[counts.index(of: stream)].counts += account }
        }
    }

    /// Counts a drop that a transaction is about to record, or has recorded.
    func countDropped(_ stream: String, _ reason: DropReason) { count(stream) { $0.countDropped(reason) } }

    /// Counts an event that continues without validation, as a transaction is about to record.
    func countUnvalidated(_ stream: String) { count(stream) { $0.unvalidated += 1 } }

    private func count(_ stream: String, _ change: @Sendable (inout Ledger.Account) -> Void) {
        counts.withLock { counts in change(&counts.accounts[counts.index(of: stream)].counts) }
    }

    /// Removes and returns the counts that the next transaction has to record.
    func drainUnsaved() -> Ledger {
        counts.withLock { counts in
            guard counts.hasUnsaved else { return Ledger() }
            counts.hasUnsaved = false
            var unsaved = Ledger()
            for index in counts.accounts.indices {
                counts.accounts[index].addLatest()
                guard !counts.accounts[index].unsaved.isEmpty else { continue }
                unsaved.streams[counts.accounts[index].stream] = counts.accounts[index].unsaved
                counts.accounts[index].unsaved = Ledger.Account()
            }
            return unsaved
        }
    }

    /// Puts back the counts that a failed transaction could not record.
    func returnUnsaved(_ ledger: Ledger) {
        counts.withLock { counts in
            for (stream, account) in ledger.streams { counts.accounts[counts.index(of: stream)].unsaved += account }
            counts.hasUnsaved = counts.hasUnsaved || !ledger.isEmpty
        }
    }
}
