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
public final class SQLiteEventStore: EventStore, FileReplacing {
    let path: String
    /// The connection. Another one after ``replaceFile(dropping:)``.
    private let connection: Locked<DatabaseQueue>
    private let lock: StoreLock
    /// Whether the store is closed; from then on every access throws.
    private let isClosed = Locked(false)
    /// Changed only on `queue`, which runs one transaction at a time, so that it matches the file.
    private let cache: Locked<StoreCache>
    /// The limits may change while the store is open.
    private let current: Locked<StoreSettings>
    /// What the next ``collectReport()`` returns.
    private let pendingReport = Locked(StoreReport())
    /// The file that was opened. Another one, or none, may be at ``path`` later.
    private let file: Locked<FileIdentity?>
    /// The namespace that the file is a spool or an alternative file of.
    private let namespace: StoreNamespace?
    /// Whether another process changes the file too.
    private let isShared: Bool

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
        current = Locked(settings)
        do {
            let queue = try Self.open(path, settings, lock, isShared: isShared, partOf: namespace)
            cache = Locked(try queue.read { try StoreCache(reading: $0) })
            connection = Locked(queue)
            file = Locked(FileIdentity(path: path))
        } catch {
            let failure = (error as? DatabaseError).map { StoreError(opening: path, $0) } ?? error
            // A lock file beside a file would mark it as a store; see StorePurge.isDamagedStore.
            if (failure as? StoreError)?.isForeignFile == true { lock.undo() }
            throw failure
        }
    }

    private static func open(
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
    var settings: StoreSettings { current.withLock(\.self) }

    /// Changes the limits. What exceeds them is evicted by the next transactions.
    func setLimits(_ limits: StoreTotals) {
        current.withLock { ($0.maximumEvents, $0.maximumBytes) = (limits.events, limits.bytes) }
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
        var changed = cache.withLock(\.self)
        return try write { database in
            var writer = try StoreWriter(database, settings, cache.withLock(\.self))
            let value = try work(&writer)
            changed = writer.cache
            return value
        } afterwards: {
            cache.withLock { [changed] in $0 = changed }
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
        try connection.withLock(\.self).inDatabase { database in
            guard !isClosed.withLock(\.self) else { throw StoreError(.closed, path: path, "has been closed") }
            return try work(database)
        }
    }

    private func read<Value>(_ work: (StoreReader) throws -> Value) throws -> Value {
        try withDatabase { try work(StoreReader(database: $0, cache: cache.withLock(\.self), cipher: settings.cipher)) }
    }

    // MARK: - Events

    /// Leases events of a destination for sending. An event that does not match its checksum is moved to the table
    /// `damaged`.
    public func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) throws -> [LeasedEvent] {
        let found = try withDatabase { database in
            cache.withLock { $0.leases.expire(now: now) }
            let reader = StoreReader(database: database, cache: cache.withLock(\.self), cipher: settings.cipher)
            let found = try reader.events(selection, for: destination, atMost: count, now: now)
            let rows = found.events.map(\.row)
            cache.withLock { $0.leases.begin(rows, until: deadline) }
            return found
        }
        setAside(found.damaged)
        return found.events
    }

    /// Moves rows that do not match their checksum to the table `damaged`. When the file cannot be written they stay,
    /// and are left out again next time.
    private func setAside(_ rows: [Int64]) {
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
        // On the queue: a transaction that is under way would replace the cache with the one that it began with.
        connection.withLock(\.self).inDatabase { _ in cache.withLock { $0.leases.end(rows) } }
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

    // MARK: - Housekeeping

    /// Moves events to the table `damaged` that would never be sent, since their state or destination is damaged, and
    /// evicts up to ``StoreTransaction/maximumEvictions`` events that exceed the limits.
    public func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreReport {
        setAside(try read { try $0.unreachableRows(atMost: Self.rowsPerSlice) })
        let evicted = try evictSlice()
        var report = collectReport()
        report += evicted
        return report
    }

    /// How many events one call of ``maintain(at:maximumAge:)`` moves away at most. The next call finds the others.
    private static let rowsPerSlice = 1000

    private func evictSlice() throws -> StoreReport {
        var report = StoreReport()
        guard settings.isExceeded(by: try totals()) else { return report }
        report.ledger = try commit(StoreTransaction())
        report.hasMore = try !report.ledger.isEmpty && settings.isExceeded(by: totals())
        return report
    }

    /// Number and size of the stored events.
    func totals() throws -> StoreTotals { try withDatabase { try StoreCounters(reading: $0).totals } }

    /// The stored ledger.
    func ledger() throws -> Ledger { try withDatabase { try Ledger(reading: $0) } }

    /// Returns, once, what was found damaged or imported since the last call; and, with each call, whether the file was
    /// removed while it is open.
    public func collectReport() -> StoreReport {
        var report = pendingReport.withLock { report in
            defer { report = StoreReport() }
            return report
        }
        if let file = file.withLock(\.self), !isClosed.withLock(\.self), FileIdentity(path: path) != file {
            report.remarks.append(
                "store \(path) was removed or replaced while it is open. Its events are still sent; those that wait "
                    + "when the client ends are lost")
        }
        return report
    }

    /// Changes what the next ``collectReport()`` returns.
    func addToReport(_ change: @Sendable (inout StoreReport) -> Void) { pendingReport.withLock(change) }

    /// Rewrites the file without removed and damaged events, and truncates its write-ahead log.
    ///
    /// - Throws: ``StoreError`` when another program is reading the file: bytes of removed events are then still in it.
    public func erase() throws {
        try withDatabase { database in
            try truncateLog(database)  // fails before VACUUM writes a second copy into the log
            try database.execute(sql: "DELETE FROM damaged; VACUUM")
            try truncateLog(database)
        }
    }

    private func truncateLog(_ database: Database) throws {
        // Busy means that another connection reads an older state, whose pages cannot be overwritten.
        let isBusy = try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? true
        guard !isBusy else {
            throw StoreError(
                .unavailable, path: path,
                "is being read by another program, so bytes of removed events are still in the file; end that program "
                    + "and try again"
            )
        }
    }

    /// Closes the file and releases its lock.
    public func close() throws {
        isClosed.withLock { $0 = true }
        try connection.withLock(\.self).close()
        lock.release()
    }

    // MARK: - Replacing the file

    /// Drops all events by replacing the file with a new one, where they cannot be removed from it, as on a full disk.
    ///
    /// The ledger, the values and what was imported stay; row numbers continue, so that a late verdict concerns no new
    /// event. While the file is replaced, other calls fail.
    ///
    /// - Returns: what was dropped, for `reason`.
    /// - Throws: any error when the old file cannot be read or removed; it then stays. When no new file can be made,
    ///   every later call fails.
    func replaceFile(dropping reason: DropReason) throws -> Ledger {
        let old = connection.withLock(\.self)
        let content = try withDatabase { try LastingContent(reading: $0) }
        let dropped = content.dropped(for: reason)
        try old.close()
        for part in StoreNamespace.databaseParts(of: path) { try FileManager.default.removeItem(atPath: part) }
        let new = try Self.open(path, settings, lock, isShared: isShared, partOf: namespace)
        try new.write { database in
            try content.write(to: database)
            var writer = try StoreWriter(database, settings, StoreCache(reading: database))
            try writer.end(dropped)
        }
        let newCache = try new.read { try StoreCache(reading: $0) }
        cache.withLock { $0 = newCache }
        connection.withLock { $0 = new }
        file.withLock { [path] in $0 = FileIdentity(path: path) }
        return dropped
    }
}
