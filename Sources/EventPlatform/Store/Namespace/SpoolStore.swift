import EventSupport
import Foundation

/// The store of a client whose store file belongs to another one: what it commits goes into files of its own beside that
/// file, one a transaction, and the owner takes them in.
///
/// A file is closed as soon as it is written, so that the owner may have it at once, and so that no lock is held by an app
/// extension that the system suspends. While submissions wait for configurations the file stays open: they are this
/// client's to decide over. When the owner has ended, the next transaction makes this client the owner.
final class SpoolStore: EventStore {
    private struct State {
        /// The file of a transaction that is not complete yet.
        var spool: SQLiteEventStore?
        /// How many submissions wait in it.
        var held = 0
        /// The store file, once this client owns it.
        var main: SQLiteEventStore?
        /// What this client has handed over.
        var handedOver = Ledger()
        /// What its account lacks of the store file's, until a commit has told.
        var untold = Ledger()
        /// Why the store file of an owner that has ended cannot be used, until somebody has asked.
        var remark: String?
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
        do { return try StoreInspector(path: namespace.main.path).values() } catch { return [:] }
    }

    var handsOver: Bool { state.withLock { $0.main == nil } }

    func load() -> StoredState {
        var state = StoredState()
        state.values = values.withLock(\.self)
        return state
    }

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        values.withLock { $0.merge(transaction.values) { $1 } }
        return try state.withLock { state in
            becomeOwner(&state)
            if let main = state.main {
                let counted = try main.commit(transaction)
                defer { state.untold = Ledger() }
                return counted + state.untold
            }
            let spool = try state.spool ?? SQLiteEventStore(path: namespace.newSpool().path, settings: settings)
            state.spool = spool
            let counted = try spool.commit(transaction)
            state.handedOver += transaction.ledger + counted
            state.held += transaction.held.count - transaction.released.count
            guard state.held <= 0 else { return counted }
            state.spool = nil
            try spool.closeWithoutTrace()
            return counted
        }
    }

    /// Takes over the store file when its owner has ended.
    private func becomeOwner(_ state: inout State) {
        guard !isEnqueueOnly, state.main == nil, state.spool == nil else { return }
        do {
            let main = try SQLiteEventStore(path: namespace.main.path, settings: settings, namespace: namespace)
            try main.renumberHeld()
            state.untold = try main.load().ledger - state.handedOver
            state.main = main
            if let notify = state.notify { main.onOutsideEvents(notify) }
        } catch let error as StoreError where error.code == .owned {
            // As a rule: the owner lives.
        } catch {
            state.remark = "\(error). What is handed over waits for a client that can use the store file"
        }
    }

    /// Only the owner hears of what others leave, so `notify` waits until this client is that.
    func onOutsideEvents(_ notify: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.notify = notify
            state.main?.onOutsideEvents(notify)
        }
    }

    func take(_ limit: Int, for destination: String, after row: Int64, lease: Lease) throws -> [StoredEvent] {
        try main?.take(limit, for: destination, after: row, lease: lease) ?? []
    }

    func giveBack(_ rows: [Int64]) { main?.giveBack(rows) }
    func destinations() throws -> [String] { try main?.destinations() ?? [] }
    func expired(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        try main?.expired(by: limit, atMost: count) ?? []
    }
    func waiting(atMost count: Int) throws -> [Int64] { try main?.waiting(atMost: count) ?? [] }
    func erase() throws { try main?.erase() }

    func maintain() throws -> StoreMaintenance {
        var report = try main?.maintain() ?? StoreMaintenance()
        report.remarks += state.withLock { state in
            defer { state.remark = nil }
            return state.remark.map { [$0] } ?? []
        }
        return report
    }

    func value(named name: String) throws -> String? {
        try main?.value(named: name) ?? values.withLock { $0[name] }
    }

    func close() throws {
        try state.withLock { state in
            try state.spool?.close()
            try state.main?.close()
        }
    }

    private var main: SQLiteEventStore? { state.withLock(\.main) }
}
