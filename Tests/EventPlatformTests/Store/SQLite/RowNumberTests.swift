import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// The numbers of the rows of events, which rise and are never used again.
@Suite struct RowNumberTests {
    /// Fails when a number is one more than the highest in the table.
    @Test func `the number of a removed row is not used again, also when the file was closed`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var rows: [Int64] = []
        for life in 0..<3 {
            let store = try SQLiteEventStore(path: folder.path("s.sqlite"))
            for round in 0..<2 {
                var transaction = StoreTransaction()
                transaction.added = (0..<20).map { EventStoreTests.event("\(life) \(round) \($0)") }
                _ = try store.commit(transaction)
                let leased = try store.leaseReady(.max, for: "d").map(\.row)
                rows += leased
                var removal = StoreTransaction()
                removal.finished = leased.map { FinishedEvent(row: $0, outcome: .delivered) }
                _ = try store.commit(removal)
            }
            try store.close()
        }
        #expect(rows == Array(1...120))
    }

    /// Fails when the counter alone decides on the number of a row.
    @Test func `events are added behind those that a damaged counter passes over`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for damaged in [0, 3] {
            let store = try SQLiteEventStore(path: folder.path("s.sqlite"))
            var transaction = StoreTransaction()
            transaction.added = (0..<4).map { EventStoreTests.event("\(damaged) \($0)") }
            _ = try store.commit(transaction)
            try store.file.withDatabase { try $0.execute(sql: "UPDATE store SET last_row = ?", arguments: [damaged]) }
            try store.close()
        }
        let store = try SQLiteEventStore(path: folder.path("s.sqlite"))
        #expect(try store.leaseReady(.max, for: "d").map(\.row) == Array(1...8))
        try store.close()
    }

    /// Fails when the store writes a counter that it refuses to read.
    @Test(arguments: ["store SET last_row = 1 << 60", "event SET row = (1 << 60) - 1 WHERE row = 2"])
    func `a number that is damaged does not make later events unreadable`(change: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        // Every client has this file, by which rows are told from refused ones.
        try ConsentRecord.file(beside: folder.file("s.sqlite")).write(ConsentRecord().text)
        var store = try SQLiteEventStore(path: folder.path("s.sqlite"))
        var transaction = StoreTransaction()
        transaction.added = (0..<2).map { EventStoreTests.event("\($0)") }
        _ = try store.commit(transaction)
        try store.file.withDatabase { try $0.execute(sql: "UPDATE \(change)") }
        try store.close()
        store = try SQLiteEventStore(path: folder.path("s.sqlite"))
        transaction.added = (0..<3).map { EventStoreTests.event("later \($0)") }
        do { _ = try store.commit(transaction) } catch {
            #expect((error as? StoreError)?.code == .notADatabase, "\(error)")
        }
        let rows = try store.leaseReady(.max, for: "d").map(\.row)
        #expect(rows.count == (change.hasPrefix("store") ? 5 : 4), "the number is part of the checksum")
        var removal = StoreTransaction()
        removal.finished = rows.map { FinishedEvent(row: $0, outcome: .delivered) }
        #expect(try store.commit(removal).total.delivered == rows.count)
        try store.close()
    }

    /// Fails when the layout of a file changes and its version does not.
    @Test func `a file of the layout before is refused as that of another version`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("s.sqlite")
        try SQLiteEventStore(path: path).close()
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "UPDATE grdb_migrations SET identifier = '1'") }
        try queue.close()
        let error = #expect(throws: StoreError.self) { try SQLiteEventStore(path: path) }
        #expect(error?.code == .newerVersion && error?.description.contains("another version") == true)
        _ = try StoreEditor.purge(path: path)
        #expect(try SQLiteEventStore(path: path).load().ledger.isEmpty)
    }
}
