import EventSupport
import Foundation

/// Keeps the store in order: drops events that are too old, imports the files of other processes, evicts what exceeds
/// the limits, and removes the events of a user who declined. A part of the ``ClientCore``.
struct Upkeep: Sendable {
    private let dependencies: ClientDependencies
    /// When the next cycle is due if anything is stored, as time since boot.
    private var nextCycle: Duration
    /// Whether a cycle is due in any case.
    private(set) var isRequested = false
    /// Whether a cycle has begun and not ended.
    private(set) var isUnderWay = false
    /// The age at which events are too old, in a cycle that has not dropped all of them yet.
    private var ageLimit: AgeLimit?
    /// Whether the content of the store may have changed since it was looked at.
    private(set) var hasNews = true
    /// Whether anything was stored when it was looked at.
    private var hasStored = true

    /// Whether bytes of removed events may still be in the files of the store.
    private var isErasurePending = false
    /// Whether this process has erased what an earlier one left.
    private var hasErased = false
    /// Whether events of a user who declined may be in the store file, which could not be opened.
    private var mustEraseStoreFile = false
    /// Whether files are left that may have had events of a user who declined.
    private var areUnknownFilesLeft = false
    /// Whether the record beside the store has had the removal that is under way.
    private var isRemovalNoted = false

    /// The time between two cycles while events are stored. Source: the Metrics Platform's clients.
    static let interval: Duration = .seconds(30)
    /// The maximum number of events that one transaction removes, so that memory does not grow with a backlog.
    private static let eventsPerTransaction = 1000

    init(_ dependencies: ClientDependencies) {
        self.dependencies = dependencies
        nextCycle = dependencies.clocks.sinceBoot
    }

    // MARK: - What is due

    /// Notes that the content of the store may have changed.
    mutating func storeChanged() { hasNews = true }

    /// Makes a cycle due at once, as when another process has left events.
    mutating func request() { isRequested = true }

    /// Makes the next cycle due after the interval.
    mutating func scheduleNext() { nextCycle = dependencies.clocks.sinceBoot + Self.interval }

    /// Whether a cycle is due.
    func isDue(_ opened: OpenedStore, _ decider: Decider) -> Bool {
        isRequested || dependencies.clocks.sinceBoot >= nextCycle && !isIdle(opened, decider)
    }

    /// When the next cycle is due, as time since boot; `nil` while nothing is stored, so that no timer is set.
    func nextTime(_ opened: OpenedStore, _ decider: Decider) -> Duration? {
        if isRequested || hasNews || isUnderWay { return .zero }
        return isIdle(opened, decider) ? nil : nextCycle
    }

    /// Whether nothing is stored, no removal is pending, and no other process has a decision to wait for.
    private func isIdle(_ opened: OpenedStore, _ decider: Decider) -> Bool {
        if opened.isFallback { return false }
        let snapshot = dependencies.snapshot.now
        if snapshot.isRemovalPending || isErasurePending { return false }
        // Another process may decline, or grant what was declined.
        if snapshot.consent == .declined, dependencies.sidecar.keepsConsent { return false }
        if opened.store.forwardsToOwner, decider.hasUndecided { return false }
        return !hasStored
    }

    /// Looks whether anything is stored, and processes what changed in the store without a transaction of the client.
    mutating func look(_ opened: OpenedStore, _ decider: inout Decider) {
        collectReport(opened, &decider)
        hasNews = false
        hasStored = attempt("reading the store") { try !opened.store.storedRows(atMost: 1).isEmpty } ?? true
    }

    // MARK: - A cycle

    /// Begins a cycle: what another process has decided is adopted. The rest of it is done by ``step(_:_:)``.
    mutating func begin(_ opened: OpenedStore, _ decider: inout Decider) {
        (isRequested, isUnderWay) = (false, true)
        dependencies.adoptDecision()
        collectReport(opened, &decider)
        ageLimit = currentAgeLimit(opened.store)
    }

    /// Whether events may be in the store that the cycle under way will drop for their age.
    var isPruning: Bool { ageLimit != nil }

    /// Continues the cycle under way by a slice: drops events that are too old, then runs the store's housekeeping, and
    /// ends the cycle after the last slice.
    mutating func step(_ opened: OpenedStore, _ decider: inout Decider) {
        guard isUnderWay, !prune(opened.store), !housekeep(opened, &decider) else { return }
        isUnderWay = false
        end(opened, &decider)
    }

    /// - Returns: whether there is more to do.
    private mutating func housekeep(_ opened: OpenedStore, _ decider: inout Decider) -> Bool {
        let maximumAge = dependencies.snapshot.settings.store.maximumAge
        let now = StorageTime(dependencies.clocks)
        let report = attempt("maintaining the store") { try opened.store.maintain(at: now, maximumAge: maximumAge) }
        guard let report else { return false }
        process(report, opened, &decider)
        return report.hasMore
    }

    /// Ends a cycle: what a refusal covers is removed.
    private mutating func end(_ opened: OpenedStore, _ decider: inout Decider) {
        mustEraseStoreFile = mustEraseStoreFile && opened.file != opened.namespace?.main  // it may be in use by now
        isErasurePending = isErasurePending || opened.unfinishedRefusal == .erasure && !hasErased
        removeRefused(from: opened, &decider)
        hasNews = true
    }

    /// Processes what changed in the store without a transaction of the client.
    mutating func collectReport(_ opened: OpenedStore, _ decider: inout Decider) {
        process(opened.store.collectReport(), opened, &decider)
    }

    /// Adds a report to the ledger and the diagnostics, and passes its held submissions on.
    private mutating func process(_ report: StoreReport, _ opened: OpenedStore, _ decider: inout Decider) {
        dependencies.ledger.add(report.ledger)
        for remark in report.remarks { dependencies.diagnostics.report(.store, remark) }
        if !report.heldSubmissions.isEmpty { decider.importHeld(report.heldSubmissions) }
        if !report.ledger.isEmpty { decider.restoreAwaited(in: opened.store) }
        if report.ledger.isEmpty, report.heldSubmissions.isEmpty { return }
        decider.decide(in: opened.store)
        hasNews = true
        dependencies.mailbox.changed.raise()
    }

    // MARK: - Age

    private func currentAgeLimit(_ store: any EventStore) -> AgeLimit? {
        let (maximumAge, time) = (dependencies.snapshot.settings.store.maximumAge, StorageTime(dependencies.clocks))
        return attempt("pruning the store") {
            let before = try BootRecord(from: store)
            var boots = before
            boots.note(try (store as? any FileReplacing)?.boots() ?? [time.bootID], at: time)
            if boots != before { try boots.save(in: store) }
            return boots.limit(at: time, maximumAge: maximumAge)
        }
    }

    /// - Returns: whether more events may be too old.
    private mutating func prune(_ store: any EventStore) -> Bool {
        guard let limit = ageLimit else { return false }
        let hasMore = attempt("pruning the store") {
            try drop(.expired, from: store) { try store.expiredRows(by: limit, atMost: $0) }
        }
        if hasMore != true { ageLimit = nil }
        return hasMore == true
    }

    // MARK: - Consent

    /// Removes and erases what a refusal covers: while consent is declined everything that is stored; after a later
    /// grant what could not be removed before. What cannot be removed is tried again with each cycle.
    private mutating func removeRefused(from opened: OpenedStore, _ decider: inout Decider) {
        let (snapshot, store) = (dependencies.snapshot.now, opened.store)
        let isRefused = snapshot.consent == .declined && hasEvents(store)  // another process has left them
        if snapshot.isRemovalPending || isRefused { removeEvents(from: opened, &decider) }
        if isErasurePending { erase(store) }
    }

    private func hasEvents(_ store: any EventStore) -> Bool {
        attempt("reading the store") { try !store.storedRows(atMost: 1).isEmpty } ?? false
    }

    /// Removes all events, and renews the identity, so that later events cannot be connected with them.
    private mutating func removeEvents(from opened: OpenedStore, _ decider: inout Decider) {
        if !isRemovalNoted {
            isRemovalNoted =
                dependencies.snapshot.now.isRefusedElsewhere || note(.removal, unlessForwarding: opened.store)
        }
        // While a removal is pending nothing is committed, so an owner that has ended is not noticed otherwise. What is
        // in its file is removed with the rest.
        if !isRemovalDoneElsewhere { (opened.store as? any FileReplacing)?.becomeOwnerIfPossible() }
        collectReport(opened, &decider)
        guard removeAll(from: opened.store, &decider) else { return }
        isErasurePending = !(opened.store is any FileReplacing)
        let isDoneElsewhere = isRemovalDoneElsewhere
        if opened.store.forwardsToOwner, !isDoneElsewhere { return }
        guard removeOtherFiles(than: opened) || isDoneElsewhere else { return }
        note(unfinishedRefusal, unlessForwarding: opened.store)
        isRemovalNoted = false
        renewIdentity(&decider, in: opened.store)
        // After a grant, submissions wait for this.
        dependencies.snapshot.update { ($0.isRemovalPending, $0.isRefusedElsewhere) = (false, false) }
    }

    /// Renews install id and session id, so that later events cannot be connected with those before a refusal.
    private func renewIdentity(_ decider: inout Decider, in store: any EventStore) {
        let (id, now) = (dependencies.identifiers.installID(), dependencies.clocks.sinceBoot)
        dependencies.snapshot.update { $0.installID = id }
        dependencies.sidecar.keep(installID: id, dependencies.diagnostics)
        dependencies.caller.withLock { [identifiers = dependencies.identifiers] caller in
            caller.sessions.renew(now: now, makeID: identifiers.sessionID)
        }
        decider.save(id, as: InstallID.name, in: store)
    }

    /// Whether another client has carried out the removal that this one has noted. The client that finds the last file
    /// empty takes the removal out of the record: of a spool that is the owner of the store file, of other files any
    /// of the clients that use them. A record that this client could not write says nothing.
    private var isRemovalDoneElsewhere: Bool {
        isRemovalNoted && dependencies.sidecar.keepsConsent
            && dependencies.sidecar.consent.unfinishedRefusal != .removal
    }

    /// Removes what is held and what is stored. A file is replaced, so that nothing of it has to be read.
    private func removeAll(from store: any EventStore, _ decider: inout Decider) -> Bool {
        var failure: (any Error)?
        do { try decider.discard(.consentDeclined, in: store) } catch { failure = error }
        return succeeds("removing the events of a user who declined") {
            if let file = store as? any FileReplacing {  // also what could not be removed from it goes with it
                dependencies.ledger.add(try file.replaceFile(dropping: .consentDeclined, countsHeld: false))
                noteRemoval()
            } else if let failure {
                throw failure
            } else {
                while try drop(.consentDeclined, from: store, next: { try store.storedRows(atMost: $0) }) {}
            }
        }
    }

    /// Removes the files of the namespace that could not be imported or opened.
    ///
    /// - Returns: whether none is left, but for the store file, which is noted.
    private mutating func removeOtherFiles(than opened: OpenedStore) -> Bool {
        guard let namespace = opened.namespace, !opened.store.forwardsToOwner else { return true }
        var isDone = false
        let diagnostics = dependencies.diagnostics
        return diagnostics.succeeds("removing the files of a user who declined") {
            let result = try RefusedFiles(of: namespace, besides: opened.file).remove()
            mustEraseStoreFile = result.mustEraseStoreFile
            isDone = result.inUse.isEmpty
            areUnknownFilesLeft = !result.unknown.isEmpty
            for file in result.unknown {
                diagnostics.report(
                    .store,
                    "\(file.path) has the name of a file of the store and not its mark; it may have events of a user "
                        + "who declined, and was left: remove it if it is not another program's")
            }
            for file in result.removed {
                diagnostics.report(
                    .store,
                    "\(file.path) could not be used, and may have had events of a user who declined; it was removed")
            }
        } && isDone
    }

    private mutating func erase(_ store: any EventStore) {
        guard succeeds("erasing the events of a user who declined", { try store.erase() }) else { return }
        (isErasurePending, hasErased) = (false, true)
        guard !dependencies.snapshot.now.isRemovalPending else { return }
        note(unfinishedRefusal, unlessForwarding: store)
    }

    /// Whether events that a refusal covers, or bytes of them, may be left in the files of the store.
    var hasRemains: Bool {
        dependencies.snapshot.now.isRemovalPending || isErasurePending || mustEraseStoreFile || areUnknownFilesLeft
    }

    /// What is left to do of a removal.
    private var unfinishedRefusal: ConsentRecord.UnfinishedRefusal? {
        mustEraseStoreFile ? .fileUnavailable : isErasurePending ? .erasure : nil
    }

    /// Keeps what is left to do, for a process that continues after this one was killed. Of a store file that another
    /// client owns, that client keeps it.
    ///
    /// - Returns: whether it is kept, by this client or the owner.
    @discardableResult
    private func note(_ unfinishedRefusal: ConsentRecord.UnfinishedRefusal?, unlessForwarding store: any EventStore)
        -> Bool
    {
        if store.forwardsToOwner { return true }
        return succeeds("keeping the state of a refusal beside the store") {
            try dependencies.sidecar.changeConsent { [snapshot = dependencies.snapshot] record in
                if unfinishedRefusal == .removal {
                    record.refuse()
                } else {
                    record.unfinishedRefusal = unfinishedRefusal
                }
                // Perhaps it could not be kept before. A refusal by the configuration is no decision of the user.
                let now = snapshot.now
                if now.isConsentSet, now.consent == .declined { record.decision = .declined }
            }
        }
    }

    /// Drops the rows that `next` returns, in one transaction.
    ///
    /// - Returns: whether there were any; then there may be more.
    /// - Throws: the error of the store; ``StoreError`` when a store that is damaged removes none of them.
    private func drop(
        _ reason: DropReason, from store: any EventStore, next: (_ count: Int) throws -> [Int64]
    ) throws -> Bool {
        let rows = try next(Self.eventsPerTransaction)
        guard !rows.isEmpty else { return false }
        var transaction = StoreTransaction()
        transaction.finished = rows.map { FinishedEvent(row: $0, outcome: .dropped(reason)) }
        let counted = try store.commit(transaction)
        guard !counted.isEmpty else {
            throw StoreError(
                .unavailable, "\(rows.count) events are found in the store and cannot be removed: it is damaged")
        }
        dependencies.ledger.add(counted)
        noteRemoval()
        return true
    }

    /// A sender may have read the removed events ahead.
    private func noteRemoval() {
        dependencies.snapshot.update { $0.removals += 1 }
    }

    @discardableResult
    private func attempt<Result>(_ what: String, _ work: () throws -> Result) -> Result? {
        dependencies.diagnostics.attempt(what, work)
    }

    private func succeeds(_ what: String, _ work: () throws -> Void) -> Bool {
        dependencies.diagnostics.succeeds(what, work)
    }
}
