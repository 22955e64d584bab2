import EventSupport
import Foundation
import GRDB

// Housekeeping: what is found damaged, what exceeds the limits, and the bytes of removed events.
extension SQLiteEventStore {
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
        var (report, file) = state.withLock { state in
            defer { state.report = StoreReport() }
            return (state.report, state.isClosed ? nil : state.file)
        }
        if let file, FileIdentity(path: path) != file {
            report.remarks.append(
                "store \(path) was removed or replaced while it is open. Its events are still sent; those that wait "
                    + "when the client ends are lost")
        }
        return report
    }

    /// Changes what the next ``collectReport()`` returns.
    func addToReport(_ change: @Sendable (inout StoreReport) -> Void) {
        state.withLock { change(&$0.report) }
    }

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
}
