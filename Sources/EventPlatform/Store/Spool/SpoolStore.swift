import EventSupport
import Foundation

/// The store of a client whose store file another client owns. It commits to a spool, a file of its own beside the
/// store file, from which the owner imports.
///
/// A client uses one spool until it ends. It adopts a spool whose writer has ended, if there is one. When the owner has
/// ended, the next transaction makes this client the owner, unless its spool has held submissions: this client has yet
/// to decide them.
final class SpoolStore: EventStore, FileReplacing {
    private struct State {
        var spool: Spool?
        /// The store of the namespace, once this client owns it.
        var main: NamespaceStore?
        /// The counts of the store file's ledger that the client's ledger lacks. The next commit returns them.
        var unreportedCounts = Ledger()
        /// The counts of this client's events in a spool that it left, since it is damaged.
        var countedBefore = Ledger()
        /// The values in the store file when this store was opened, and those that were committed since.
        var values: [String: String]
        /// The number of refusals that the client knows: from the start, or since it has removed what it had.
        var refusals: Int64
        /// The messages that the next ``collectReport()`` returns.
        var remarks: [String]
        /// The client's handler for events of other processes. It is set on `main` once this client owns the store
        /// file.
        var externalEventsHandler: (@Sendable () -> Void)?
        /// Ends when it is released.
        var watch: FolderWatch?
    }
    /// A lock, since a store is called from any thread. It is held during a commit, so that two commits do not open two
    /// spools.
    private let state: Locked<State>
    private let namespace: StoreNamespace
    private let settings: StoreSettings
    /// Whether this client never becomes the owner.
    private let isEnqueueOnly: Bool

    init(_ namespace: StoreNamespace, settings: StoreSettings, isEnqueueOnly: Bool) {
        (self.namespace, self.settings, self.isEnqueueOnly) = (namespace, settings, isEnqueueOnly)
        let refusals = namespace.refusals
        let (values, remark) = Self.valuesOfOwner(namespace)
        state = Locked(State(values: values, refusals: refusals, remarks: remark.map { [$0] } ?? []))
    }

    /// The values in the store file, such as the install id: both clients belong to one app. None when there is no file
    /// with tables yet, since its owner is creating it; none, with a message, when the file cannot be read.
    private static func valuesOfOwner(_ namespace: StoreNamespace) -> (values: [String: String], remark: String?) {
        let path = namespace.main.path
        guard FileManager.default.fileExists(atPath: path) else { return ([:], nil) }
        do { return (try StoredState.values(ofFile: path), nil) } catch let error as StoreError
            where error.code == .olderVersion
        {
            return ([:], nil)
        } catch {
            return (
                [:], "the install id and the session in \(path) cannot be read, so this client has its own: \(error)"
            )
        }
    }

    var forwardsToOwner: Bool { state.withLock { $0.main == nil } }

    /// Returns the held submissions of an adopted spool, for this client to decide. The ledger counts these only: the
    /// other counts of the spool belong to the process that wrote it.
    func load(at time: StorageTime) throws -> StoredState {
        try state.withLock { state in
            var loaded = StoredState()
            if state.spool == nil, var spool = try adoptSpool(&state) {
                loaded.heldSubmissions = try spool.adopt(at: time)
                for held in loaded.heldSubmissions { loaded.ledger.countSubmitted(held.stream) }
                state.spool = spool
            }
            loaded.values = state.values
            return loaded
        }
    }

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        try state.withLock { state in
            state.values.merge(transaction.values) { $1 }
            leaveMarkedSpool(&state)
            becomeOwnerIfPossible(&state)
            if let main = state.main {
                try requireKnownRefusals(for: transaction, state)
                let counted = try main.commit(transaction.withoutSpoolRows)
                defer { state.unreportedCounts = Ledger() }
                return counted + state.unreportedCounts
            }
            do {
                return try commit(transaction.withSpoolRows, &state)
            } catch let error as StoreError where error.code == .notADatabase && state.spool != nil {
                abandonSpool(&state, because: error)
                return try commit(transaction.withSpoolRows, &state)
            }
        }
    }

    private func commit(_ transaction: StoreTransaction, _ state: inout State) throws -> Ledger {
        var spool = try state.spool ?? newSpool()
        defer { state.spool = spool }
        // After the spool is there: it knows the refusals of before itself, and its transaction finds a later one.
        try requireKnownRefusals(for: transaction, state)
        return try spool.commit(transaction)
    }

    /// - Throws: ``RefusedElsewhere`` if the transaction adds something, and the user has declined in another client
    ///   since: this one may have got it before.
    private func requireKnownRefusals(for transaction: StoreTransaction, _ state: State) throws {
        if transaction.addsContent, namespace.refusals > state.refusals { throw RefusedElsewhere() }
    }

    var isRefusedElsewhere: Bool { state.withLock { namespace.refusals > $0.refusals } }

    /// Leaves a spool in which the owner has found damage that this client has not met.
    private func leaveMarkedSpool(_ state: inout State) {
        guard let spool = state.spool, DamageMark(of: spool.file.path).isSet else { return }
        abandonSpool(&state, because: StoreError(damaged: spool.file.path, "the owner of the store file has found it"))
    }

    /// Leaves a damaged spool to the owner, who rebuilds and imports it.
    private func abandonSpool(_ state: inout State, because error: StoreError) {
        guard let spool = state.spool else { return }
        state.spool = nil
        state.countedBefore += spool.countedInMemory
        state.remarks.append("\(error); this client continues in another file")
        do { try spool.close() } catch { state.remarks.append("\(spool.file.path) cannot be closed: \(error)") }
    }

    // MARK: - The spool

    /// The first spool whose writer has ended; otherwise `nil`.
    private func adoptSpool(_ state: inout State) throws -> Spool? {
        for file in try namespace.spools() {
            do {
                let lock = try StoreLock(file.path)
                try StoreFileExchange(of: file.path).finishIfPending()
                guard FileManager.default.fileExists(atPath: file.path) else {
                    try StoreNamespace.remove(file)  // the owner removed it meanwhile; only the lock is left
                    continue
                }
                return try Spool(file, namespace, settings, lock: lock)
            } catch let error as StoreError where error.code == .owned {
                continue  // another client writes it, or the owner is importing it
            } catch {
                state.remarks.append("\(error). It was not changed")
            }
        }
        return nil
    }

    private func newSpool() throws -> Spool {
        let file = namespace.newSpool()
        return try Spool(file, namespace, settings, lock: try StoreLock(file.path))
    }

    // MARK: - Becoming the owner

    /// Becomes the owner of the store file if its owner has ended, as the next transaction would.
    func becomeOwnerIfPossible() { state.withLock { becomeOwnerIfPossible(&$0) } }

    /// Becomes the owner of the store file if its owner has ended.
    private func becomeOwnerIfPossible(_ state: inout State) {
        guard !isEnqueueOnly, state.main == nil, state.spool?.heldCount ?? 0 == 0 else { return }
        do {
            let main = try NamespaceStore(namespace, settings: settings)
            do { try becomeOwner(of: main, &state) } catch {
                try main.close()
                throw error
            }
            if let handler = state.externalEventsHandler { main.setExternalEventsHandler(handler) }
            state.watch = nil
        } catch let error as StoreError where error.code == .owned {
            // The usual case: the owner is running.
        } catch {
            state.remarks = ["\(error). The events in the spool wait for a client that can use the store file"]
        }
    }

    /// Imports this client's spool into the store file, and computes which of the file's counts the client's ledger
    /// lacks.
    private func becomeOwner(of main: NamespaceStore, _ state: inout State) throws {
        try main.main.renumberHeld()
        var counted = state.countedBefore
        if let spool = state.spool {
            counted += try spool.counted()
            try spool.close()
            state.spool = nil
            let report = main.importAll(of: spool.file)
            main.main.file.addToReport { $0.remarks += report.remarks }
        }
        state.unreportedCounts = try main.main.ledger() - counted
        state.main = main
    }

    /// Until this client is the owner, the handler is called only when another one has changed the user's decision.
    func setExternalEventsHandler(_ handler: @escaping @Sendable () -> Void) {
        let watch = FolderWatch(namespace.folder.path) { [namespace] names in
            // Where the system names no files, it does not report one that is overwritten either.
            if names?.contains(where: namespace.isConsent) == true { handler() }
        }
        state.withLock { state in
            state.externalEventsHandler = handler
            state.watch = watch
            state.main?.setExternalEventsHandler(handler)
        }
    }

    // MARK: - Events

    func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) throws -> [LeasedEvent] {
        try main?.lease(selection, for: destination, atMost: count, now: now, until: deadline) ?? []
    }
    func release(_ rows: [Int64]) { main?.release(rows) }
    func destinations() throws -> [String] { try main?.destinations() ?? [] }
    func hasReadyEvent(for destination: String, besides rows: Set<Int64>) throws -> Bool {
        try main?.hasReadyEvent(for: destination, besides: rows) ?? false
    }
    func nextRetry(for destination: String) throws -> Duration? { try main?.nextRetry(for: destination) }
    /// Events that await a schema in the spool are decided by the owner, after the import.
    func awaitedSchemas() throws -> [String] { try main?.awaitedSchemas() ?? [] }
    func events(awaiting schema: String, atMost count: Int) throws -> [AwaitingEvent] {
        try main?.events(awaiting: schema, atMost: count) ?? []
    }
    /// Events in the spool expire in ``maintain(at:maximumAge:)``.
    func expiredRows(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        try main?.expiredRows(by: limit, atMost: count) ?? []
    }

    /// Rows of the spool are returned as negative numbers, so that a later commit to the store file ignores them.
    func storedRows(atMost count: Int) throws -> [Int64] {
        if let main { return try main.storedRows(atMost: count) }
        return try state.withLock { try $0.spool?.store.storedRows(atMost: count).map { -$0 } ?? [] }
    }

    func value(named name: String) throws -> String? {
        let (main, known) = state.withLock { ($0.main, $0.values[name]) }
        return try main?.value(named: name) ?? known
    }

    func erase() throws {
        if let main { return try main.erase() }
        try state.withLock { try $0.spool?.store.erase() }
    }

    func replaceFile(dropping reason: DropReason, countsHeld: Bool) throws -> Ledger {
        try state.withLock { state in
            let refusals = namespace.refusals
            let dropped =
                try state.main?.replaceFile(dropping: reason, countsHeld: countsHeld)
                ?? replaceSpool(&state, dropping: reason, countsHeld: countsHeld)
            state.refusals = refusals
            return dropped
        }
    }

    private func replaceSpool(
        _ state: inout State, dropping reason: DropReason, countsHeld: Bool
    ) throws -> Ledger {
        guard let spool = state.spool else { return Ledger() }
        do { return try spool.store.replaceFile(dropping: reason, countsHeld: countsHeld) } catch let error
            as StoreError where error.code == .notADatabase
        {
            // What it had is in no account; the owner removes it too where this client is slower.
            abandonSpool(&state, because: error)
            let lock = try StoreLock(spool.file.path)
            defer { lock.release() }
            try StoreNamespace.remove(spool.file)
            return Ledger()
        }
    }

    func boots() throws -> [String] { try main?.boots() ?? [] }
    var isInPlace: Bool { main?.isInPlace ?? state.withLock { $0.spool?.store.isInPlace ?? true } }

    // MARK: - Housekeeping

    func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreReport {
        var report = collectReport()
        if let main {
            report += try main.maintain(at: time, maximumAge: maximumAge)
            return report
        }
        let limit = try BootRecord(from: self).limit(at: time, maximumAge: maximumAge)
        report += try state.withLock { state in
            leaveMarkedSpool(&state)
            return try state.spool?.prune(limit) ?? StoreReport()
        }
        return report
    }

    func collectReport() -> StoreReport {
        var report = main?.collectReport() ?? StoreReport()
        report.remarks += state.withLock { state in
            defer { state.remarks = [] }
            return state.remarks
        }
        return report
    }

    func close() throws {
        try state.withLock { state in
            state.watch = nil
            try state.spool?.close()
            try state.main?.close()
        }
    }

    private var main: NamespaceStore? { state.withLock(\.main) }
}

extension StoreTransaction {
    /// The transaction for a spool: negative rows become the spool's rows, and other rows are left out.
    fileprivate var withSpoolRows: StoreTransaction {
        var transaction = self
        transaction.finished = finished.filter { $0.row < 0 }.map { FinishedEvent(row: -$0.row, outcome: $0.outcome) }
        (transaction.failed, transaction.decided) = ([], [])
        return transaction
    }

    /// The transaction for the store file: without rows of the spool, which has been imported.
    fileprivate var withoutSpoolRows: StoreTransaction {
        var transaction = self
        transaction.finished.removeAll { $0.row < 0 }
        return transaction
    }
}
