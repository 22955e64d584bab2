import EventSupport
import Foundation

/// The store of a client whose store file belongs to another one: what it commits goes into a spool, a file of its own
/// beside that file, and the owner imports it.
///
/// A client has one spool for its life; it adopts one whose writer has ended, if there is any. When the owner has ended, the
/// next transaction makes this client the owner, unless submissions wait in its spool: those are this client's to decide.
final class SpoolStore: EventStore {
    private struct State {
        var spool: Spool?
        /// The store of the namespace, once this client owns it.
        var main: NamespaceStore?
        /// What the client's account lacks of the store file's, until a commit has told.
        var untold = Ledger()
        /// What a developer should know, until somebody has asked.
        var remarks: [String] = []
        /// Told of what others leave beside the store file, once this client owns it.
        var notify: (@Sendable () -> Void)?
    }
    /// The lock is held during a commit, since two of them must not open two files.
    private let state = Locked(State())
    private let namespace: StoreNamespace
    private let settings: StoreSettings
    /// Whether this client never becomes the owner.
    private let isEnqueueOnly: Bool
    /// The settings of the owner, as they were when this store was opened, and what was committed since.
    private let values: Locked<[String: String]>

    init(_ namespace: StoreNamespace, settings: StoreSettings, isEnqueueOnly: Bool) {
        (self.namespace, self.settings, self.isEnqueueOnly) = (namespace, settings, isEnqueueOnly)
        values = Locked(Self.valuesOfOwner(namespace))
    }

    /// The owner's settings: both clients are one app with one install id. None when the file cannot be read.
    private static func valuesOfOwner(_ namespace: StoreNamespace) -> [String: String] {
        do { return try StoredState.values(ofFile: namespace.main.path) } catch { return [:] }
    }

    var forwardsToOwner: Bool { state.withLock { $0.main == nil } }

    /// What the adopted spool holds for this client to decide. The account begins with that: what the spool has counted
    /// before was another process's.
    func load(at time: StorageTime) throws -> StoredState {
        try state.withLock { state in
            var loaded = StoredState()
            if state.spool == nil, var spool = try adoptSpool(&state) {
                loaded.heldSubmissions = try spool.adopt(at: time)
                for held in loaded.heldSubmissions { loaded.ledger.countSubmitted(held.stream) }
                state.spool = spool
            }
            loaded.values = values.withLock(\.self)
            return loaded
        }
    }

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        values.withLock { $0.merge(transaction.values) { $1 } }
        return try state.withLock { state in
            becomeOwner(&state)
            if let main = state.main {
                let counted = try main.commit(transaction.withoutSpoolRows)
                defer { state.untold = Ledger() }
                return counted + state.untold
            }
            var spool = try state.spool ?? newSpool()
            defer { state.spool = spool }
            return try spool.commit(transaction.withSpoolRows)
        }
    }

    // MARK: - The spool

    /// The first spool whose writer has ended, if there is any.
    private func adoptSpool(_ state: inout State) throws -> Spool? {
        for file in try namespace.spools() {
            do {
                let lock = try FileLock(store: file.path)
                guard FileManager.default.fileExists(atPath: file.path) else {
                    try StoreNamespace.remove(file)  // the owner has removed it meanwhile: only the new lock is left
                    continue
                }
                return try Spool(file, namespace, settings, lock: lock)
            } catch let error as StoreError where error.code == .owned {
                continue  // another client writes it, or the owner is about to remove it
            } catch {
                state.remarks.append("\(error). It was left as it is")
            }
        }
        return nil
    }

    private func newSpool() throws -> Spool {
        let file = namespace.newSpool()
        return try Spool(file, namespace, settings, lock: try FileLock(store: file.path))
    }

    // MARK: - Becoming the owner

    /// Becomes the owner of the store file when its owner has ended.
    private func becomeOwner(_ state: inout State) {
        guard !isEnqueueOnly, state.main == nil, state.spool?.held ?? 0 == 0 else { return }
        do {
            let main = try NamespaceStore(namespace, settings: settings)
            do { try takeOver(main, &state) } catch {
                try main.close()
                throw error
            }
            if let notify = state.notify { main.onExternalEvents(notify) }
        } catch let error as StoreError where error.code == .owned {
            // As a rule: the owner lives.
        } catch {
            state.remarks = ["\(error). What is handed over waits for a client that can use the store file"]
        }
    }

    /// Imports this client's spool, and finds out what its account lacks of the store file's.
    private func takeOver(_ main: NamespaceStore, _ state: inout State) throws {
        try main.main.renumberHeld()
        var counted = Ledger()
        if let spool = state.spool {
            counted = try spool.counted()
            try spool.close()
            state.spool = nil
            let report = main.importAll(of: spool.file)
            main.main.addToReport { $0.remarks += report.remarks }
        }
        state.untold = try main.main.ledger() - counted
        state.main = main
    }

    /// Only the owner hears of what others leave, so `notify` waits until this client is that.
    func onExternalEvents(_ notify: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.notify = notify
            state.main?.onExternalEvents(notify)
        }
    }

    // MARK: - Events

    func lease(
        _ limit: Int, for destination: String, _ selection: LeaseSelection, _ lease: Lease
    ) throws -> [StoredEvent] { try main?.lease(limit, for: destination, selection, lease) ?? [] }
    func release(_ rows: [Int64]) { main?.release(rows) }
    func destinations() throws -> [String] { try main?.destinations() ?? [] }
    func nextRetry(for destination: String) throws -> Duration? { try main?.nextRetry(for: destination) }
    /// What awaits a schema in the spool is the owner's to decide.
    func awaitedSchemas() throws -> [String] { try main?.awaitedSchemas() ?? [] }
    func awaiting(schema: String, atMost count: Int) throws -> [AwaitingEvent] {
        try main?.awaiting(schema: schema, atMost: count) ?? []
    }
    /// What is too old in the spool leaves with ``maintain(at:maximumAge:)``.
    func expired(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        try main?.expired(by: limit, atMost: count) ?? []
    }

    /// Rows of the spool are given as negative numbers, so that they are not taken for the store file's later.
    func waiting(atMost count: Int) throws -> [Int64] {
        if let main { return try main.waiting(atMost: count) }
        return try state.withLock { try $0.spool?.store.waiting(atMost: count).map { -$0 } ?? [] }
    }

    func value(named name: String) throws -> String? {
        try main?.value(named: name) ?? values.withLock { $0[name] }
    }

    func erase() throws {
        if let main { return try main.erase() }
        try state.withLock { try $0.spool?.store.erase() }
    }

    // MARK: - Housekeeping

    func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreMaintenance {
        var report = collectReport()
        if let main {
            report += try main.maintain(at: time, maximumAge: maximumAge)
            return report
        }
        let trusted = try value(Timestamp.self, named: LastTrustedWallClock.name)
        let limit = AgePolicy(maximumAge: maximumAge).limit(at: time, lastTrusted: trusted)
        report += try state.withLock { try $0.spool?.prune(limit) ?? StoreMaintenance() }
        return report
    }

    func collectReport() -> StoreMaintenance {
        var report = main?.collectReport() ?? StoreMaintenance()
        report.remarks += state.withLock { state in
            defer { state.remarks = [] }
            return state.remarks
        }
        return report
    }

    func close() throws {
        try state.withLock { state in
            try state.spool?.close()
            try state.main?.close()
        }
    }

    private var main: NamespaceStore? { state.withLock(\.main) }
}

extension StoreTransaction {
    /// With the rows of a spool as that has them, and without any other row.
    fileprivate var withSpoolRows: StoreTransaction {
        var transaction = self
        transaction.finished = finished.filter { $0.row < 0 }.map { FinishedEvent(row: -$0.row, outcome: $0.outcome) }
        (transaction.failed, transaction.decided) = ([], [])
        return transaction
    }

    /// Without the rows of a spool, which was imported meanwhile.
    fileprivate var withoutSpoolRows: StoreTransaction {
        var transaction = self
        transaction.finished.removeAll { $0.row < 0 }
        return transaction
    }
}
