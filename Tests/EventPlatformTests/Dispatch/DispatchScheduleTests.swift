import Testing

@testable import EventPlatform

@Suite struct DispatchScheduleTests {
    @Test func `nothing waits, nothing is due, in every mode`() {
        for mode in [DispatchMode.periodic(), .immediate, .manual] {
            var schedule = DispatchSchedule(mode: mode)
            #expect(schedule.nextCycle == nil)
            schedule.cycleEnded(now: .seconds(5), retries: [])
            #expect(schedule.nextCycle == nil)
        }
    }

    @Test func `the first event starts the period, later ones do not move it`() {
        var schedule = DispatchSchedule(mode: .periodic(.seconds(30)))
        schedule.eventsWait(now: .seconds(100))
        schedule.eventsWait(now: .seconds(120))
        #expect(schedule.nextCycle == .seconds(130))
    }

    @Test func `one destination that is left alone for an hour delays no other`() {
        var schedule = DispatchSchedule(mode: .periodic(.seconds(30)))
        schedule.cycleEnded(now: .seconds(100), retries: [.seconds(3700)])
        #expect(schedule.nextCycle == .seconds(3700))
        schedule.eventsWait(now: .seconds(200))
        #expect(schedule.nextCycle == .seconds(230))
        schedule.cycleEnded(now: .seconds(230), retries: [.seconds(3700), .seconds(230)])
        #expect(schedule.nextCycle == .seconds(260))
    }

    @Test func `immediate is due at once and never spins, manual never is`() {
        var schedule = DispatchSchedule(mode: .manual)
        schedule.eventsWait(now: .seconds(1))
        schedule.cycleEnded(now: .seconds(1), retries: [.seconds(1)])
        #expect(schedule.nextCycle == nil)
        schedule.set(.immediate)
        schedule.eventsWait(now: .seconds(2))
        #expect(schedule.nextCycle == .seconds(2))
        schedule.cycleEnded(now: .seconds(2), retries: [.seconds(1)])
        #expect(schedule.nextCycle == .seconds(3))
    }

    @Test func `a failed event rests, twice as long each time, and leaves others of its destination alone`() {
        var times = RetryTimes()
        let event = StoredEvent(row: 1, id: "1", stream: "s", attempts: 1, body: [])
        times.failed(event, for: "d", now: .seconds(100))
        #expect(!times.allow(event, now: .seconds(159)) && times.allow(event, now: .seconds(160)))
        #expect(times.allow("d", now: .seconds(100)))
        #expect(times.retry(of: "d", now: .seconds(100)) == .seconds(160))
        times.finished(1)
        #expect(times.retry(of: "d", now: .seconds(100)) == .seconds(100))
    }

    @Test(
        "seconds as Google Analytics spells them",
        arguments: [
            (-1.0, DispatchMode.manual), (-.infinity, .manual), (.infinity, .periodic(.seconds(1_000_000_000))),
            (0, .immediate), (120, .periodic(.seconds(120))),
        ])
    func seconds(seconds: Double, mode: DispatchMode) { #expect(DispatchMode(seconds: seconds) == mode) }

    @Test func `back-off doubles its bound, jitters fully, and obeys Retry-After within the cap`() {
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
