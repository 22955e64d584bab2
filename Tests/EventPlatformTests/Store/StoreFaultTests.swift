import EventPlatformTesting
import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// A store on a full disk.
@Suite struct StoreFaultTests {
    /// Fails when a failed commit changes the store's cache of the file.
    @Test func `a commit on a full disk stores nothing and succeeds once there is room`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        let store = try SQLiteEventStore(path: path)
        try store.withDatabase { try $0.execute(sql: "PRAGMA max_page_count = 30") }
        var stored = 0
        var refused: StoreTransaction?
        while refused == nil, stored < 1000 {
            var transaction = StoreTransaction()
            transaction.added = (stored..<stored + 10).map { EventStoreTests.event("\($0)") }
            for index in transaction.added.indices {
                transaction.added[index].body = Array(repeating: UInt8(ascii: "1"), count: 500)
            }
            transaction.ledger.countSubmitted("s", 10)
            do {
                _ = try store.commit(transaction)
                stored += 10
            } catch let error as DatabaseError {
                #expect(error.resultCode == .SQLITE_FULL)
                refused = transaction
            }
        }
        let again = try #require(refused)
        #expect(try store.load().ledger.total.submitted == stored)
        try store.withDatabase { try $0.execute(sql: "PRAGMA max_page_count = 3000") }
        _ = try store.commit(again)
        let taken = try store.leaseReady(.max, for: "d")
        #expect(taken.map(\.id) == (0..<stored + 10).map(String.init))
        try store.close()
        #expect(try StoreInspector(path: path).findings() == [])
    }
}
