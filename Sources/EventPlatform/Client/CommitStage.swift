import EventSupport
import GRDB

/// The last stage before sending: commits decided events to the store, together with their counts.
struct CommitStage {
    private let ledger: LiveLedger
    private let diagnostics: Diagnostics
    /// The transaction that the next commit writes.
    private(set) var pending = PendingTransaction()
    /// Whether the last commit failed. Then each drain makes one attempt, instead of one for each full transaction.
    private(set) var hasFailed = false

    init(ledger: LiveLedger, diagnostics: Diagnostics) {
        self.ledger = ledger
        self.diagnostics = diagnostics
    }

    // MARK: - The pending transaction

    mutating func add(_ addition: PendingTransaction.Addition, isRecorded: Bool) {
        pending.add(addition, isRecorded: isRecorded)
    }

    /// Counts an event that is dropped before it has a row.
    mutating func drop(_ stream: String, _ reason: DropReason, isRecorded: Bool) {
        ledger.countDropped(stream, reason)
        pending.countDropped(stream, reason, isRecorded: isRecorded)
    }

    mutating func countUnvalidated(_ stream: String) {
        ledger.countUnvalidated(stream)
        pending.countUnvalidated(stream)
    }

    mutating func decide(_ event: DecidedEvent) { pending.decide(event) }
    mutating func finish(_ event: FinishedEvent) { pending.finish(event) }
    mutating func removeSubmission(_ number: Int64) { pending.removeSubmission(number) }
    mutating func save(_ values: [String: String]) { pending.save(values) }

    /// Drops the events and held submissions that wait for a commit.
    mutating func dropAdditions(_ reason: DropReason) {
        for addition in pending.evict(all: true) { drop(addition.stream, reason, isRecorded: true) }
    }

    // MARK: - Committing

    /// Commits the pending transaction.
    ///
    /// An event that cannot be written while others can, such as one for which the cipher throws, is found by halves
    /// and dropped; the others are stored.
    ///
    /// - Returns: whether nothing is left to write.
    mutating func commit(to store: any EventStore) -> Bool {
        let unsaved = ledger.drainUnsaved()
        let transaction = pending.transaction(with: unsaved)
        guard !transaction.isEmpty else { return true }
        do {
            ledger.add(try store.commit(transaction))
            pending = PendingTransaction()
            hasFailed = false
        } catch {
            ledger.returnUnsaved(unsaved)
            hasFailed = isOfStore(error) || !isolate(to: store)
            if hasFailed { enforceBounds(after: error) }
        }
        return !hasFailed
    }

    /// Whether an error concerns the store as a whole, such as a full disk or a damaged file, and not a single event.
    private func isOfStore(_ error: any Error) -> Bool { error is DatabaseError || error is StoreError }

    /// Reports the error, and drops the oldest additions beyond the bounds of a ``PendingTransaction``.
    private mutating func enforceBounds(after error: any Error) {
        diagnostics.report(.store, "events wait in memory, since the store cannot be written: \(error)")
        for addition in pending.evict() { drop(addition.stream, .storeUnavailable, isRecorded: true) }
    }

    /// Commits the additions by halves, and drops those that alone cannot be written while others can.
    ///
    /// - Returns: whether nothing is left to write.
    private mutating func isolate(to store: any EventStore) -> Bool {
        let additions = pending.additionsOnly
        var (failed, written) = (PendingTransaction(), 0)
        pending = pending.withoutAdditions
        commitByHalves(additions, to: store, &failed, &written)
        guard written > 0 else {
            pending.append(failed)
            return false
        }
        let dropped = failed.evict(all: true)
        pending.append(failed)
        for addition in dropped {
            diagnostics.report(
                .store, "an event of \(addition.stream) cannot be written to the store and is dropped")
            drop(addition.stream, .unwritable, isRecorded: true)
        }
        return commit(to: store)
    }

    private mutating func commitByHalves(
        _ part: PendingTransaction, to store: any EventStore, _ failed: inout PendingTransaction, _ written: inout Int
    ) {
        do {
            ledger.add(try store.commit(part.transaction(with: Ledger())))
            written += part.rowCount
        } catch {
            guard let (first, second) = part.halves else { return failed.append(part) }
            commitByHalves(first, to: store, &failed, &written)
            commitByHalves(second, to: store, &failed, &written)
        }
    }
}
