import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// A full disk: what was sent is recorded with the room that is kept for it.
@Suite(.waitLimit) struct DiskReserveTests {
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    private static func platform(_ disk: SmallDisk, _ seed: UInt64) async -> TestPlatform {
        let platform = TestPlatform(streams: streams, seed: seed) {
            $0.store.location = .file(disk.file("events.sqlite"))
        }
        await platform.loadConfigurations()
        return platform
    }

    private static func finish(_ events: [LeasedEvent], in store: any EventStore) throws -> Ledger {
        var transaction = StoreTransaction()
        transaction.finished = events.map { FinishedEvent(row: $0.row, outcome: .delivered) }
        return try store.commit(transaction)
    }

    /// Fails when nothing is recorded on a full disk: the next process would send every event again. The disk fills up
    /// while the log has pages that the store file has yet to grow for.
    @Test(.enabled(if: SmallDisk.isAvailable), arguments: [false, true])
    func `on a disk that is full everything that was sent is recorded`(isFullFromTheStart: Bool) throws {
        let disk = try SmallDisk(bytes: 16 << 20)
        defer { try? disk.remove() }
        let path = disk.file("events.sqlite").path
        var store = try SQLiteEventStore(path: path)
        for batch in 0..<100 {
            var transaction = SpoolTests.adding((0..<50).map { "\(batch)-\($0)" })
            for place in transaction.added.indices {
                transaction.added[place].body = Array(String(repeating: "x", count: 600).utf8)
            }
            _ = try store.commit(transaction)
        }
        if isFullFromTheStart { try store.close() }
        try disk.fill()
        if isFullFromTheStart { store = try SQLiteEventStore(path: path) }
        var delivered = 0
        while case let events = try store.leaseReady(100), !events.isEmpty {
            delivered += try Self.finish(events, in: store).total.delivered
        }
        #expect(delivered == 5000)
        try store.close()
        try disk.free()  // a store without events is not used on a full disk
        let next = try SQLiteEventStore(path: path)
        #expect(try next.storedRows(atMost: 1).isEmpty)
        try next.close()
    }

    /// Fails when new events take the room that was given up.
    @Test(.enabled(if: SmallDisk.isAvailable)) func `new events do not get the reserve`() throws {
        let disk = try SmallDisk(bytes: 6 << 20)
        defer { try? disk.remove() }
        let store = try SQLiteEventStore(path: disk.file("events.sqlite").path)
        _ = try store.commit(SpoolTests.adding((0..<500).map { "\($0)" }))
        try disk.fill()
        var number = 0
        func add() throws {
            number += 1
            _ = try store.commit(SpoolTests.adding((0..<500).map { "\(number)-\($0)" }))
        }
        let error = #expect(throws: StoreError.self) { while true { try add() } }
        #expect(error?.code == .unavailable)
        #expect(FileManager.default.fileExists(atPath: disk.file("events.sqlite-reserve").path))
        while case let events = try store.leaseReady(50), !events.isEmpty {
            _ = try Self.finish(events, in: store)
            do { try add() } catch { continue }
            Issue.record("events were added on a full disk")
            break
        }
        try disk.free()
        try add()
        #expect(FileManager.default.fileExists(atPath: disk.file("events.sqlite-reserve").path), "it is kept again")
        try store.close()
    }

    /// Fails when a client with nothing to send writes to a disk on which it could record nothing.
    @Test(.enabled(if: SmallDisk.isAvailable)) func `at a first launch on a full disk events are sent from memory`()
        async throws
    {
        let disk = try SmallDisk(bytes: 1 << 20)
        defer { try? disk.remove() }
        for seed in 1...3 as ClosedRange<UInt64> {
            let platform = await Self.platform(disk, seed)
            for _ in 0..<30 { platform.client.submitClick(stream: "app") }
            #expect(await !platform.client.persist())
            #expect(await platform.sentEvents().count == 30, "each once: \(platform.client.diagnostics)")
            #expect(platform.client.diagnostics.contains { $0.message.contains("no room could be kept") })
            _ = await platform.client.shutdown(deadline: .zero)
        }
    }

    @Test func `a file of another program with the name of the reserve is left alone`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = try folder.write("mine", to: "s.sqlite-reserve")
        let store = try SQLiteEventStore(path: folder.path("s.sqlite"))
        _ = try store.commit(SpoolTests.adding("1"))
        try store.close()
        #expect(!DiskReserve(for: folder.path("s.sqlite")).giveUp())
        #expect(try Data(contentsOf: folder.file("s.sqlite-reserve")) == Data("mine".utf8))
    }

    /// Fails when a quota counts as a broken disk, on which nothing is tried again. SQLite's own code is the same.
    @Test func `a quota and the largest size of a file count as a full disk`() throws {
        let error = DatabaseError(resultCode: .SQLITE_IOERR)
        for number in [EDQUOT, EFBIG, ENOSPC] {
            #expect(error.asDiskFull(after: number)?.resultCode == .SQLITE_FULL)
        }
        #expect(error.asDiskFull(after: EIO) == nil)
        #expect(DatabaseError(resultCode: .SQLITE_BUSY).asDiskFull(after: EDQUOT) == nil)
    }
}
