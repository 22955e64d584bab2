import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Events that are stored before their schema has arrived.
@Suite struct AwaitingEventTests {
    private static func storing(_ store: any EventStore) throws {
        var transaction = StoreTransaction()
        transaction.added = ["1", "2", "3", "4"].map { EventStoreTests.event($0, at: 7) }
        (transaction.added[0].awaitedSchema, transaction.added[2].awaitedSchema) = ("b", "b")
        transaction.added[1].awaitedSchema = "a"
        for place in 0..<4 { transaction.added[place].isNumbered = true }
        for place in 0..<4 { transaction.added[place].body = Array(#"{"meta":{}}"#.utf8) }
        _ = try store.commit(transaction)
    }

    @Test(arguments: EventStoreTests.Kind.allCases)
    func `events that await a schema are leased in order once they are decided`(kind: EventStoreTests.Kind) throws {
        try EventStoreTests.with(kind) { store in
            try Self.storing(store)
            #expect(try store.awaitedSchemas() == ["a", "b"])
            let ready = try store.leaseReady(9)
            #expect(ready.map(\.id) == ["4"])
            let awaiting = try store.events(awaiting: "b", atMost: 9)
            #expect(awaiting.map(\.id) == ["1", "3"])
            #expect(awaiting.map(\.storedAt) == [EventStoreTests.time(7), EventStoreTests.time(7)])
            var decision = StoreTransaction()
            decision.decided = awaiting.map {
                DecidedEvent(row: $0.row, isNumbered: true, body: Array(#"{"meta":{"x":1}}"#.utf8))
            }
            _ = try store.commit(decision)
            #expect(try store.awaitedSchemas() == ["a"])
            let decided = try store.leaseReady(9)
            #expect(decided.map(\.id) == ["1", "3"])
            #expect(
                decided.map { String(decoding: $0.body, as: UTF8.self) } == [
                    #"{"meta":{"x":1,"sequence_number":2}}"#, #"{"meta":{"x":1,"sequence_number":3}}"#,
                ], "numbers count from the moment an event may be sent")
            _ = try store.commit(decision)
            #expect(try store.leaseReady(9).isEmpty, "a second decision changes nothing")
        }
    }

    @Test func `an event that awaits a schema still awaits it after a restart and belongs to no destination`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        var store = try SQLiteEventStore(path: path)
        var transaction = StoreTransaction()
        transaction.added = [EventStoreTests.event("1")]
        transaction.added[0].awaitedSchema = "schema"
        _ = try store.commit(transaction)
        try store.close()
        store = try SQLiteEventStore(path: path)
        #expect(try store.awaitedSchemas() == ["schema"])
        #expect(try store.destinations().isEmpty)
        #expect(try store.storedRows(atMost: 9).count == 1)
        try store.close()
        let statistics = try StoreInspector(path: path).statistics(now: Timestamp(milliseconds: 0))
        #expect(statistics["states"]?["awaitingSchema"]?.number?.int64 == 1)
        #expect(statistics["awaitedSchemas"]?["schema"]?.number?.int64 == 1)
    }
}
