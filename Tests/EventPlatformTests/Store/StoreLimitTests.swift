import EventPlatformTesting
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Limits on the number of stored events.
@Suite struct StoreLimitTests {
    private static func fill(_ path: String, _ count: Int) throws {
        let store = try SQLiteEventStore(path: path)
        var transaction = StoreTransaction()
        transaction.added = (0..<count).map { EventStoreTests.event("\($0)") }
        transaction.ledger.countSubmitted("s", count)
        _ = try store.commit(transaction)
        try store.close()
    }

    @Test func `a commit under lowered limits evicts one slice, and maintenance evicts the rest`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        try Self.fill(path, 3500)
        var settings = StoreSettings()
        settings.maximumEvents = 10
        let store = try SQLiteEventStore(path: path, settings: settings)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("new")]
        let counted = try store.commit(transaction)
        #expect(counted.total.dropped == [.storeFull: StoreTransaction.maximumEvictions])
        var slices: [Int] = []
        var hasMore = true
        while hasMore {
            let report = try store.maintain()
            slices.append(report.ledger.total.droppedTotal)
            hasMore = report.hasMore
        }
        #expect(slices == [1000, 1000, 491])
        let left = try store.leaseReady(99)
        #expect(left.map(\.id) == (3491..<3500).map(String.init) + ["new"])
        #expect(try store.maintain() == StoreReport(), "nothing more to do")
        try store.close()
        #expect(
            try StoreInspector(path: path).findings() == ["stream s: the ledger has 9 pending events, the store has 10"]
        )
    }

    /// Fails when `hasMore` is set although every event over the limit is leased: the client would then call forever.
    @Test func `leased events are not evicted and cause no further maintenance`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        try Self.fill(path, 20)
        var settings = StoreSettings()
        settings.maximumEvents = 5
        let store = try SQLiteEventStore(path: path, settings: settings)
        let leased = try store.leaseReady(20)
        #expect(leased.count == 20)
        #expect(try store.maintain() == StoreReport())
        store.release(leased.map(\.row))
        #expect(try store.maintain().ledger.total.dropped == [.storeFull: 15])
        try store.close()
    }

    @Test(arguments: EventStoreTests.Kind.allCases)
    func `events that await a schema are evicted and expired like all others`(kind: EventStoreTests.Kind) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var settings = StoreSettings()
        settings.maximumEvents = 2
        let store: any EventStore =
            switch kind {
            case .memory: InMemoryEventStore(settings: settings)
            case .sqlite: try SQLiteEventStore(path: folder.file("s.sqlite").path, settings: settings)
            }
        var transaction = StoreTransaction()
        transaction.added = ["1", "2", "3"].map { EventStoreTests.event($0) }
        for place in 0..<2 { transaction.added[place].awaitedSchema = "schema" }
        let counted = try store.commit(transaction)
        #expect(counted.total.dropped == [.storeFull: 1])
        #expect(try store.events(awaiting: "schema", atMost: 9).map(\.id) == ["2"])
        #expect(
            try store.expiredRows(by: AgeLimit(bootID: "this", millisecondsSinceBoot: 1, wallTime: nil), atMost: 9)
                .count == 2)
        try store.close()
    }
}
