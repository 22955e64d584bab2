import Testing

@testable import EventPlatform

@Suite struct DispatchScheduleTests {
    @Test func `nothing waits, nothing is due, in every mode`() {
        for mode in [DispatchMode.periodic(), .immediate, .manual] {
            var schedule = DispatchSchedule(mode: mode)
            #expect(schedule.nextCycle == nil)
            schedule.cycleEnded(now: .seconds(5), anythingWaits: false, retry: nil)
            #expect(schedule.nextCycle == nil)
            schedule.set(.immediate, now: .seconds(6))
            #expect(schedule.nextCycle == nil)
        }
    }

    @Test func `the first event starts the period, later ones do not move it`() {
        var schedule = DispatchSchedule(mode: .periodic(.seconds(30)))
        schedule.eventsWait(now: .seconds(100))
        schedule.eventsWait(now: .seconds(120))
        #expect(schedule.nextCycle == .seconds(130))
        schedule.cycleEnded(now: .seconds(131), anythingWaits: true, retry: .seconds(500))
        #expect(schedule.nextCycle == .seconds(500), "a destination that backs off is not tried before")
    }

    @Test func `immediate is due at once, manual never, and the mode may change while events wait`() {
        var schedule = DispatchSchedule(mode: .manual)
        schedule.eventsWait(now: .seconds(1))
        #expect(schedule.nextCycle == nil)
        schedule.set(.immediate, now: .seconds(2))
        #expect(schedule.nextCycle == .seconds(2))
        schedule.set(.manual, now: .seconds(3))
        #expect(schedule.nextCycle == nil)
    }

    @Test(
        "seconds as Google Analytics spells them",
        arguments: [(-1.0, DispatchMode.manual), (0, .immediate), (120, .periodic(.seconds(120)))])
    func seconds(seconds: Double, mode: DispatchMode) { #expect(DispatchMode(seconds: seconds) == mode) }

    @Test func `back-off doubles its bound, jitters fully, obeys Retry-After within the cap and resets`() {
        var backoff = Backoff()
        #expect(backoff.allows(.zero))
        backoff.failed(now: .zero, retryAfter: nil, random: .max)
        #expect(backoff.until.map { $0 > .milliseconds(990) && $0 <= .seconds(1) } == true)
        backoff.failed(now: .zero, retryAfter: nil, random: .max)
        #expect(backoff.until.map { $0 > .milliseconds(1990) && $0 <= .seconds(2) } == true)
        backoff.failed(now: .zero, retryAfter: nil, random: 0)
        #expect(backoff.until == .zero)
        backoff.failed(now: .zero, retryAfter: .seconds(1_000_000), random: 0)
        #expect(backoff.until == Backoff.cap)
        for _ in 0..<100 { backoff.failed(now: .zero, retryAfter: nil, random: .max) }
        #expect(backoff.until.map { $0 <= Backoff.cap } == true)
        backoff.succeeded()
        #expect(backoff.allows(.zero))
    }

    @Test(
        "Retry-After",
        arguments: [("30", 30), (" 5 ", 5), ("-3", 0), ("Thu, 01 Jan 2026 00:01:00 GMT", 60), ("soon", nil)])
    func retryAfter(header: String, seconds: Int?) {
        let now = Timestamp(milliseconds: 1_767_225_600_000)
        #expect(RetryAfter.duration(header, now: now) == seconds.map { .seconds($0) })
    }

    @Test func `a batch is bounded by count and bytes, and a failed event goes alone`() {
        func event(_ row: Int64, _ bytes: Int, attempts: Int = 0) -> StoredEvent {
            StoredEvent(
                row: row, id: "\(row)", stream: "s", attempts: attempts, body: Array(repeating: 0x31, count: bytes))
        }
        let events = [event(1, 10), event(2, 10), event(3, 10, attempts: 1), event(4, 10)]
        #expect(Batch(from: events, limit: 1, byteLimit: 1000).events.map(\.row) == [1])
        #expect(Batch(from: events, limit: 9, byteLimit: 24).events.map(\.row) == [1, 2])
        #expect(Batch(from: events, limit: 9, byteLimit: 23).events.map(\.row) == [1])
        #expect(Batch(from: events, limit: 9, byteLimit: 1000).events.map(\.row) == [1, 2])
        #expect(Batch(from: Array(events[2...]), limit: 9, byteLimit: 1000).events.map(\.row) == [3])
        #expect(Batch(from: [event(1, 5000)], limit: 9, byteLimit: 100).events.map(\.row) == [1], "never empty")
    }
}
