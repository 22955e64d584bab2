import EventPlatformTesting
import Foundation
import Testing

@testable import EventPlatform

/// What reaches the disk.
@Suite struct WrittenBytesTests {
    /// Fails when an index over all rows comes back: each costs some 0.15 of the payload.
    @Test(
        "from insert to checkpoint three times the payload is written, 64 rows a transaction, where rows fill their pages",
        arguments: [(500, 3.0), (700, 3.0), (1000, 3.1)])
    func amplification(size: Int, limit: Double) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        let store = try SQLiteEventStore(path: path)
        var random = SeededGenerator(seed: 1)
        let identifiers = Identifiers(random: { [random = Locked(random)] in random.withLock { $0.next() } })
        _ = random.next()
        let transactions = 1_900_000 / size / 64  // ends before SQLite checkpoints by itself, at 4 MB of log
        let before = try Self.size(path + "-wal") + Self.size(path)
        for number in 0..<transactions {
            var transaction = StoreTransaction()
            for place in 0..<64 {
                var event = EventStoreTests.event(
                    identifiers.eventID(at: Timestamp(milliseconds: 1_767_225_600_000 + Int64(number * 64 + place))),
                    at: Int64(number))
                event.hasOwnID = true
                event.body = Array(repeating: UInt8(ascii: "x"), count: size)
                transaction.added.append(event)
            }
            transaction.ledger.countSubmitted("s", 64)
            _ = try store.commit(transaction)
        }
        let log = try Self.size(path + "-wal")
        try store.close()  // checkpoints
        let ratio = Double(log - before + (try Self.size(path))) / Double(transactions * 64 * size)
        #expect(ratio <= limit, "\(size) bytes")
    }

    private static func size(_ path: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
