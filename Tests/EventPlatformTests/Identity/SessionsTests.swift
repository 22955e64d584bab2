import EventSupport
import EventPlatformTesting
import Testing

@testable import EventPlatform

/// The session state machine without store and client.
@Suite struct SessionsTests {
    static let timeout: Duration = .seconds(1800)

    /// Makes numbered ids.
    final class Counter: Sendable {
        private let count = Locked(0)
        func next() -> String {
            count.withLock { count in
                count += 1
                return "id-\(count)"
            }
        }
    }
    let ids = Counter()

    @Test func `a session ends after exactly its timeout of inactivity`() {
        var sessions = Sessions()
        func touch(_ seconds: Int) -> String? {
            sessions.recordActivity(now: .seconds(seconds), timeout: Self.timeout, makeID: ids.next).session
        }
        #expect(touch(0) == "id-1")
        #expect(touch(1799) == "id-1")
        #expect(touch(3598) == "id-1")
        #expect(touch(5398) == "id-2", "exactly the timeout is over")
    }

    @Test(arguments: [(Duration.seconds(1800), 1), (.microseconds(1000), 2), (.microseconds(400), 4), (.zero, 5)])
    func `activity within a millisecond begins a session only where the timeout is as short`(
        timeout: Duration, sessionCount: Int
    ) {
        var sessions = Sessions()
        var seen: Set<String?> = []
        for microseconds in [0, 300, 600, 999, 1000] {
            let now = Duration.microseconds(5_000 + microseconds)
            seen.insert(sessions.recordActivity(now: now, timeout: timeout, makeID: ids.next).session)
        }
        #expect(seen.count == sessionCount)
    }

    @Test func `activity in the background neither begins nor prolongs a session`() {
        var sessions = Sessions(inBackground: true)
        #expect(sessions.recordActivity(now: .seconds(1), timeout: Self.timeout, makeID: ids.next).session == nil)
        sessions.enterForeground(now: .seconds(2), timeout: Self.timeout, makeID: ids.next)
        #expect(sessions.current.session == "id-1")
        sessions.enterBackground(now: .seconds(3), timeout: Self.timeout, makeID: ids.next)
        for second in stride(from: 4, to: 10_000, by: 600) {
            let identity = sessions.recordActivity(now: .seconds(second), timeout: Self.timeout, makeID: ids.next)
            #expect(identity.session == "id-1")
        }
        sessions.enterForeground(now: .seconds(10_000), timeout: Self.timeout, makeID: ids.next)
        #expect(sessions.current.session == "id-2", "the time in the background was no activity")
    }

    @Test func `a preview changes nothing, and has the ids of the next session and page view`() {
        var sessions = Sessions()
        func preview(_ seconds: Int) -> Sessions.Identity {
            sessions.preview(now: .seconds(seconds), timeout: Self.timeout, makeID: ids.next)
        }
        let first = preview(0)
        #expect(first == preview(1) && sessions.current == Sessions.Identity())
        #expect(sessions.recordActivity(now: .seconds(2), timeout: Self.timeout, makeID: ids.next) == first)
        #expect(preview(3) == first && first.pageview == nil)

        _ = sessions.beginPageview(makeID: ids.next)
        let running = sessions.current
        let second = preview(1900)
        #expect(second.session != running.session && second.pageview != running.pageview)
        #expect(sessions.current == running)
        #expect(sessions.recordActivity(now: .seconds(1900), timeout: Self.timeout, makeID: ids.next) == second)
        let third = sessions.recordActivity(now: .seconds(3800), timeout: Self.timeout, makeID: ids.next)
        #expect(third.session != second.session && third.pageview != second.pageview)
    }

    @Test func `a new session begins a new page view`() {
        var sessions = Sessions()
        #expect(sessions.recordActivity(now: .zero, timeout: Self.timeout, makeID: ids.next).pageview == nil)
        let first = sessions.beginPageview(makeID: ids.next)
        #expect(sessions.recordActivity(now: .seconds(1), timeout: Self.timeout, makeID: ids.next).pageview == first)
        let later = sessions.recordActivity(now: .seconds(1900), timeout: Self.timeout, makeID: ids.next)
        #expect(later.pageview != nil && later.pageview != first)
    }

    @Test func `a reset ends the session and discards the stored one of an earlier process`() {
        let clock = ManualClock()
        let earlier = SavedSession(.init(id: "earlier", lastActivity: clock.sinceBoot), clocks: clock)
        var sessions = Sessions()
        sessions.reset(now: clock.sinceBoot, makeID: ids.next)
        sessions.restore(earlier, clocks: clock, timeout: Self.timeout)
        #expect(sessions.current.session == "id-1")
        #expect(sessions.resolved("id-1") == "id-1")
        #expect(sessions.drainUnsaved(clocks: clock)??.id == "id-1")
        #expect(sessions.drainUnsaved(clocks: clock) == nil, "nothing has changed")
    }

    @Test func `a session restored late replaces the provisional one, also for events submitted before`() {
        let clock = ManualClock()
        let earlier = SavedSession(.init(id: "earlier", lastActivity: clock.sinceBoot), clocks: clock)
        clock.advance(by: .seconds(1799))
        var sessions = Sessions()
        let early = sessions.recordActivity(now: clock.sinceBoot, timeout: Self.timeout, makeID: ids.next).session
        clock.advance(by: .seconds(60))
        sessions.restore(earlier, clocks: clock, timeout: Self.timeout)
        #expect(early == "id-1")
        #expect(sessions.resolved(early) == "earlier")
        #expect(
            sessions.recordActivity(now: clock.sinceBoot, timeout: Self.timeout, makeID: ids.next).session == "earlier")
    }

    @Test(
        arguments: [
            (away: Duration.seconds(600), uptime: Duration.seconds(60), goesOn: true),
            (.seconds(1800), .seconds(60), false), (.seconds(-315_360_000), .seconds(60), true),
            (.seconds(-315_360_000), .seconds(1800), false), (.seconds(315_360_000), .seconds(60), false),
            (.zero, .zero, true),
        ])
    func `after a reboot the wall clock decides whether a session continues`(
        away: Duration, uptime: Duration, goesOn: Bool
    ) {
        let clock = ManualClock()
        let earlier = SavedSession(.init(id: "earlier", lastActivity: clock.sinceBoot), clocks: clock)
        let wall = clock.wall
        clock.restartSystem()
        clock.advance(by: uptime)
        clock.setWall(milliseconds: wall.advanced(by: away).milliseconds)
        var sessions = Sessions()
        _ = sessions.recordActivity(now: clock.sinceBoot, timeout: Self.timeout, makeID: ids.next)
        sessions.restore(earlier, clocks: clock, timeout: Self.timeout)
        #expect(sessions.current.session == (goesOn ? "earlier" : "id-1"))
    }

    @Test func `a stored session is decoded as it was encoded, also with extreme times`() throws {
        let clock = ManualClock(wallMilliseconds: .max)
        clock.advance(by: .zero)
        let saved = SavedSession(.init(id: "a", lastActivity: .seconds(3)), clocks: clock)
        let read = try StoreValue.value(SavedSession.self, from: StoreValue.text(saved))
        #expect(read == saved)
        clock.setWall(milliseconds: .min)
        clock.restartSystem()
        _ = saved.session(on: clock)  // no overflow
        #expect(throws: DecodingError.self) { try StoreValue.value(SavedSession.self, from: "{}") }
    }

    /// Random steps with wall clock jumps and new processes, compared with a reference that knows all activity.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `a session lasts until a gap of the timeout, across restarts and clock jumps`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let clock = ManualClock()
        var sessions = Sessions()
        var (count, last) = (0, Duration?.none)
        var stored: SavedSession?
        for _ in 0..<200 {
            clock.advance(by: .milliseconds(Int64.random(in: 0...2_500_000, using: &random)))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: clock.setWall(milliseconds: Int64.random(in: -1 << 50...1 << 50, using: &random))
            case 1:  // a new process in the same boot
                let before = sessions.current.session
                if let session = sessions.drainUnsaved(clocks: clock) { stored = session }
                sessions = Sessions()
                _ = sessions.recordActivity(now: clock.sinceBoot, timeout: Self.timeout, makeID: ids.next)
                sessions.restore(stored, clocks: clock, timeout: Self.timeout)
                let isNew = last.map { clock.sinceBoot - $0 >= Self.timeout } ?? true
                #expect((sessions.current.session != before) == isNew)
                if isNew { count += 1 }
                last = clock.sinceBoot
                continue
            default: break
            }
            let before = sessions.current.session
            let now = sessions.recordActivity(now: clock.sinceBoot, timeout: Self.timeout, makeID: ids.next).session
            let isNew = last.map { clock.sinceBoot - $0 >= Self.timeout } ?? true
            #expect((now != before) == isNew)
            if isNew { count += 1 }
            last = clock.sinceBoot
        }
        #expect(count > 1)
    }
}
