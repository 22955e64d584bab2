import EventSupport
import Foundation
import GRDB

/// The event store in one SQLite file: one connection, prepared statements.
///
/// One client at a time owns the file, which a lock beside it sees to. What a committed event survives is
/// ``StoreSettings/durability``.
public final class SQLiteEventStore: EventStore {
    let path: String
    private let queue: DatabaseQueue
    private let lock: FileLock
    /// Whether nothing may touch the file any more.
    private let isClosed = Locked(false)
    /// Changed only within a transaction, so that it is in step with the file: `queue` runs one at a time.
    private let cache: Locked<StoreCache>
    /// The limits may change while the store is open.
    private let current: Locked<StoreSettings>
    /// What has become of events outside of the client's transactions, until somebody asks.
    private let pendingReport = Locked(StoreMaintenance())

    /// Opens or creates a store file, and takes its lock.
    ///
    /// - Throws: ``StoreError`` naming the file and the remedy.
    public convenience init(path: String, settings: StoreSettings = StoreSettings()) throws {
        try self.init(path: path, settings: settings, lock: try FileLock(store: path))
    }

    /// Opens or creates a store file whose lock the caller has taken.
    ///
    /// - Parameter isShared: whether another process changes the file as well; see ``SpoolFile``.
    init(path: String, settings: StoreSettings, lock: FileLock, isShared: Bool = false) throws {
        (self.path, self.lock) = (path, lock)
        current = Locked(settings)
        do {
            try StoreSchema.requireSQLiteFile(at: path)
            StoreProtection.create(path)
            queue = try StoreConnection.open(path)
            try StoreConnection.setPageSize(queue)
            try StoreSchema.migrate(queue, path: path)
            // Only now, since it writes to the file: until here it might have been somebody else's.
            try StoreConnection.configureJournal(queue, settings.durability, isShared: isShared)
            try StoreProtection.apply(settings, to: path)
            cache = Locked(try queue.read { try StoreCache(reading: $0) })
        } catch let error as DatabaseError {
            throw StoreError(opening: path, error)
        }
    }

    /// The version of SQLite that the system has, as `sqlite_version()` gives it.
    public static var sqliteVersion: String {
        // A database in memory. Where even that cannot be opened, the version is unknown.
        do {
            return try DatabaseQueue().inDatabase { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "" }
        } catch {
            return "unknown"
        }
    }

    /// How much the store keeps, and how.
    var settings: StoreSettings { current.withLock(\.self) }

    /// Changes how much the store keeps. What exceeds it leaves with the next transactions.
    func setLimits(_ limits: StoreTotals) {
        current.withLock { ($0.maximumEvents, $0.maximumBytes) = (limits.events, limits.bytes) }
    }

    // MARK: - Opening and writing

    /// What earlier processes left.
    public func load(at time: StorageTime) throws -> StoredState {
        try moveRetries(to: time)
        return try withDatabase { try StoredState(reading: $0, settings.cipher) }
    }

    /// Moves retry times of earlier starts of the system onto the running boot clock. Where the file cannot be written,
    /// they are judged by that clock as they are: an event may be tried too early or late.
    private func moveRetries(to time: StorageTime) throws {
        let old = try withDatabase { try RetryTimes.ofEarlierBoots(in: $0, time) }
        guard !old.isEmpty else { return }
        do {
            try write { database in try RetryTimes.write(old.mapValues { $0.onBootClock(of: time) }, to: database) }
        } catch let error as DatabaseError {
            let remark = "store \(path): retry times were not moved to this start of the system: \(error)"
            addToReport { $0.remarks.append(remark) }
        }
    }

    /// Makes a change durable, whole or not at all.
    public func commit(_ transaction: StoreTransaction) throws -> Ledger { try commit(transaction) { _ in } }

    /// Makes a change durable together with what `more` writes.
    func commit(_ transaction: StoreTransaction, and more: (Database) throws -> Void) throws -> Ledger {
        try withWriter { writer in
            try writer.apply(transaction)
            try more(writer.database)
            return writer.counted
        }
    }

    /// Carries out a change of events in one transaction.
    func withWriter<Value>(_ work: (inout StoreWriter) throws -> Value) throws -> Value {
        let settings = settings
        var changed = cache.withLock(\.self)
        return try write { database in
            var writer = try StoreWriter(database, settings, cache.withLock(\.self))
            let value = try work(&writer)
            changed = writer.cache
            return value
        } afterwards: {
            // The file has it: only now may it be known.
            cache.withLock { [changed] in $0 = changed }
        }
    }

    /// Writes to the file in one transaction.
    ///
    /// On a full disk what the log holds goes into the file, mostly over pages that are there already, and the change is
    /// tried once more: so events can be delivered, and leave, where none can come in.
    private func write<Value>(
        _ work: (Database) throws -> Value, afterwards: () -> Void = {}
    ) throws -> Value {
        do {
            return try writeOnce(work, afterwards)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            try withDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            return try writeOnce(work, afterwards)
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

    /// Works on the file, alone. What reads in several steps sees one state, since nobody else writes.
    func withDatabase<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try queue.inDatabase { database in
            guard !isClosed.withLock(\.self) else { throw StoreError(.unavailable, path: path, "has been closed") }
            return try work(database)
        }
    }

    private func read<Value>(_ work: (StoreReader) throws -> Value) throws -> Value {
        try withDatabase { try work(StoreReader(database: $0, cache: cache.withLock(\.self), cipher: settings.cipher)) }
    }

    // MARK: - Events

    /// Leases events of a destination for sending. One that does not match its checksum is set aside.
    public func lease(
        _ limit: Int, for destination: String, _ selection: LeaseSelection, _ lease: Lease
    ) throws -> [StoredEvent] {
        let found = try withDatabase { database in
            cache.withLock { $0.leases.expire(now: lease.now) }
            let reader = StoreReader(database: database, cache: cache.withLock(\.self), cipher: settings.cipher)
            let found = try reader.events(limit, for: destination, selection, now: lease.now)
            let rows = found.events.map(\.row)
            cache.withLock { $0.leases.begin(rows, until: lease.deadline) }
            return found
        }
        setAside(found.damaged)
        return found.events
    }

    /// Sets rows aside that do not match their checksum. Where the file cannot be written they stay, and are passed over.
    private func setAside(_ rows: [Int64]) {
        guard !rows.isEmpty else { return }
        var report = StoreMaintenance()
        do {
            report = try withWriter { writer in
                var report = StoreMaintenance()
                report.remarks = try writer.setAside(rows)
                try writer.end()
                report.ledger = writer.counted
                return report
            }
        } catch {
            report.remarks = ["store \(path): \(rows.count) damaged events could not be set aside: \(error)"]
        }
        addToReport { [report] in $0 += report }
    }

    /// Ends the lease of events about which nothing has become known.
    public func release(_ rows: [Int64]) {
        // On the queue, so that no transaction overwrites it with what it has read before.
        queue.inDatabase { _ in cache.withLock { $0.leases.end(rows) } }
    }

    /// The destinations that have events which may be sent now or at a retry time, sorted.
    public func destinations() throws -> [String] { try read { try $0.destinations() } }

    /// The earliest retry time of a destination's failed events that are not leased.
    public func nextRetry(for destination: String) throws -> Duration? {
        try read { try $0.nextRetry(for: destination) }
    }

    /// The schemas that events await, sorted.
    public func awaitedSchemas() throws -> [String] { try read { try $0.awaitedSchemas().sorted() } }

    /// Events that await a schema, in the order of submission. One that does not match its checksum is set aside.
    public func awaiting(schema: String, atMost count: Int) throws -> [AwaitingEvent] {
        let found = try read { try $0.awaiting(schema: schema, atMost: count) }
        setAside(found.damaged)
        return found.events
    }

    /// Events that are too old.
    public func expired(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        try read { try $0.expired(by: limit, atMost: count) }
    }

    /// All stored events.
    public func waiting(atMost count: Int) throws -> [Int64] { try read { try $0.rows(atMost: count) } }

    /// A setting of the client that a transaction has kept.
    public func value(named name: String) throws -> String? {
        try withDatabase { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) }
    }

    // MARK: - Housekeeping

    /// Evicts one slice of what exceeds the limits.
    public func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreMaintenance {
        let evicted = try evictSlice()
        var report = collectReport()
        report += evicted
        return report
    }

    private func evictSlice() throws -> StoreMaintenance {
        var report = StoreMaintenance()
        guard settings.isExceeded(by: try totals()) else { return report }
        report.ledger = try commit(StoreTransaction())
        report.hasMore = try !report.ledger.isEmpty && settings.isExceeded(by: totals())
        return report
    }

    /// How much waits.
    func totals() throws -> StoreTotals { try withDatabase { try StoreCounters(reading: $0).totals } }

    /// The stored account.
    func ledger() throws -> Ledger { try withDatabase { try Ledger(reading: $0) } }

    /// What was set aside as damaged since the last call.
    public func collectReport() -> StoreMaintenance {
        pendingReport.withLock { report in
            defer { report = StoreMaintenance() }
            return report
        }
    }

    /// Adds to what the next ``collectReport()`` gives.
    func addToReport(_ change: @Sendable (inout StoreMaintenance) -> Void) { pendingReport.withLock(change) }

    /// Rewrites the file without what was removed or set aside, and empties its log.
    ///
    /// - Throws: ``StoreError`` when another program reads the file meanwhile: then what was removed is still in it.
    public func erase() throws {
        try withDatabase { database in
            try emptyLog(database)  // first, since what VACUUM writes could not leave the log either
            try database.execute(sql: "DELETE FROM damaged; VACUUM")
            try emptyLog(database)
        }
    }

    private func emptyLog(_ database: Database) throws {
        // Busy means that somebody reads the file as it was, so that it cannot be overwritten.
        let isBusy = try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? true
        guard !isBusy else {
            throw StoreError(
                .unavailable, path: path,
                "is being read by another program, so that what was removed is still in the file; end that program and try again"
            )
        }
    }

    /// Closes the file and releases its lock.
    public func close() throws {
        isClosed.withLock { $0 = true }
        try queue.close()
        lock.release()
    }
}
