import EventPlatformTesting
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Failed events and their retry times.
@Suite struct StoreRetryTests {
    private static func failing(_ kind: EventStoreTests.Kind, _ body: (any EventStore) throws -> Void) throws {
        try EventStoreTests.with(kind) { store in
            try fail(store)
            try body(store)
        }
    }

    /// Stores three events at second 0. The first fails until second 100; the second fails, isolated, until second 50.
    private static func fail(_ store: any EventStore) throws {
        var transaction = StoreTransaction()
        transaction.added = ["1", "2", "3"].map { EventStoreTests.event($0) }
        _ = try store.commit(transaction)
        let leased = try store.leaseReady(2)
        var failure = StoreTransaction()
        failure.failed = [
            FailedEvent(row: leased[0].row, retryAt: EventStoreTests.time(100)),
            FailedEvent(row: leased[1].row, retryAt: EventStoreTests.time(50), isIsolated: true),
        ]
        _ = try store.commit(failure)
    }

    private static func retries(_ store: any EventStore, at seconds: Int64) throws -> [LeasedEvent] {
        try store.lease(
            .retries, for: "d", atMost: 9, now: .seconds(seconds), until: .seconds(seconds + 60))
    }

    @Test(arguments: EventStoreTests.Kind.allCases)
    func `a failed event is leased as a retry when its time has come`(kind: EventStoreTests.Kind) throws {
        try Self.failing(kind) { store in
            #expect(try store.nextRetry(for: "d") == .seconds(50))
            #expect(try Self.retries(store, at: 49).isEmpty)
            let first = try Self.retries(store, at: 50)
            #expect(first.map(\.id) == ["2"] && first.map(\.attempts) == [1] && first.map(\.isIsolated) == [true])
            #expect(try store.nextRetry(for: "d") == .seconds(100), "a leased event has no retry time")
            store.release(first.map(\.row))
            let both = try Self.retries(store, at: 100)
            #expect(both.map(\.id) == ["2", "1"] && both.map(\.isIsolated) == [true, false], "earliest time first")
            let ready = try store.leaseReady(9)
            #expect(ready.map(\.id) == ["3"])
        }
    }

    /// Fails without `RetryTimes`: the boot clock starts at zero again, so old times would be far in the future.
    @Test(arguments: [(0, 50), (10, 40), (60, 0), (-3600, 3650)])
    func `retry times hold across restarts, and by the wall clock across reboots`(leap: (passed: Int64, left: Int64))
        throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.file("s.sqlite").path
        var store = try SQLiteEventStore(path: path)
        try Self.fail(store)
        try store.close()
        store = try SQLiteEventStore(path: path)
        _ = try store.load(at: EventStoreTests.time(20))
        #expect(try store.nextRetry(for: "d") == .seconds(50), "the same start of the system")
        try store.close()

        store = try SQLiteEventStore(path: path)
        let wall = Timestamp(milliseconds: leap.passed * 1000)
        _ = try store.load(at: StorageTime(wall: wall, bootID: "next", millisecondsSinceBoot: 7000))
        #expect(try store.nextRetry(for: "d") == .seconds(7 + leap.left))
        try store.close()
    }

    /// A wall clock that was years ahead must not delay an event for years.
    @Test func `a retry time of an earlier boot is at most a day ahead`() {
        let time = StorageTime(wall: Timestamp(milliseconds: .max), bootID: "earlier", millisecondsSinceBoot: 1)
        let now = EventStoreTests.time(10)
        #expect(time.onBootClock(of: now) == now.advanced(by: .seconds(86_400)))
        let past = StorageTime(wall: Timestamp(milliseconds: .min), bootID: "earlier", millisecondsSinceBoot: .max)
        #expect(past.onBootClock(of: now) == now)
    }

    @Test(arguments: EventStoreTests.Kind.allCases)
    func `each failure adds one to the attempts of an event`(kind: EventStoreTests.Kind) throws {
        try Self.failing(kind) { store in
            for attempt in 1...3 {
                let retries = try Self.retries(store, at: 1000)
                #expect(retries.map(\.attempts) == [attempt, attempt])
                var failure = StoreTransaction()
                failure.failed = retries.map { FailedEvent(row: $0.row, retryAt: EventStoreTests.time(200)) }
                _ = try store.commit(failure)
            }
        }
    }
}
