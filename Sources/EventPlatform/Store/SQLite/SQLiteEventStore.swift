import EventSupport
import Foundation
import GRDB

/// A store in one SQLite file.
///
/// One client at a time owns the file: it holds the lock of `PATH.lock`, which the system releases when the process
/// ends. What a committed event survives is set by ``StoreSettings/durability``. Each row has a checksum; an event that
/// does not match it is moved to the table `damaged` and counted as ``DropReason/damaged``.
///
/// A client opens it by its ``StoreLocation``. An app that opens one itself, for
/// ``EventPlatformClient/Configuration/Store/custom``, gets no spools and no fallback files.
public final class SQLiteEventStore: EventStore {
    /// What changes while the store is open.
    struct State: Sendable {
        /// Another one after ``replaceFile(dropping:)``.
        var connection: DatabaseQueue
        /// Changed only on the connection's queue, which runs one transaction at a time, so that it matches the file.
        var cache: StoreCache
        /// The limits may change.
        var settings: StoreSettings
        /// The file that was opened. Another one, or none, may be at ``path`` later.
        var file: FileIdentity?
        /// What the next ``collectReport()`` returns.
        var report = StoreReport()
        /// Whether the store is closed; from then on every access throws.
        var isClosed = false
    }

    let path: String
    let lock: StoreLock
    let state: Locked<State>
    /// The namespace that the file is a spool or an alternative file of.
    let namespace: StoreNamespace?
    /// Whether another process changes the file too.
    let isShared: Bool

    /// Opens or creates a store file and takes its lock. A file of an earlier version of the library is migrated.
    ///
    /// - Parameters:
    ///   - path: the path of the file; its folder must exist.
    ///   - settings: limits, durability and protection.
    /// - Throws: ``StoreError`` with the file and the remedy; on Apple platforms also Foundation's error when the
    ///   file's protection or its exclusion from backups cannot be set. A file that is not an event store is not
    ///   changed.
    public convenience init(path: String, settings: StoreSettings = StoreSettings()) throws {
        try self.init(path: path, settings: settings, lock: try StoreLock(path))
    }

    /// Opens or creates a store file whose lock the caller holds.
    ///
    /// With `isShared` another process changes the file too; see ``SpoolFile``. With `namespace` the file is a spool or
    /// an alternative file of that namespace.
    ///
    /// - Throws: ``StoreError`` with the file and the remedy; on Apple's systems also Foundation's error when the
    ///   file's protection or its exclusion from backups cannot be set.
    init(
        path: String, settings: StoreSettings, lock: StoreLock, isShared: Bool = false,
        partOf namespace: StoreNamespace? = nil
    ) throws {
        (self.path, self.lock, self.isShared, self.namespace) = (path, lock, isShared, namespace)
        do {
            let queue = try Self.open(path, settings, lock, isShared: isShared, partOf: namespace)
            state = Locked(
                State(
                    connection: queue, cache: try queue.read { try StoreCache(reading: $0) }, settings: settings,
                    file: FileIdentity(path: path)))
        } catch {
            let failure = (error as? DatabaseError).map { StoreError(opening: path, $0) } ?? error
            // A lock file beside a file would mark it as a store; see StorePurge.isDamagedStore.
            if (failure as? StoreError)?.isForeignFile == true { lock.undo() }
            throw failure
        }
    }

    static func open(
        _ path: String, _ settings: StoreSettings, _ lock: StoreLock, isShared: Bool, partOf namespace: StoreNamespace?
    ) throws -> DatabaseQueue {
        try StoreSchema.requireSQLiteFile(at: path)
        try lock.checkFiles()
        try StoreSchema.requireNoOtherDatabase(at: path)
        StoreProtection.create(path)
        try lock.fileWasCreated()
        let queue = try StoreConnection.open(path)
        try DamageMark(of: path).check(queue)
        try StoreConnection.setPageSize(queue)
        try StoreSchema.migrate(queue, path: path, partOf: namespace)
        // It writes to the file, so it comes after the checks that the file is an event store.
        try StoreConnection.configureJournal(queue, settings.durability, isShared: isShared)
        try StoreProtection.apply(settings, to: path)
        return queue
    }

    /// The version of the linked SQLite, from `sqlite_version()`; "unknown" when it cannot be read.
    public static var sqliteVersion: String {
        do {
            return try DatabaseQueue().inDatabase { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "" }
        } catch {
            return "unknown"
        }
    }

    /// The settings, with the limits in force.
    var settings: StoreSettings { state.withLock { $0.settings } }

    /// Changes the limits. What exceeds them is evicted by the next transactions.
    func setLimits(_ limits: StoreTotals) {
        state.withLock { ($0.settings.maximumEvents, $0.settings.maximumBytes) = (limits.events, limits.bytes) }
    }

    // MARK: - Opening and writing

    /// Returns what earlier processes left in the file.
    public func load(at time: StorageTime) throws -> StoredState {
        try moveRetries(to: time)
        return try withDatabase { try StoredState(reading: $0, settings.cipher) }
    }

    /// Converts retry times of earlier boots to the running boot clock. When the file cannot be written, they stay as
    /// they are, and their events may be tried too early or too late.
    private func moveRetries(to time: StorageTime) throws {
        let old = try withDatabase { try RetryTimes.ofEarlierBoots(in: $0, time) }
        guard !old.isEmpty else { return }
        do {
            try write { database in try RetryTimes.write(old.mapValues { $0.onBootClock(of: time) }, to: database) }
        } catch let error as DatabaseError {
            let remark = "store \(path): retry times of an earlier boot could not be converted: \(error)"
            addToReport { $0.remarks.append(remark) }
        }
    }

    /// Applies a change, whole or not at all.
    public func commit(_ transaction: StoreTransaction) throws -> Ledger { try commit(transaction) { _ in } }

    /// Applies a change together with what `more` writes, in one transaction.
    func commit(_ transaction: StoreTransaction, and more: (Database) throws -> Void) throws -> Ledger {
        try withWriter { writer in
            try writer.apply(transaction)
            try more(writer.database)
            return writer.counted
        }
    }

    /// Runs work with a writer in one transaction, and adopts the writer's cache when the transaction is committed.
    func withWriter<Value>(_ work: (inout StoreWriter) throws -> Value) throws -> Value {
        let settings = settings
        var changed = state.withLock { $0.cache }
        return try write { database in
            var writer = try StoreWriter(database, settings, state.withLock { $0.cache })
            let value = try work(&writer)
            changed = writer.cache
            return value
        } afterwards: {
            state.withLock { [changed] in $0.cache = changed }
        }
    }

    /// Writes to the file in one transaction.
    ///
    /// On a full disk it check-points the write-ahead log, which mostly overwrites existing pages, and tries the change
    /// once more. So delivered events can be removed although no new ones can be stored.
    private func write<Value>(
        _ work: (Database) throws -> Value, afterwards: () -> Void = {}
    ) throws -> Value {
        do {
            return try writeOnce(work, afterwards)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            try withDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            return try writeOnce(work, afterwards)
        } catch let error as DatabaseError where error.isDamage {
            DamageMark(of: path).set()
            throw error
        }
    }

    private func writeOnce<Value>(_ work: (Database) throws -> Value, _ afterwards: () -> Void) throws -> Value {
        try withDatabase { database in
            var value: Value?
            try database.inTransaction(.immediate) {
                value = try work(database)
                return .commit
            }
            afterwards()
            guard let value else { throw StoreError(.unavailable, path: path, "did not run a transaction") }
            return value
        }
    }

    /// Runs work on the connection, one at a time and without a transaction. Several statements see one state only
    /// where no other process writes the file; the owner of the namespace also writes a spool (`isShared`).
    ///
    /// - Throws: ``StoreError`` once the store is closed.
    func withDatabase<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try state.withLock { $0.connection }.inDatabase { database in
            guard !state.withLock({ $0.isClosed }) else { throw StoreError(.closed, path: path, "has been closed") }
            return try work(database)
        }
    }

    func read<Value>(_ work: (StoreReader) throws -> Value) throws -> Value {
        try withDatabase { database in
            let (cache, cipher) = state.withLock { ($0.cache, $0.settings.cipher) }
            return try work(StoreReader(database: database, cache: cache, cipher: cipher))
        }
    }

    // MARK: - Events

    /// Leases events of a destination for sending. An event that does not match its checksum is moved to the table
    /// `damaged`.
    public func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) throws -> [LeasedEvent] {
        let found = try withDatabase { database in
            let (cache, cipher) = state.withLock { state in
                state.cache.leases.expire(now: now)
                return (state.cache, state.settings.cipher)
            }
            let reader = StoreReader(database: database, cache: cache, cipher: cipher)
            let found = try reader.events(selection, for: destination, atMost: count, now: now)
            let rows = found.events.map(\.row)
            state.withLock { $0.cache.leases.begin(rows, until: deadline) }
            return found
        }
        setAside(found.damaged)
        return found.events
    }

    /// Moves rows that do not match their checksum to the table `damaged`. When the file cannot be written they stay,
    /// and are left out again next time.
    func setAside(_ rows: [Int64]) {
        guard !rows.isEmpty else { return }
        var report = StoreReport()
        do {
            report = try withWriter { writer in
                var report = StoreReport()
                report.remarks = try writer.setAside(rows)
                try writer.end()
                report.ledger = writer.counted
                return report
            }
        } catch {
            report.remarks = ["store \(path): \(rows.count) damaged events could not be moved away: \(error)"]
        }
        addToReport { [report] in $0 += report }
    }

    /// Ends the leases of events without a verdict.
    public func release(_ rows: [Int64]) {
        guard !rows.isEmpty else { return }
        // On the queue: a transaction that is under way would replace the cache with the one that it began with.
        state.withLock { $0.connection }.inDatabase { _ in state.withLock { $0.cache.leases.end(rows) } }
    }

    /// The destinations with ready or failed events, sorted.
    public func destinations() throws -> [String] { try read { try $0.destinations() } }

    /// Whether a destination has a ready event that is not leased, apart from some rows.
    public func hasReadyEvent(for destination: String, besides rows: Set<Int64>) throws -> Bool {
        try read { try $0.hasReadyEvent(for: destination, besides: rows) }
    }

    /// The earliest retry time of a destination's failed events that are not leased.
    public func nextRetry(for destination: String) throws -> Duration? {
        try read { try $0.nextRetry(for: destination) }
    }

    /// The schemas that events await, sorted.
    public func awaitedSchemas() throws -> [String] { try read { try $0.awaitedSchemas().sorted() } }

    /// Events that await a schema, in the order of their rows. An event that does not match its checksum is moved to
    /// the table `damaged`.
    public func events(awaiting schema: String, atMost count: Int) throws -> [AwaitingEvent] {
        let found = try read { try $0.events(awaiting: schema, atMost: count) }
        setAside(found.damaged)
        return found.events
    }

    /// The rows of events that are too old.
    public func expiredRows(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        try read { try $0.expiredRows(by: limit, atMost: count) }
    }

    /// The rows of stored events.
    public func storedRows(atMost count: Int) throws -> [Int64] { try read { try $0.rows(atMost: count) } }

    /// The value that a transaction saved under a name.
    public func value(named name: String) throws -> String? {
        try withDatabase { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) }
    }

    /// Closes the file and releases its lock.
    public func close() throws {
        state.withLock { $0.isClosed = true }
        try state.withLock { $0.connection }.close()
        lock.release()
    }
}
