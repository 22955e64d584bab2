import EventSupport
import GRDB

/// The last stage before sending: commits what was decided to the store, together with its account.
struct CommitStage {
    private let ledger: LiveLedger
    private let diagnostics: Diagnostics
    /// What the next commit writes.
    private(set) var pending = PendingTransaction()
    /// Whether the last commit failed: then one attempt is made for each drain, not for each event.
    private(set) var hasFailed = false

    init(ledger: LiveLedger, diagnostics: Diagnostics) {
        self.ledger = ledger
        self.diagnostics = diagnostics
    }

    // MARK: - What the next commit writes

    mutating func add(_ addition: PendingTransaction.Addition, isRecorded: Bool) {
        pending.add(addition, isRecorded: isRecorded)
    }

    /// Counts an event that ends before it has a row.
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
    mutating func release(_ number: Int64) { pending.release(number) }
    mutating func save(_ values: [String: String]) { pending.save(values) }

    /// Drops everything that waits for a commit; held submissions among it are gone too.
    mutating func dropAdditions(_ reason: DropReason) {
        for addition in pending.evict(all: true) { drop(addition.stream, reason, isRecorded: true) }
    }

    // MARK: - Committing

    /// Writes what was gathered.
    ///
    /// An event that alone cannot be written, such as one that the cipher refuses, is found by halves and dropped; its
    /// neighbours are stored.
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

    /// Whether a failure is the store's, whatever the events: a full disk, a damaged file, another program's lock.
    private func isOfStore(_ error: any Error) -> Bool { error is DatabaseError || error is StoreError }

    private mutating func keepBounded(since error: any Error) {
        diagnostics.report(.store, "events wait in memory, since the store cannot be written: \(error)")
        for addition in pending.evict() { drop(addition.stream, .storeUnavailable, isRecorded: true) }
    }

    /// Commits the additions by halves, and drops those that fail alone while others can be written.
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
