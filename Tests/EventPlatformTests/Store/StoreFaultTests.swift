import EventPlatformTesting
import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// A store on a full disk, and one whose files are deleted.
@Suite struct StoreFaultTests {
    /// Fails when a failed commit changes the store's cache of the file.
    @Test func `a commit on a full disk stores nothing and succeeds once there is room`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        let store = try SQLiteEventStore(path: path)
        try store.file.withDatabase { try $0.execute(sql: "PRAGMA max_page_count = 30") }
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
            } catch let error as StoreError {
                #expect(error.code == .unavailable && error.message.contains("the disk is full"), "\(error)")
                refused = transaction
            }
        }
        let again = try #require(refused)
        #expect(try store.load().ledger.total.submitted == stored)
        try store.file.withDatabase { try $0.execute(sql: "PRAGMA max_page_count = 3000") }
        _ = try store.commit(again)
        let taken = try store.leaseReady(.max, for: "d")
        #expect(taken.map(\.id) == (0..<stored + 10).map(String.init))
        try store.close()
        #expect(try StoreInspector(path: path).findings() == [])
    }

    /// Fails when the lock file alone shows the owner.
    @Test(arguments: [".lock", "", ".lock and file"])
    func `a store has one owner, whatever is deleted`(deleted: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("s.sqlite")
        let owner = try SQLiteEventStore(path: path)
        if deleted != "" { try FileManager.default.removeItem(atPath: path + ".lock") }
        if deleted != ".lock" { try FileManager.default.removeItem(atPath: path) }
        if deleted == ".lock and file" {
            let other = try SQLiteEventStore(path: path)  // another file, with nothing of the first one
            try other.close()
        } else {
            let error = #expect(throws: StoreError.self) { try SQLiteEventStore(path: path) }
            #expect(error?.code == .owned)
            let isLockLeft = FileManager.default.fileExists(atPath: path + ".lock")
            #expect(isLockLeft == (deleted != ".lock"), "a client that is refused leaves no file of its own")
        }
        try owner.close()
        try SQLiteEventStore(path: path).close()
    }
}
