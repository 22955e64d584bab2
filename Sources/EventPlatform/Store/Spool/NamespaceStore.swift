import EventSupport
import Foundation

/// The store of the client that owns a namespace: the store file, into which it imports the files of other clients.
final class NamespaceStore: EventStore, FileReplacing {
    let main: SQLiteEventStore
    private let namespace: StoreNamespace
    /// The namespace with the user's decision: another one for an alternative file.
    private let configured: StoreNamespace
    private struct State {
        var importer: SpoolImporter
        /// Ends when it is released.
        var watch: FolderWatch?
    }
    /// A lock, since a store is called from any thread. It is held during an import: one follows the other.
    private let state: Locked<State>

    /// Opens the store file and takes its lock. Does not read the files beside it.
    ///
    /// With `other` the store file is an alternative file of that namespace.
    init(_ namespace: StoreNamespace, settings: StoreSettings, partOf other: StoreNamespace? = nil) throws {
        self.namespace = namespace
        configured = other ?? namespace
        state = Locked(State(importer: SpoolImporter(namespace, settings)))
        let path = namespace.main.path
        main = try SQLiteEventStore(
            path: path, settings: settings, lock: try StoreLock(path), partOf: other)
        do { try main.discardClaim() } catch {
            try main.close()
            throw error
        }
    }

    func load(at time: StorageTime) throws -> StoredState { try main.load(at: time) }
    func commit(_ transaction: StoreTransaction) throws -> Ledger { try main.commit(transaction) }
    func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) throws -> [LeasedEvent] {
        try main.lease(selection, for: destination, atMost: count, now: now, until: deadline)
    }
    func release(_ rows: [Int64]) { main.release(rows) }
    func destinations() throws -> [String] { try main.destinations() }
    func hasReadyEvent(for destination: String, besides rows: Set<Int64>) throws -> Bool {
        try main.hasReadyEvent(for: destination, besides: rows)
    }
    func nextRetry(for destination: String) throws -> Duration? { try main.nextRetry(for: destination) }
    func awaitedSchemas() throws -> [String] { try main.awaitedSchemas() }
    func events(awaiting schema: String, atMost count: Int) throws -> [AwaitingEvent] {
        try main.events(awaiting: schema, atMost: count)
    }
    func expiredRows(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        try main.expiredRows(by: limit, atMost: count)
    }
    func storedRows(atMost count: Int) throws -> [Int64] { try main.storedRows(atMost: count) }
    func value(named name: String) throws -> String? { try main.value(named: name) }
    func erase() throws { try main.erase() }
    func replaceFile(dropping reason: DropReason, countsHeld: Bool) throws -> Ledger {
        try main.replaceFile(dropping: reason, countsHeld: countsHeld)
    }
    var isInPlace: Bool { main.isInPlace }
    func boots() throws -> [String] { try main.boots() }
    var isOfBeforeRefusal: Bool { main.isOfBeforeRefusal }
    var isRefusedElsewhere: Bool { main.isRefusedElsewhere }
    var refusals: Int64 { main.refusals }
    func collectReport() -> StoreReport { main.collectReport() }

    func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreReport {
        var report = try importSlice()
        report += try main.maintain(at: time, maximumAge: maximumAge)
        return report
    }

    private func importSlice() throws -> StoreReport {
        try state.withLock { [main] in try $0.importer.importSlice(into: main) }
    }

    /// Imports one file completely.
    func importAll(of file: URL) -> StoreReport {
        var report = StoreReport()
        var hasMore = true
        while hasMore {
            let slice = state.withLock { [main] in $0.importer.importSlice(of: file, into: main) }
            report += slice
            hasMore = slice.hasMore
        }
        report.hasMore = false
        return report
    }

    /// Watches the folder and calls the handler when there may be events to import.
    func setExternalEventsHandler(_ handler: @escaping @Sendable () -> Void) {
        let watch = FolderWatch(namespace.folder.path) { [namespace, configured] names in
            let isMeant = { configured.isConsent($0) || namespace.signalsExternalEvents($0) }
            if names.map({ $0.contains(where: isMeant) }) ?? true { handler() }
        }
        state.withLock { $0.watch = watch }
    }

    /// Imports all files completely. The next ``collectReport()`` returns what changed.
    func importAll() throws {
        var hasMore = true
        while hasMore {
            var slice = try importSlice()
            hasMore = slice.hasMore
            slice.hasMore = false
            main.file.addToReport { [slice] in $0 += slice }
        }
    }

    func close() throws {
        state.withLock { $0.watch = nil }
        try main.close()
    }
}
