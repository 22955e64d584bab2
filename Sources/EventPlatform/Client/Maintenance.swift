import EventSupport
import Foundation

/// Maintains the store, independently of pipeline and dispatcher: drops events that are too old, imports the files of
/// other processes, evicts what exceeds the limits, and removes the events of a user who declined.
actor Maintenance {
    private let dependencies: ClientDependencies
    private let owner: StoreOwner
    private let runner: PipelineRunner
    private let identity: IdentityRenewal
    private let executor = QueueExecutor(label: "EventPlatform.maintenance")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whether bytes of removed events may still be in the files of the store.
    private var isErasurePending = false
    /// Whether this process has erased what an earlier one left.
    private var hasErased = false
    /// Whether events of a user who declined may be in the store file, which could not be opened.
    private var isStoreFileLeft = false
    /// Whether files are left that may have had events of a user who declined.
    private var areUnknownFilesLeft = false
    /// The removal that is under way.
    private var removal: Task<Void, Never>?
    /// Whether the record beside the store has had the removal that is under way.
    private var isRemovalNoted = false

    /// The time between two cycles while events are stored. Source: the Metrics Platform's clients.
    static let interval: Duration = .seconds(30)
    /// The maximum number of events that one transaction removes, so that memory does not grow with a backlog.
    private static let eventsPerTransaction = 1000

    init(_ dependencies: ClientDependencies, _ owner: StoreOwner, _ runner: PipelineRunner) {
        self.dependencies = dependencies
        self.owner = owner
        self.runner = runner
        identity = IdentityRenewal(dependencies, runner)
    }

    /// Runs a cycle at the start, when another process left events, and every ``interval`` while events are stored,
    /// until the task is cancelled. While nothing is stored it sets no timer.
    func run() async {
        let (clocks, stored, external) = (dependencies.clocks, dependencies.stored, dependencies.external)
        var seenExternal = external.count
        var next = clocks.sinceBoot
        while !Task.isCancelled {
            let seen = stored.count
            if external.count != seenExternal || clocks.sinceBoot >= next {
                seenExternal = external.count
                await cycle()
                next = clocks.sinceBoot + Self.interval
            } else {
                await collectReport()
            }
            await clocks.wait(for: stored, after: seen, until: await isIdle ? nil : next)
        }
    }

    /// Whether nothing is stored, no removal is pending, and no other process has a decision to wait for.
    private var isIdle: Bool {
        get async {
            guard let opened = owner.openedStore else { return true }
            if opened.isFallback { return false }
            let (store, snapshot) = (opened.store, dependencies.snapshot.now)
            if snapshot.isRemovalPending || isErasurePending { return false }
            // Another process may decline, or grant what was declined.
            if snapshot.consent == .declined, dependencies.sidecar.keepsConsent { return false }
            if store.forwardsToOwner, await runner.hasUndecided { return false }
            return attempt("reading the store") { try store.storedRows(atMost: 1).isEmpty } ?? false
        }
    }

    /// Runs one cycle.
    func cycle() async {
        guard let opened = owner.store else { return }
        let store = opened.store
        dependencies.adoptDecision()
        await collectReport()
        prune(store)
        await maintain(store)
        isStoreFileLeft = isStoreFileLeft && opened.file != opened.namespace?.main  // it may be in use by now
        isErasurePending = isErasurePending || opened.remainder == .erasure && !hasErased
        await removeRefused(from: opened)
        dependencies.progress.raise()  // imported events may be sent, also to new destinations
    }

    /// Processes what changed in the store without a transaction of the client.
    func collectReport() async {
        if let report = owner.storeIfOpen?.collectReport() { await process(report) }
    }

    /// Adds a report to the ledger and the diagnostics, and passes its held submissions to the pipeline.
    private func process(_ report: StoreReport) async {
        dependencies.ledger.add(report.ledger)
        for remark in report.remarks { dependencies.diagnostics.report(.store, remark) }
        if !report.heldSubmissions.isEmpty { await runner.importHeld(report.heldSubmissions) }
        guard !report.ledger.isEmpty else { return }
        await runner.importAwaiting()
        dependencies.progress.raise()
    }

    /// Runs the store's housekeeping slice by slice, and yields to other tasks in between.
    private func maintain(_ store: any EventStore) async {
        var hasMore = true
        while hasMore, !Task.isCancelled {
            let maximumAge = dependencies.snapshot.settings.store.maximumAge
            let now = StorageTime(dependencies.clocks)
            let report = attempt("maintaining the store") { try store.maintain(at: now, maximumAge: maximumAge) }
            guard let report else { return }
            await process(report)
            hasMore = report.hasMore
            await Task.yield()
        }
    }

    // MARK: - Age

    private func prune(_ store: any EventStore) {
        let (maximumAge, time) = (dependencies.snapshot.settings.store.maximumAge, StorageTime(dependencies.clocks))
        _ = attempt("pruning the store") {
            let before = try BootRecord(from: store)
            var boots = before
            boots.note(try (store as? any FileReplacing)?.boots() ?? [time.bootID], at: time)
            if boots != before { try boots.save(in: store) }
            let limit = boots.limit(at: time, maximumAge: maximumAge)
            try drop(.expired, from: store) { try store.expiredRows(by: limit, atMost: $0) }
        }
    }

    // MARK: - Consent

    /// Removes and erases what a refusal covers: while consent is declined everything that is stored; after a later
    /// grant what could not be removed before. What cannot be removed is tried again with each cycle.
    private func removeRefused(from opened: OpenedStore) async {
        let (snapshot, store) = (dependencies.snapshot.now, opened.store)
        let isRefused = snapshot.consent == .declined && hasEvents(store)  // another process has left them
        if snapshot.isRemovalPending || isRefused { await removeEvents(from: opened) }
        if isErasurePending { erase(store) }
    }

    private func hasEvents(_ store: any EventStore) -> Bool {
        attempt("reading the store") { try !store.storedRows(atMost: 1).isEmpty } ?? false
    }

    /// Removes all events; waits for a removal that is under way, as that of another cycle.
    private func removeEvents(from opened: OpenedStore) async {
        if let removal { return await removal.value }
        let task = Task { await carryOutRemoval(from: opened) }
        removal = task
        await task.value
        removal = nil
    }

    /// Removes all events, and renews the identity, so that later events cannot be connected with them.
    private func carryOutRemoval(from opened: OpenedStore) async {
        if !isRemovalNoted {
            isRemovalNoted =
                dependencies.snapshot.now.isRefusedElsewhere || note(.removal, unlessForwarding: opened.store)
        }
        // While a removal is pending nothing is committed, so an owner that has ended is not noticed otherwise. What is
        // in its file is removed with the rest.
        if !isRemovalDoneElsewhere { (opened.store as? any FileReplacing)?.becomeOwnerIfPossible() }
        await collectReport()
        guard await removeAll(from: opened.store) else { return }
        isErasurePending = !(opened.store is any FileReplacing)
        let isDoneElsewhere = isRemovalDoneElsewhere
        if opened.store.forwardsToOwner, !isDoneElsewhere { return }
        guard removeOtherFiles(than: opened) || isDoneElsewhere else { return }
        note(remainder, unlessForwarding: opened.store)
        isRemovalNoted = false
        await identity.renew()
        dependencies.snapshot.update { ($0.isRemovalPending, $0.isRefusedElsewhere) = (false, false) }
        dependencies.inbox.arrived.raise()  // after a grant, events wait for the removal
    }

    /// Whether another client has carried out the removal that this one has noted. The client that finds the last file
    /// empty takes the removal out of the record: of a spool that is the owner of the store file, of other files any
    /// of the clients that use them. A record that this client could not write says nothing.
    private var isRemovalDoneElsewhere: Bool {
        isRemovalNoted && dependencies.sidecar.keepsConsent && dependencies.sidecar.consent.remainder != .removal
    }

    /// Removes what is held and what is stored. A file is replaced, so that nothing of it has to be read.
    private func removeAll(from store: any EventStore) async -> Bool {
        var failure: (any Error)?
        do { try await runner.discard(.consentDeclined) } catch { failure = error }
        return succeeds("removing the events of a user who declined") {
            if let file = store as? any FileReplacing {  // also what could not be removed from it goes with it
                dependencies.ledger.add(try file.replaceFile(dropping: .consentDeclined, countsHeld: false))
                noteRemoval()
            } else if let failure {
                throw failure
            } else {
                try drop(.consentDeclined, from: store) { try store.storedRows(atMost: $0) }
            }
        }
    }

    /// Removes the files of the namespace that could not be imported or opened.
    ///
    /// - Returns: whether none is left, but for the store file, which is noted.
    private func removeOtherFiles(than opened: OpenedStore) -> Bool {
        guard let namespace = opened.namespace, !opened.store.forwardsToOwner else { return true }
        var isDone = false
        return succeeds("removing the files of a user who declined") {
            let result = try RefusedFiles(of: namespace, besides: opened.file).remove()
            isStoreFileLeft = result.isStoreFileLeft
            isDone = result.inUse.isEmpty
            areUnknownFilesLeft = !result.unknown.isEmpty
            for file in result.unknown {
                dependencies.diagnostics.report(
                    .store,
                    "\(file.path) has the name of a file of the store and not its mark; it may have events of a user "
                        + "who declined, and was left: remove it if it is not another program's")
            }
            for file in result.removed {
                dependencies.diagnostics.report(
                    .store,
                    "\(file.path) could not be used, and may have had events of a user who declined; it was removed")
            }
        } && isDone
    }

    private func erase(_ store: any EventStore) {
        guard succeeds("erasing the events of a user who declined", { try store.erase() }) else { return }
        (isErasurePending, hasErased) = (false, true)
        guard !dependencies.snapshot.now.isRemovalPending else { return }
        note(remainder, unlessForwarding: store)
    }

    /// Whether events that a refusal covers, or bytes of them, may be left in the files of the store.
    var hasRemains: Bool {
        dependencies.snapshot.now.isRemovalPending || isErasurePending || isStoreFileLeft || areUnknownFilesLeft
    }

    /// What is left to do of a removal.
    private var remainder: ConsentRecord.Remainder? {
        isStoreFileLeft ? .setAside : isErasurePending ? .erasure : nil
    }

    /// Keeps what is left to do, for a process that continues after this one was killed. Of a store file that another
    /// client owns, that client keeps it.
    ///
    /// - Returns: whether it is kept, by this client or the owner.
    @discardableResult
    private func note(_ remainder: ConsentRecord.Remainder?, unlessForwarding store: any EventStore) -> Bool {
        if store.forwardsToOwner { return true }
        return succeeds("keeping the state of a refusal beside the store") {
            try dependencies.sidecar.changeConsent { [snapshot = dependencies.snapshot] record in
                if remainder == .removal { record.refuse() } else { record.remainder = remainder }
                // Perhaps it could not be kept before. A refusal by the configuration is no decision of the user.
                let now = snapshot.now
                if now.isConsentSet, now.consent == .declined { record.decision = .declined }
            }
        }
    }

    /// Drops the rows that `next` returns, one transaction at a time, until it returns none.
    ///
    /// - Throws: the error of the store; ``StoreError`` when a store that is damaged removes none of them.
    private func drop(
        _ reason: DropReason, from store: any EventStore, next: (_ count: Int) throws -> [Int64]
    ) throws {
        while true {
            let rows = try next(Self.eventsPerTransaction)
            guard !rows.isEmpty else { return }
            var transaction = StoreTransaction()
            transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .dropped(reason)) }
            let counted = try store.commit(transaction)
            guard !counted.isEmpty else {
                throw StoreError(
                    .unavailable, "\(rows.count) events are found in the store and cannot be removed: it is damaged")
            }
            dependencies.ledger.add(counted)
            noteRemoval()
        }
    }

    /// A sender may have read the removed events ahead.
    private func noteRemoval() {
        dependencies.snapshot.update { $0.removals += 1 }
        dependencies.progress.raise()
    }

    @discardableResult
    private func attempt<Result>(_ what: String, _ work: () throws -> Result) -> Result? {
        dependencies.diagnostics.attempt(what, work)
    }

    private func succeeds(_ what: String, _ work: () throws -> Void) -> Bool {
        dependencies.diagnostics.succeeds(what, work)
    }
}
