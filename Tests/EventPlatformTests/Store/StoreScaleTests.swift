import EventSupport
import EventPlatformTesting
import Foundation
import GRDB
import Testing

@testable import EventPlatform

/// What an operation costs must not depend on how much waits. `Benchmarks/` measures it; here the plans are looked at.
@Suite struct StoreScaleTests {
    /// Fails when a statement counts, sorts or walks through the events: take the range out of any query of `StoreReader`.
    @Test func `no statement of a running client scans the events, counts them or sorts them`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var settings = StoreSettings()
        settings.maximumEvents = 50
        let store = try SQLiteEventStore(path: folder.file("s.sqlite").path, settings: settings)
        let statements = Locked<Set<String>>([])
        try store.onFile { database in
            database.trace { event in
                if case .statement(let statement) = event {
                    statements.withLock { [sql = statement.sql] in _ = $0.insert(sql) }
                }
            }
        }
        try Self.work(store)
        try store.onFile { $0.trace(nil) }
        let seen = statements.withLock(\.self)
        #expect(seen.count > 15, "the work reaches every statement")
        let plans = try store.onFile { database in
            try seen.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("DELETE") || $0.hasPrefix("UPDATE") }.flatMap {
                sql in
                try Row.fetchAll(
                    database, sql: "EXPLAIN QUERY PLAN " + sql,
                    arguments: StatementArguments(Array(repeating: 0, count: sql.filter { $0 == "?" }.count))
                ).map { "\($0["detail"] as String) in \(sql)" }
            }
        }
        let scans = plans.filter { $0.hasPrefix("SCAN event") || $0.contains("TEMP B-TREE") }
        #expect(scans.isEmpty)
        try store.close()
    }

    /// Everything that a client does with a store between two openings.
    private static func work(_ store: SQLiteEventStore) throws {
        for round in 0..<4 {
            var transaction = StoreTransaction()
            transaction.added = (0..<40).map { number in
                var event = EventStoreTests.event(
                    "\(round)-\(number)", at: Int64(round), to: number.isMultiple(of: 3) ? "d" : "e")
                event.hasOwnID = number.isMultiple(of: 2)
                return event
            }
            transaction.held = [HeldSubmission(number: Int64(round), stream: "s", json: [])]
            transaction.released = round > 0 ? [Int64(round - 1)] : []
            transaction.values = ["v": "\(round)"]
            transaction.remembered = ["r\(round)"]
            transaction.ledger.countSubmitted("s", 40)
            _ = try store.commit(transaction)
            let taken = try store.take(9, for: "d", after: 0, lease: EventStoreTests.lease)
            var verdicts = StoreTransaction()
            verdicts.finished = taken.prefix(5).map { FinishedEvent(row: $0.row, outcome: .delivered) }
            verdicts.failed = taken.dropFirst(5).map(\.row)
            _ = try store.commit(verdicts)
            _ = try store.destinations()
            _ = try store.value(named: "v")
            let limit = AgeLimit(bootID: "this", bootTime: 500, wallTime: Timestamp(milliseconds: 500))
            _ = try store.expired(by: limit, atMost: 10)
            _ = try store.maintain()
        }
    }

    /// What is removed is what is read: neither the events behind it nor those of other priorities are walked through.
    /// Fails when `StoreWriter.begin(_:)` begins no new stretch.
    @Test func `an expiry is found in each stretch of time, whichever way the clocks went`() throws {
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
                wall: Timestamp(milliseconds: time.wall), bootID: time.boot, sinceBoot: time.sinceBoot)
            _ = try store.commit(transaction)
        }
        let limit = AgeLimit(bootID: "b", bootTime: 1, wallTime: Timestamp(milliseconds: 15))
        let expected = times.indices.filter {
            times[$0].boot == "b" ? times[$0].sinceBoot < 1 : times[$0].wall < 15
        }
        let rows = try store.expired(by: limit, atMost: 99)
        let taken = try store.take(99, for: "d", after: 0, lease: EventStoreTests.lease)
        let ids = taken.filter { rows.contains($0.row) }.map(\.id)
        #expect(ids == expected.map(String.init))
        try store.close()
    }
}
