import EventPlatformTesting
import Foundation
import Testing

@testable import EventPlatform

/// Events that rest.
@Suite struct RestsTests {
    private static let policy = RetryPolicy()

    private static func rests(_ rows: Int64..., now: Duration) -> Rests {
        var rests = Rests()
        for row in rows { rests.add(DestinationStateTests.event(row), now: now, policy: policy) }
        return rests
    }

    @Test func `a failed event rests, twice as long each time, at last a day, and leaves others alone`() {
        var rests = Rests()
        for (attempts, rest) in [(0, 30), (1, 60), (2, 120), (3, 240), (4, 86_400), (50, 86_400)] {
            rests.add(DestinationStateTests.event(1, attempts: attempts), now: .seconds(100), policy: Self.policy)
            #expect(rests.contains(1, now: .seconds(99 + rest)) && !rests.contains(1, now: .seconds(100 + rest)))
            #expect(rests.firstEnd == .seconds(100 + rest))
        }
        #expect(!rests.contains(2, now: .seconds(100)))
        rests.remove(1)
        #expect(rests.firstEnd == nil)
    }

    /// An emitter for a store with one event.
    private struct Place {
        let clock = ManualClock()
        let store = InMemoryEventStore()
        var emitter: Emitter
        let event: StoredEvent

        init() throws {
            emitter = Emitter(.init(server: URL(filePath: "/")), clocks: clock, random: { 0 })
            Self.add("1", to: store)
            event = try #require(store.take(1, for: "d", after: 0, lease: EventStoreTests.lease).first)
            store.giveBack([event.row])
            emitter.lanes["d"] = DestinationState()
        }

        static func add(_ id: String, to store: InMemoryEventStore) {
            var transaction = StoreTransaction()
            transaction.added = [EventStoreTests.event(id)]
            _ = store.commit(transaction)
        }

        func retry() -> Duration { emitter.retry(of: "d", now: clock.sinceBoot, in: store) }
    }

    /// Fails when a rest is what the whole destination waits for.
    @Test func `an event that rests keeps back no other`() throws {
        var place = try Place()
        let (now, event) = (place.clock.sinceBoot, place.event)
        place.emitter.lanes["d"]?.rests.add(event, now: now, policy: Self.policy)
        #expect(place.retry() == now + Rests.first)
        Place.add("2", to: place.store)
        #expect(place.retry() == now)
        let taken = place.store.take(9, for: "d", after: 0, lease: EventStoreTests.lease)
        #expect(taken.count == 2, "nothing stays out")
    }

    /// Fails when rests that have ended, of rows that have made room, count on.
    @Test func `what has rested and is gone is not waited for`() throws {
        var place = try Place()
        let (start, row) = (place.clock.sinceBoot, place.event.row)
        var rests = Self.rests(row - 1, now: start)
        rests.add(DestinationStateTests.event(row, attempts: 9), now: start, policy: Self.policy)
        place.emitter.lanes["d"]?.rests = rests
        place.clock.advance(by: .seconds(31))
        #expect(place.retry() == start + Rests.setAside)
        place.emitter.cycleBegan(isPaced: true)
        #expect(place.emitter.lanes["d"]?.rests.count == 1)
    }

    @Test func `rests are kept across restarts, on the boot clock within one start of the system`() {
        let clock = ManualClock()
        let text = Self.rests(7, 9, now: clock.sinceBoot).text(clock)
        clock.advance(by: .seconds(10))
        clock.setWall(milliseconds: 0)  // a leap of the wall clock changes nothing
        let restored = Rests(text: text, clock)
        #expect(restored.count == 2 && restored.firstEnd == clock.sinceBoot + .seconds(20))
        clock.advance(by: .seconds(20))
        #expect(Rests(text: text, clock).count == 0)
    }

    @Test func `after a restart of the system the wall clock counts, and no rest is longer than a day`() {
        let clock = ManualClock()
        let wall = clock.wall.milliseconds
        func left(_ written: Int64, _ rest: Int64) -> Duration? {
            Rests(text: "\(written) 5 another-boot 7:\(rest)", clock).firstEnd.map { $0 - clock.sinceBoot }
        }
        #expect(left(wall - 10_000, 30_000) == .seconds(20))
        #expect(left(wall + 10_000, 30_000) == .seconds(30), "it went back: no time has passed")
        #expect(left(0, 30_000) == nil, "long past")
        #expect(left(.min, 30_000) == .seconds(30) && left(wall, .max) == Rests.setAside, "nonsense")
    }

    @Test("what is no rest is none", arguments: ["", "1 2 b", "x 2 b 7:9000", "1 2 b 7", "1 2 b 7:x", "1 2 b :9000"])
    func unreadable(text: String) { #expect(Rests(text: text, ManualClock()).count == 0) }

    @Test func `rows that are to be tried at once rest no longer`() {
        let clock = ManualClock()
        let text = Self.rests(7, 8, 9, now: clock.sinceBoot).text(clock)
        let left = Rests(text: Rests.text(text, without: [8]), clock)
        #expect(left.count == 2 && !left.contains(8, now: clock.sinceBoot))
        #expect(Rests.text(text, without: [7, 8, 9]) == "")
    }
}
