import EventSupport
import Foundation
import GRDB

/// A store in one SQLite file.
///
/// One client at a time owns the file: it holds the lock of `PATH.lock`, which the system releases when the process
/// ends. What a committed event survives is set by ``StoreSettings/durability``. Each row has a checksum; an event that
/// does not match it is moved to the table `damaged` and counted as ``DropReason/damaged``.
///
/// A file in which SQLite finds damage is rebuilt, when it is opened or while it is open. The damaged one is kept as
/// `PATH.set-aside`.
///
/// A client opens it by its ``StoreLocation``. An app that opens one itself, for
/// ``EventPlatformClient/Configuration/Store/custom``, gets no spools and no fallback files.
public final class SQLiteEventStore: EventStore, FileReplacing {
    let file: StoreFile
    var path: String { file.path }

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
        file = try StoreFile(path: path, settings: settings, lock: lock, isShared: isShared, partOf: namespace)
    }

    /// The version of the linked SQLite, from `sqlite_version()`; "unknown" when it cannot be read.
    public static var sqliteVersion: String {
        do {
            return try DatabaseQueue().inDatabase { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "" }
        } catch {
            return "unknown"
        }
    }

    // MARK: - Opening and writing

    /// Returns what earlier processes left in the file.
    public func load(at time: StorageTime) throws -> StoredState {
        try moveRetries(to: time)
        return try file.withDatabase { try StoredState(reading: $0, file.settings.cipher) }
    }

    /// Converts retry times of earlier boots to the running boot clock. When the file cannot be written, they stay as
    /// they are, and their events may be tried too early or too late.
    private func moveRetries(to time: StorageTime) throws {
        let old = try file.withDatabase { try RetryTimes.ofEarlierBoots(in: $0, time) }
        guard !old.isEmpty else { return }
        do {
            try file.write { writer in
                try RetryTimes.write(old.mapValues { $0.onBootClock(of: time) }, to: writer.database)
            }
        } catch let error as StoreError where error.code != .closed {
            let remark = "store \(path): retry times of an earlier boot could not be converted: \(error)"
            file.addToReport { $0.remarks.append(remark) }
        }
    }

    /// Applies a change, whole or not at all.
    ///
    /// - Throws: ``StoreError``. The code is ``StoreError/Code/unwritable`` if SQLite refuses a value of the change, or
    ///   the cipher cannot seal an event.
    public func commit(_ transaction: StoreTransaction) throws -> Ledger { try commit(transaction) { _ in } }

    /// Applies a change together with what `more` writes, in one transaction.
    ///
    /// - Throws: ``RefusedElsewhere`` if the change adds something to a spool or an alternative file, and the user has
    ///   declined in another client since the file was begun. That is looked up within the transaction: the client that
    ///   declines either finds what is written, or has kept the refusal before.
    func commit(_ transaction: StoreTransaction, and more: (Database) throws -> Void) throws -> Ledger {
        file.restoreIfMissing()
        return try file.write(addsContent: transaction.addsContent) { writer in
            if transaction.addsContent, file.isRefusedElsewhere(writer.counters) { throw RefusedElsewhere() }
            try writer.apply(transaction)
            try more(writer.database)
            return writer.counted
        }
    }

    // MARK: - Events

    /// Leases events of a destination for sending. An event that does not match its checksum is moved to the table
    /// `damaged`.
    public func lease(
        _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
        until deadline: Duration
    ) throws -> [LeasedEvent] {
        let found = try file.lease(now: now, until: deadline) {
            try $0.events(selection, for: destination, atMost: count, now: now)
        } row: {
            $0.row
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
            report = try file.write { writer in
                var report = StoreReport()
                report.remarks = try writer.setAside(rows)
                try writer.end()
                report.ledger = writer.counted
                return report
            }
        } catch {
            report.remarks = ["store \(path): \(rows.count) damaged events could not be moved away: \(error)"]
        }
        file.addToReport { [report] in $0 += report }
    }

    /// Ends the leases of events without a verdict.
    public func release(_ rows: [Int64]) {
        if !rows.isEmpty { file.endLeases(of: rows) }
    }

    /// The destinations with ready or failed events, sorted.
    public func destinations() throws -> [String] { try file.read { try $0.destinations() } }

    /// Whether a destination has a ready event that is not leased, apart from some rows.
    public func hasReadyEvent(for destination: String, besides rows: Set<Int64>) throws -> Bool {
        try file.read { try $0.hasReadyEvent(for: destination, besides: rows) }
    }

    /// The earliest retry time of a destination's failed events that are not leased.
    public func nextRetry(for destination: String) throws -> Duration? {
        try file.read { try $0.nextRetry(for: destination) }
    }

    /// The schemas that events await, sorted.
    public func awaitedSchemas() throws -> [String] { try file.read { try $0.awaitedSchemas().sorted() } }

    /// Events that await a schema, in the order of their rows. An event that does not match its checksum is moved to
    /// the table `damaged`.
    public func events(awaiting schema: String, atMost count: Int) throws -> [AwaitingEvent] {
        let found = try file.read { try $0.events(awaiting: schema, atMost: count) }
        setAside(found.damaged)
        return found.events
    }

    /// The rows of events that are too old.
    public func expiredRows(by limit: AgeLimit, atMost count: Int) throws -> [Int64] {
        try file.read { try $0.expiredRows(by: limit, atMost: count) }
    }

    /// The rows of stored events.
    public func storedRows(atMost count: Int) throws -> [Int64] { try file.read { try $0.rows(atMost: count) } }

    /// The value that a transaction saved under a name.
    public func value(named name: String) throws -> String? {
        try file.withDatabase {
            try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
        }
    }

    // MARK: - Housekeeping

    /// Rebuilds a file whose index does not match its events, moves events to the table `damaged` that would never be
    /// sent, since their state or destination is damaged, and evicts up to ``StoreTransaction/maximumEvictions`` events
    /// that exceed the limits.
    public func maintain(at time: StorageTime, maximumAge: Duration) throws -> StoreReport {
        try file.beginCycle()
        file.restoreIfMissing()
        try file.exchangeFiles.removeAside(keptFor: maximumAge, at: time.wall)
        setAside(try file.read { try $0.unreachableRows(atMost: Self.rowsPerSlice) })
        let evicted = try evictSlice()
        var report = collectReport()
        report += evicted
        return report
    }

    /// How many events one call of ``maintain(at:maximumAge:)`` moves away at most. The next call finds the others.
    private static let rowsPerSlice = 1000

    private func evictSlice() throws -> StoreReport {
        var report = StoreReport()
        guard file.settings.isExceeded(by: try totals()) else { return report }
        report.ledger = try commit(StoreTransaction())
        report.hasMore = try !report.ledger.isEmpty && file.settings.isExceeded(by: totals())
        return report
    }

    /// Number and size of the stored events.
    func totals() throws -> StoreTotals { try file.withDatabase { try StoreCounters(reading: $0).totals } }

    /// The stored ledger.
    func ledger() throws -> Ledger { try file.withDatabase { try Ledger(reading: $0) } }

    /// Returns, once, what was found damaged or imported since the last call; and, with each call, whether the file was
    /// removed while it is open.
    public func collectReport() -> StoreReport {
        var report = file.takeReport()
        if file.isMissing {
            report.remarks.append(
                "store \(path) was removed or replaced while it is open. Its events are still sent; those that wait "
                    + "when the client ends are lost")
        }
        return report
    }

    var isInPlace: Bool { file.isInPlace }
    func boots() throws -> [String] {
        try file.withDatabase { try String.fetchAll($0, sql: "SELECT DISTINCT boot FROM arrival") }
    }
    var isOfBeforeRefusal: Bool { file.isOfBeforeRefusal }
    var isRefusedElsewhere: Bool { file.isRefusedElsewhere }
    var refusals: Int64 { file.refusals }

    func replaceFile(dropping reason: DropReason, countsHeld: Bool) throws -> Ledger {
        try file.replace(dropping: reason, countsHeld: countsHeld)
    }

    /// Rewrites the file without removed and damaged events, truncates its write-ahead log, and removes a damaged file
    /// that is kept aside.
    ///
    /// - Throws: ``StoreError`` when another program is reading the file: bytes of removed events are then still in it.
    public func erase() throws {
        try file.withDatabase { try $0.eraseRemoved(path: path) }
        try file.exchangeFiles.removeAside()
    }

    /// Closes the file and releases its lock.
    public func close() throws { try file.close() }
}

extension Database {
    /// Rewrites a store file without removed and damaged events, and truncates its log.
    ///
    /// - Throws: ``StoreError`` when another program is reading the file.
    func eraseRemoved(path: String) throws {
        try truncateLog(of: path)  // fails before VACUUM writes a second copy into the log
        try execute(sql: "DELETE FROM damaged; VACUUM")
        try truncateLog(of: path)
    }

    /// Empties the log.
    ///
    /// - Throws: as ``eraseRemoved(path:)``.
    func truncateLog(of path: String) throws {
        // Busy means that another connection reads an older state, whose pages cannot be overwritten.
        let isBusy = try Bool.fetchOne(self, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? true
        guard !isBusy else {
            throw StoreError(
                .unavailable, path: path,
                "is being read by another program, so bytes of removed events are still in the file; end that program "
                    + "and try again"
            )
        }
    }
}
