/// Records verdicts: commits the changes of the events and the back-off of the destination to the store, and adds what
/// the store counts to the ledger.
struct VerdictRecorder: Sendable {
    private let dependencies: SenderDependencies
    /// Verdicts that could not be committed.
    private var unrecorded = UnrecordedVerdicts()
    /// Whether the last verdicts could be committed; `false` before the first ones.
    private(set) var hasRecorded = false

    init(_ dependencies: SenderDependencies) { self.dependencies = dependencies }

    /// Whether all verdicts are committed.
    var isComplete: Bool { unrecorded.isEmpty }

    /// When the next attempt to commit is due, as time since boot; `nil` if all verdicts are committed.
    var nextAttempt: Duration? { unrecorded.isEmpty ? nil : unrecorded.retryAt }

    /// The saved back-off of an earlier process; `nil` if there is none or it cannot be read.
    func savedBackoff() -> Backoff? {
        let saved = dependencies.diagnostics.attempt("reading a back-off") {
            try dependencies.store.value(Backoff.Saved.self, named: Backoff.name(of: dependencies.destination))
        }
        guard case let saved?? = saved else { return nil }
        return Backoff(saved, at: StorageTime(dependencies.clocks))
    }

    /// Commits the changes of a batch, and ends the leases of its events.
    ///
    /// If the commit fails, the changes stay in memory with the leases of their events. The sender then pauses, so that
    /// the events are in no further request, and only the commit is tried again.
    ///
    /// - Parameters:
    ///   - changes: the change of each event of the request.
    ///   - request: the request.
    ///   - backoff: the back-off of the destination, if the result changed it.
    ///   - settings: the settings of the sender.
    mutating func record(
        _ changes: [Resolution.Change], of request: BatchRequest, backoff: Backoff?, _ settings: DeliverySettings
    ) {
        let changed = zip(request.batch.events, changes)
        let verdicts = UnrecordedVerdicts.Entry(
            transaction: transaction(changes, of: request, backoff: backoff, settings),
            rows: changed.compactMap { $1 == .kept ? nil : $0.row },
            log: dependencies.identify(request).merging(Self.counts(changes)) { $1 })
        dependencies.store.release(changed.compactMap { $1 == .kept ? $0.row : nil })
        if unrecorded.isEmpty, commit(verdicts) { return }
        if verdicts.rows.isEmpty { return }  // a back-off alone is saved with a later verdict
        unrecorded.append(verdicts, now: dependencies.now)
        if unrecorded.mayTry(now: dependencies.now) { retry() }
    }

    /// Commits the changes that are not recorded yet until a commit fails.
    mutating func retry() {
        while let next = unrecorded.first {
            guard commit(next) else { return unrecorded.failed(now: dependencies.now) }
            unrecorded.removeFirst()
        }
    }

    /// - Returns: whether the changes are committed.
    private mutating func commit(_ verdicts: UnrecordedVerdicts.Entry) -> Bool {
        hasRecorded = dependencies.diagnostics.succeeds("recording verdicts") {
            if !verdicts.transaction.isEmpty {
                dependencies.ledger.add(try dependencies.store.commit(verdicts.transaction))
            }
        }
        if hasRecorded { dependencies.diagnostics.log.debug(.batchRecorded, verdicts.log) }
        return hasRecorded
    }

    private static func counts(_ changes: [Resolution.Change]) -> ClientLog.Metadata {
        let finished = changes.compactMap { if case .finished(let outcome) = $0 { outcome } else { nil } }
        let delivered = finished.filter { $0 == .delivered }.count
        return [
            .delivered: "\(delivered)", .dropped: "\(finished.count - delivered)",
            .kept: "\(changes.count - finished.count)",
        ]
    }

    private func transaction(
        _ changes: [Resolution.Change], of request: BatchRequest, backoff: Backoff?, _ settings: DeliverySettings
    ) -> StoreTransaction {
        let now = StorageTime(dependencies.clocks)
        var transaction = StoreTransaction()
        for (event, change) in zip(request.batch.events, changes) {
            switch change {
            case .finished(let outcome):
                transaction.finished.append(FinishedEvent(row: event.row, outcome: outcome))
                if outcome == .delivered, settings.keepsDeliveredIDs { transaction.deliveredIDs.append(event.id) }
            case .failed(let isIsolated):
                let time = settings.emitter.retryPolicy.retryTime(afterAttempts: event.attempts + 1, at: now)
                transaction.failed.append(FailedEvent(row: event.row, retryAt: time, isIsolated: isIsolated))
            case .kept: break
            }
        }
        if let backoff {
            dependencies.diagnostics.attempt("saving a back-off") {
                try transaction.set(backoff.saved(at: now), for: Backoff.name(of: dependencies.destination))
            }
        }
        return transaction
    }
}
