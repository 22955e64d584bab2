import EventPlatformTesting
import Foundation
import GRDB
import Testing

@testable import EventPlatform

/// Where a store file has its account.
@Suite struct StoreAccountTests {
    private static func added(_ ids: Range<Int>, to streams: [String] = ["s", "t"]) -> StoreTransaction {
        var transaction = StoreTransaction()
        for id in ids {
            var event = EventStoreTests.event("\(id)", to: id % 3 == 0 ? "e" : "d")
            event.stream = streams[id % streams.count]
            event.hasOwnID = true
            transaction.added.append(event)
            transaction.ledger.countSubmitted(event.stream)
        }
        transaction.ledger.countSubmitted("s")
        transaction.ledger.countDropped("s", .outOfSample)
        return transaction
    }

    private static func tallied(_ store: SQLiteEventStore) throws -> Int {
        try store.onFile {
            try Int.fetchOne($0, sql: "SELECT count FROM tally WHERE outcome = 'submitted' AND stream = 's'") ?? 0
        }
    }

    private static func counters(_ store: SQLiteEventStore) -> [Int] {
        let known = store.known
        return [
            Int(known.nextArrival), known.totals.events, known.totals.bytes, Int(known.sequences["s"] ?? 0),
            Int(known.sequences["t"] ?? 0),
        ]
    }

    /// Fails when opening passes over the column `account`, or over the rows behind the table.
    @Test func `commits that only add leave the table alone, and nothing of the account is lost`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        var store = try SQLiteEventStore(path: path)
        var expected = Ledger()
        for number in 0..<30 {
            let transaction = Self.added(number * 10..<number * 10 + 10)
            _ = try store.commit(transaction)
            expected += transaction.ledger
            #expect(try Self.tallied(store) == 0)
            guard number % 7 == 3 else { continue }
            let before = Self.counters(store)
            try store.close()
            store = try SQLiteEventStore(path: path)
            #expect(Self.counters(store) == before)
            #expect(try store.load().ledger == expected)
        }
        // The first event that goes brings everything into the table.
        let gone = try store.take(1, for: "d", after: 0, lease: EventStoreTests.lease).map(\.row)
        var removal = StoreTransaction()
        removal.finished = [FinishedEvent(row: gone[0], outcome: .delivered)]
        expected += try store.commit(removal)
        #expect(try Self.tallied(store) == expected.streams["s"]?.submitted)
        #expect(try store.load().ledger == expected)
        try store.close()
        #expect(try StoreInspector(path: path).findings() == [])
    }

    /// Fails without the limit: then opening reads everything that waits.
    @Test func `no more events than the limit carry the account`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        let store = try SQLiteEventStore(path: path)
        var expected = Ledger()
        for number in 0..<40 {
            let transaction = Self.added(number * 64..<number * 64 + 64)
            _ = try store.commit(transaction)
            expected += transaction.ledger
            #expect(store.known.carried.events <= CarriedAccount.limit)
        }
        #expect(try Self.tallied(store) > 0)
        #expect(store.known.totals.events == 40 * 64)
        try store.close()
        let again = try SQLiteEventStore(path: path)
        #expect(try again.load().ledger == expected)
        #expect(again.known.sequences == ["s": 1280, "t": 1280])
        try again.close()
    }

    /// Fails when the totals take the packed length.
    @Test func `a long body is packed, counts with its own length, and comes back as it was`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        var settings = StoreSettings()
        settings.cipher = EventCipher(seal: { [0] + $0.map { $0 ^ 0x5A } }, open: { $0.dropFirst().map { $0 ^ 0x5A } })
        let bodies = [10, StoredBody.packingThreshold, StoredBody.packingThreshold + 1, 5000].map { count in
            Array("[\"\(String(repeating: "word ", count: count))".utf8.prefix(count - 2)) + Array("\"]".utf8)
        }
        for cipher in [nil, settings.cipher] {
            settings.cipher = cipher
            let store = try SQLiteEventStore(path: path, settings: settings)
            var transaction = StoreTransaction()
            for (number, body) in bodies.enumerated() {
                var event = EventStoreTests.event("\(cipher == nil)\(number)")
                event.body = body
                transaction.added.append(event)
                transaction.ledger.countSubmitted("s")
            }
            _ = try store.commit(transaction)
            #expect(store.known.totals.bytes == bodies.map(\.count).reduce(0, +))
            let taken = try store.take(9, for: "d", after: 0, lease: EventStoreTests.lease)
            #expect(taken.map(\.body) == bodies)
            let stored = try store.onFile { try Int.fetchOne($0, sql: "SELECT max(length(body)) FROM event") ?? 0 }
            #expect(stored < 1000)
            #expect(try StoreInspector(path: path).findings() == [])
            var removal = StoreTransaction()
            removal.finished = taken.map { FinishedEvent(row: $0.row, outcome: .delivered) }
            _ = try store.commit(removal)
            #expect(store.known.totals == StoreTotals())
            try store.close()
        }
    }
}
