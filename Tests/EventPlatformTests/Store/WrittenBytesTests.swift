import EventSupport
import EventPlatformTesting
import Foundation
import Testing

@testable import EventPlatform

/// What reaches the disk.
@Suite struct WrittenBytesTests {
    /// Fails when an index over all rows comes back, when the account is written into its table with every commit (each
    /// costs some 0.15 of the payload), when given ids go into theirs with every commit, and, from 1000 bytes on, when
    /// long bodies are not packed.
    @Test(
        "from insert to checkpoint at most three times the payload is written, 64 rows a transaction",
        arguments: [
            (345, true), (420, true), (500, true), (500, false), (600, false), (700, true), (900, false), (1000, true),
            (1200, false), (1400, true), (2000, false), (3000, true), (3000, false), (5000, true), (20_000, true),
        ])
    func amplification(size: Int, hasOwnID: Bool) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        let store = try SQLiteEventStore(path: path)
        let random = Locked(SeededGenerator(seed: 1))
        let identifiers = Identifiers(random: { random.withLock { $0.next() } })
        var letters = SeededGenerator(seed: 2)
        let transactions = 1_900_000 / size / 64  // ends before SQLite checkpoints by itself, at 4 MB of log
        let before = try Self.size(path + "-wal") + Self.size(path)
        for number in 0..<transactions {
            var transaction = StoreTransaction()
            for place in 0..<64 {
                var event = EventStoreTests.event(
                    identifiers.eventID(at: Timestamp(milliseconds: 1_767_225_600_000 + Int64(number * 64 + place))),
                    at: Int64(number))
                event.hasOwnID = hasOwnID
                if !hasOwnID { event.id = identifiers.installID() }  // in no order, as an app gives them
                event.body = Self.body(size, &letters)
                transaction.added.append(event)
            }
            transaction.ledger.countSubmitted("s", 64)
            _ = try store.commit(transaction)
        }
        let log = try Self.size(path + "-wal")
        try store.close()  // checkpoints
        let ratio = Double(log - before + (try Self.size(path))) / Double(transactions * 64 * size)
        #expect(ratio <= 3, "\(size) bytes")
    }

    /// Letters of a kind that packs worse than any JSON: 64 of them, at random.
    private static func body(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 48..<112, using: &random) }
    }

    private static func size(_ path: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
