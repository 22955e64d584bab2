import EventSupport
import EventPlatformTesting
import Foundation
import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import EventPlatform

/// The cost of an operation must not depend on the number of stored events. `Benchmarks/` measures it; these tests
/// check the query plans.
@Suite struct StoreScaleTests {
    /// Fails when an index is removed from `StoreSchema.tables`.
    @Test func `no statement of a running client scans, counts or sorts the events`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var settings = StoreSettings()
        settings.maximumEvents = 50
        let store = try SQLiteEventStore(path: folder.file("s.sqlite").path, settings: settings)
        let statements = Locked<Set<String>>([])
        try store.file.withDatabase { database in
            database.trace { event in
                if case .statement(let statement) = event {
                    statements.withLock { [sql = statement.sql] in _ = $0.insert(sql) }
                }
            }
        }
        try Self.work(store)
        try store.file.withDatabase { $0.trace(nil) }
        let seen = statements.withLock(\.self)
        #expect(seen.count > 15, "the work reaches every statement")
        let plans = try store.file.withDatabase { database in
            try seen.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("DELETE") || $0.hasPrefix("UPDATE") }.flatMap {
                sql in
                try Row.fetchAll(
                    database, sql: "EXPLAIN QUERY PLAN " + sql,
                    arguments: StatementArguments(Array(repeating: 0, count: sql.filter { $0 == "?" }.count))
                ).map { "\($0["detail"] as String) in \(sql)" }
            }
        }
        // Once after it was opened, the file is searched for damage that SQLite does not notice.
        let checks = ["(SELECT count(*) FROM event)", "INDEXED BY event_by_queue ORDER BY"]
        let scans = plans.filter {
            ($0.hasPrefix("SCAN event") && !checks.contains(where: $0.contains)) || $0.contains("TEMP B-TREE")
        }
        #expect(scans.isEmpty)
        // The plan names an index for the comparison of a pair, too, and SQLite looks up the first of the two alone.
        #expect(!seen.contains { $0.contains(") > (") })
        try store.close()
    }

    /// Every operation of a client on an open store.
    private static func work(_ store: SQLiteEventStore) throws {
        for round in 0..<4 {
            var transaction = StoreTransaction()
            transaction.added = (0..<40).map { number in
                var event = EventStoreTests.event(
                    "\(round)-\(number)", at: Int64(round), to: number.isMultiple(of: 3) ? "d" : "e")
                event.isIDGenerated = number.isMultiple(of: 2)
                event.awaitedSchema = number.isMultiple(of: 7) ? "schema-\(number % 2)" : nil
                return event
            }
            transaction.heldSubmissions = [HeldSubmission(number: Int64(round), stream: "s", submission: [])]
            transaction.removedSubmissions = round > 0 ? [Int64(round - 1)] : []
            transaction.values = ["v": "\(round)"]
            transaction.deliveredIDs = ["r\(round)"]
            transaction.ledger.countSubmitted("s", 40)
            _ = try store.commit(transaction)
            let taken = try store.leaseReady(9, for: "d")
            var verdicts = StoreTransaction()
            verdicts.finished = taken.prefix(5).map { FinishedEvent(row: $0.row, outcome: .delivered) }
            verdicts.failed = taken.dropFirst(5).map {
                FailedEvent(row: $0.row, retryAt: EventStoreTests.time(Int64(round)))
            }
            _ = try store.commit(verdicts)
            let due = try store.lease(.retries, for: "d", atMost: 3, now: .seconds(9), until: .seconds(60))
            store.release(due.map(\.row))
            _ = try store.nextRetry(for: "d")
            _ = try store.hasReadyEvent(for: "d", besides: [])
            var decision = StoreTransaction()
            for schema in try store.awaitedSchemas() {
                decision.decided += try store.events(awaiting: schema, atMost: 2).map {
                    DecidedEvent(row: $0.row, body: Array("{}".utf8))
                }
            }
            _ = try store.commit(decision)
            _ = try store.destinations()
            _ = try store.value(named: "v")
            let limit = AgeLimit(bootID: "this", millisecondsSinceBoot: 500, wallTime: Timestamp(milliseconds: 500))
            _ = try store.expiredRows(by: limit, atMost: 10)
            _ = try store.maintain()
        }
    }

    /// Fails when `StorageTime.covers(_:)` is true for a clock that went back.
    @Test func `expired events are found across reboots and backward clocks`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteEventStore(path: folder.file("s.sqlite").path)
        let times: [(wall: Int64, boot: String, sinceBoot: Int64)] = [
            (10, "a", 1), (20, "a", 2), (5, "a", 3), (30, "b", 1), (31, "b", 0), (90, "b", 9), (40, "c", 1),
        ]
        for (number, time) in times.enumerated() {
            var transaction = StoreTransaction()
            transaction.added = [EventStoreTests.event("\(number)")]
            transaction.added[0].storedAt = StorageTime(
                wall: Timestamp(milliseconds: time.wall * 1000), bootID: time.boot,
                millisecondsSinceBoot: time.sinceBoot * 1000)
            _ = try store.commit(transaction)
        }
        let limit = AgeLimit(bootID: "b", millisecondsSinceBoot: 1000, wallTime: Timestamp(milliseconds: 15_000))
        let expected = times.indices.filter {
            times[$0].boot == "b" ? times[$0].sinceBoot < 1 : times[$0].wall < 15
        }
        let rows = try store.expiredRows(by: limit, atMost: 99)
        let taken = try store.leaseReady(99, for: "d")
        let ids = taken.filter { rows.contains($0.row) }.map(\.id)
        #expect(ids == expected.map(String.init))
        try store.close()
    }

    /// Fails when the rows of leased events are read again, of which SQLite reads all pages.
    @Test func `a lease reads as many pages when large events are leased before`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteEventStore(path: folder.file("s.sqlite").path)
        var transaction = StoreTransaction()
        transaction.added = (0..<60).map { number in
            var event = EventStoreTests.event("\(number)")
            event.body = Array(repeating: UInt8(ascii: " "), count: 60_000)
            return event
        }
        _ = try store.commit(transaction)
        var pages: [Int] = []
        for number in 0..<60 {
            let before = try Self.pagesRead(store)
            #expect(try store.leaseReady(1).map(\.id) == ["\(number)"])
            pages.append(try Self.pagesRead(store) - before)
        }
        #expect(pages[59] < pages[1] + 5)
        try store.close()
    }

    /// Besides the pages of the rows, and what leads to them: the file's first page, the inner page of the table, the index
    /// of the queues, the ledger and the counters. Fails when a further table is written.
    @Test func `a transaction writes five pages besides its rows`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("s.sqlite")
        let store = try SQLiteEventStore(path: path)
        var frames: [Int] = []
        for round in 0..<3 {
            var transaction = StoreTransaction()
            transaction.added = (0..<64).map { number in
                var event = EventStoreTests.event("\(round)-\(number)")
                event.body = Array(repeating: UInt8(ascii: " "), count: 1000)
                return event
            }
            transaction.ledger.countSubmitted("s", 64)
            _ = try store.commit(transaction)
            let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
            frames.append((try #require(size) - 32) / (StoreConnection.pageSize + 24))
        }
        // Seven rows a page: 64 rows are on ten or eleven pages.
        #expect((15...16).contains(frames[2] - frames[1]), "\(frames)")
        try store.close()
    }

    private static func pagesRead(_ store: SQLiteEventStore) throws -> Int {
        try store.file.withDatabase { database in
            [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, status in
                var (count, highest): (CInt, CInt) = (0, 0)
                sqlite3_db_status(database.sqliteConnection, status, &count, &highest, 0)
                return sum + Int(count)
            }
        }
    }

    @Test func `the times of removed events are deleted, and those of stored events are kept`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteEventStore(path: folder.file("s.sqlite").path)
        for second in 0..<20 as Range<Int64> {
            var transaction = StoreTransaction()
            transaction.added = (0..<3).map { EventStoreTests.event("\(second)-\($0)", at: second) }
            _ = try store.commit(transaction)
        }
        var removal = StoreTransaction()
        let leased = try store.leaseReady(.max)
        removal.finished = leased.filter { $0.id != "5-1" }.map { FinishedEvent(row: $0.row, outcome: .delivered) }
        _ = try store.commit(removal)
        let times = try store.file.withDatabase {
            try Int.fetchAll($0, sql: "SELECT since_boot FROM arrival ORDER BY row")
        }
        #expect(times == [5000, 19_000], "the time of the event that is left, and the newest time")
        #expect(
            try store.expiredRows(by: AgeLimit(bootID: "this", millisecondsSinceBoot: 5000, wallTime: nil), atMost: 9)
                .isEmpty)
        #expect(
            try store.expiredRows(by: AgeLimit(bootID: "this", millisecondsSinceBoot: 5001, wallTime: nil), atMost: 9)
                .count == 1)
        try store.close()
    }
}
