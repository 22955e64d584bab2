import EventSupport

/// Commits decided events to the store, together with their counts.
struct Committer: Sendable {
    private let ledger: LiveLedger
    private let diagnostics: Diagnostics
    /// The transaction that the next commit writes.
    private(set) var pending = PendingTransaction()
    /// Why the last commit failed; `nil` when it did not. After a failure the ``Decider`` makes one attempt each time,
    /// instead of one for each full transaction.
    private(set) var failure: (any Error)?
    /// How many additions the next commit has, while an event is searched for that cannot be written; `nil` otherwise.
    private var part: Int?
    /// The bytes of the additions and decisions that were written so far.
    private var bytesWritten = 0
    /// The rows of events that awaited a schema and whose commit alone failed: ``bytesWritten`` at their first failure.
    private var failedDecisions: [Int64: Int] = [:]

    /// The number of failures after which a search goes on with the next commit, at least a second later.
    static let maximumFailures = 8

    init(ledger: LiveLedger, diagnostics: Diagnostics) {
        self.ledger = ledger
        self.diagnostics = diagnostics
    }

    // MARK: - The pending transaction

    mutating func add(_ addition: consuming PendingTransaction.Addition, isRecorded: Bool) {
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

    /// Saves a value for the next process.
    mutating func save(_ value: some Encodable, as name: String) {
        let text = diagnostics.attempt("saving the value \(name)") { try StoreValue.text(value) }
        if let text { pending.save([name: text]) }
    }

    /// Whether anything is to be committed: of the pending transaction, or of the ledger.
    var hasChanges: Bool { !pending.isEmpty || ledger.hasUnsaved }

    /// Drops the events and held submissions that wait for a commit.
    mutating func dropAdditions(_ reason: DropReason) {
        for stream in pending.evict(all: true) { drop(stream, reason, isRecorded: true) }
    }

    // MARK: - Committing

    /// Commits the pending transaction.
    ///
    /// An event that cannot be written while others can, such as one for which the cipher throws, is searched for and
    /// dropped; the others are stored.
    ///
    /// - Returns: whether nothing is left to write.
    mutating func commit(to store: any EventStore) -> Bool {
        if part != nil { return commitInParts(to: store, failures: 0) }
        let unsaved = ledger.drainUnsaved()
        let transaction = pending.transaction(with: unsaved)
        guard !transaction.isEmpty else {
            failure = nil
            return true
        }
        do {
            ledger.add(try store.commit(transaction))
            bytesWritten += pending.bytes
            pending = PendingTransaction()
            failure = nil
        } catch {
            ledger.returnUnsaved(unsaved)
            guard isOfContent(error) else { return failed(error) }
            guard pending.additionCount > 0 else {
                return pending.hasDecided ? commitDecisions(to: store) : failed(error)
            }
            part = max(1, pending.additionCount / 2)
            return commitInParts(to: store, failures: 1)
        }
        return true
    }

    /// Whether the fault is in what is written. Any other error, whatever its type, says that the store cannot be
    /// written now, such as a full disk.
    private func isOfContent(_ error: any Error) -> Bool { (error as? StoreError)?.code == .unwritable }

    /// Reports the error, and drops the oldest additions beyond the bounds of a ``PendingTransaction``.
    private mutating func failed(_ error: any Error) -> Bool {
        failure = error
        diagnostics.report(.store, "events wait in memory, since the store cannot be written: \(error)")
        for stream in pending.evict() { drop(stream, .storeUnavailable, isRecorded: true) }
        return false
    }

    // MARK: - The search for an event that cannot be written

    /// Commits the additions in parts, and then the rest: the next part has half the size after a failure, and twice
    /// the size after a success. An addition that fails alone follows the others. It is dropped when it fails alone
    /// again after at least as many bytes of others were written: then the store has room, and the fault is its own.
    ///
    /// The search goes on with the next commit after ``maximumFailures``, so that a store of which every call fails
    /// costs few calls, and after an error of the store as a whole.
    ///
    /// - Returns: whether nothing is left to write.
    private mutating func commitInParts(to store: any EventStore, failures: Int) -> Bool {
        var failures = failures
        while let size = part.map({ min($0, pending.additionCount) }), size > 0 {
            do {
                ledger.add(try store.commit(pending.transaction(ofFirst: size)))
                bytesWritten += pending.removeCommitted(size)
                part = size * 2
            } catch {
                guard isOfContent(error) else { return failed(error) }
                failures += 1
                part = max(1, size / 2)
                if size == 1 { failedAlone(error) }
                if failures >= Self.maximumFailures { return failed(error) }
            }
        }
        part = nil
        return commit(to: store)
    }

    /// The first addition failed alone.
    private mutating func failedAlone(_ error: any Error) {
        guard let stream = pending.moveFirstToEnd(bytesWritten: bytesWritten) else { return }
        diagnostics.report(
            .store, "an event of \(stream) cannot be written to the store and is dropped: \(error)")
        drop(stream, .unwritable, isRecorded: true)
    }

    /// Commits decisions one by one, and then the rest. The event of one that fails waits on in the store, and is
    /// decided again later. It is dropped by the rule for additions: when it fails again after others were written.
    ///
    /// - Returns: whether nothing is left to write, and no event waits on.
    private mutating func commitDecisions(to store: any EventStore) -> Bool {
        var waiting: [any Error] = []
        for event in pending.takeDecided() {
            do {
                var transaction = StoreTransaction()
                transaction.decided = [event]
                ledger.add(try store.commit(transaction))
                bytesWritten += event.body.count
                failedDecisions[event.row] = nil
            } catch {
                guard isOfContent(error) else { return failed(error) }
                if !failedAlone(event, error) { waiting.append(error) }
                if waiting.count == Self.maximumFailures { break }
            }
        }
        let isWritten = commit(to: store)
        guard isWritten, let error = waiting.first else { return isWritten }
        failure = error
        diagnostics.report(
            .store, "events whose schema was awaited wait on, since the store cannot write them: \(error)")
        return false
    }

    /// A decision failed alone.
    ///
    /// - Returns: whether its event is dropped.
    private mutating func failedAlone(_ event: DecidedEvent, _ error: any Error) -> Bool {
        let failedAt = failedDecisions[event.row] ?? bytesWritten
        guard bytesWritten - failedAt >= max(1, event.body.count) else {
            failedDecisions[event.row] = failedAt
            return false
        }
        failedDecisions[event.row] = nil
        diagnostics.report(
            .store, "an event whose schema was awaited cannot be written to the store and is dropped: \(error)")
        pending.finish(FinishedEvent(row: event.row, outcome: .dropped(.unwritable)))
        return true
    }
}
