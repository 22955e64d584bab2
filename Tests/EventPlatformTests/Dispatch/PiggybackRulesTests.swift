import Testing

@testable import EventPlatform

/// The rules of Apigee's article, one test each, with its times: 4.5 s, 20 s and 180 s.
@Suite struct PiggybackRulesTests {
    private func schedule(_ bounds: DispatchMode = .piggyback()) -> DispatchSchedule {
        DispatchSchedule(mode: bounds, sessionBegan: .zero)
    }

    // MARK: - The start of a session

    @Test func `the start of a session counts as an upload for the minimum and the maximum`() {
        var schedule = schedule()
        schedule.sessionBegan(at: .seconds(1000))
        schedule.eventsWait(now: .seconds(1001), retry: .seconds(1001))
        #expect(schedule.nextCycle == .seconds(1180), "the maximum after the start of the session")
        schedule.primaryTraffic(endsAt: .seconds(1010))
        #expect(schedule.nextCycle == .seconds(1180), "1014.5 is under the minimum")
        schedule.primaryTraffic(endsAt: .milliseconds(1_015_500))
        #expect(schedule.nextCycle == .seconds(1020))
        schedule.sessionBegan(at: .seconds(900))
        #expect(schedule.nextCycle == .seconds(1020), "an earlier start changes nothing")
    }

    /// Fails when each session postpones what waits, so that it is never sent where sessions are short.
    @Test func `no event waits for longer than the maximum, however often a session begins`() {
        var schedule = schedule()
        schedule.eventsWait(now: .seconds(10), retry: .seconds(10))
        for start in stride(from: 60, through: 180, by: 60) {
            schedule.sessionBegan(at: .seconds(start))
            #expect(schedule.nextCycle == .seconds(190))
        }
        schedule.primaryTraffic(endsAt: .seconds(184))
        #expect(schedule.nextCycle == .seconds(190), "the idle timer fires under the minimum of the session")
        schedule.cycleBegan()
        schedule.cycleEnded(now: .seconds(190), retry: .seconds(200), didSend: true)
        schedule.sessionBegan(at: .seconds(240))
        #expect(schedule.nextCycle == .seconds(370), "what a cycle has left waits since then")
    }

    // MARK: - The timer of the unit of work

    @Test func `a primary request cancels and restarts the idle timer`() {
        var schedule = schedule()
        schedule.eventsWait(now: .seconds(50), retry: .seconds(50))
        #expect(schedule.nextCycle == .seconds(180), "the maximum after the start")
        schedule.primaryTraffic(endsAt: .seconds(60))
        #expect(schedule.nextCycle == .milliseconds(64_500))
        schedule.primaryTraffic(endsAt: .seconds(62))
        #expect(schedule.nextCycle == .milliseconds(66_500))
    }

    @Test func `while a request is in flight the idle timer does not fire`() throws {
        var (schedule, marks) = (schedule(), TrafficMarks())
        schedule.eventsWait(now: .seconds(50), retry: .seconds(50))
        let request = marks.begin(now: .seconds(60))
        schedule.primaryTraffic(endsAt: try #require(marks.endsAt))
        #expect(try #require(schedule.nextCycle) > .seconds(80))
        marks.end(request, now: .seconds(80))
        schedule.primaryTraffic(endsAt: try #require(marks.endsAt))
        #expect(schedule.nextCycle == .milliseconds(84_500))
    }

    @Test func `when the idle timer fires after the minimum, the maximum timer starts again from that upload`() {
        var schedule = schedule()
        schedule.eventsWait(now: .seconds(50), retry: .seconds(50))
        schedule.primaryTraffic(endsAt: .seconds(60))
        schedule.cycleBegan()
        schedule.cycleEnded(now: .milliseconds(64_500), retry: nil, didSend: true)
        #expect(schedule.nextCycle == nil, "armed only while something waits")
        schedule.eventsWait(now: .seconds(70), retry: .seconds(70))
        #expect(schedule.nextCycle == .milliseconds(244_500))
    }

    @Test func `when the idle timer fires under the minimum, nothing is sent`() {
        var schedule = schedule()
        schedule.cycleEnded(now: .seconds(100), retry: nil, didSend: true)
        schedule.eventsWait(now: .seconds(105), retry: .seconds(105))
        schedule.primaryTraffic(endsAt: .seconds(110))
        #expect(schedule.nextCycle == .seconds(280), "114.5 is too early")
        schedule.primaryTraffic(endsAt: .milliseconds(115_500))
        #expect(schedule.nextCycle == .seconds(120))
    }

    // MARK: - The maximum timer

    @Test func `when the maximum timer fires, it cancels the idle timer`() {
        var schedule = schedule(.piggyback(idle: .seconds(30), min: .zero, max: .seconds(180)))
        schedule.eventsWait(now: .seconds(50), retry: .seconds(50))
        schedule.primaryTraffic(endsAt: .seconds(170))
        #expect(schedule.nextCycle == .seconds(180), "before the idle timer, at 200")
        schedule.cycleBegan()
        schedule.cycleEnded(now: .seconds(180), retry: nil, didSend: true)
        schedule.eventsWait(now: .seconds(181), retry: .seconds(181))
        #expect(schedule.nextCycle == .seconds(360))
    }

    @Test func `an event stored after the maximum has passed is sent at once, without traffic`() {
        var schedule = schedule()
        schedule.eventsWait(now: .seconds(1000), retry: .seconds(1000))
        #expect(schedule.nextCycle == .seconds(1000))
    }

    @Test func `an event after the app's traffic has ended is sent only at the maximum`() {
        var schedule = schedule()
        schedule.primaryTraffic(endsAt: .seconds(30))
        schedule.eventsWait(now: .seconds(40), retry: .seconds(40))
        #expect(schedule.nextCycle == .seconds(180))
    }

    // MARK: - Back-off, suspension and other modes

    @Test func `a back-off outranks both timers, and an idle timer within it is without effect`() {
        var schedule = schedule()
        schedule.cycleEnded(now: .seconds(100), retry: .seconds(400), didSend: true)
        schedule.primaryTraffic(endsAt: .seconds(200))
        #expect(schedule.nextCycle == .seconds(400), "the maximum, at 280, waits for the back-off")
        schedule.primaryTraffic(endsAt: .seconds(398))
        #expect(schedule.nextCycle == .seconds(400))
        var short = DispatchSchedule(mode: .piggyback(), sessionBegan: .zero)
        short.cycleEnded(now: .seconds(100), retry: .seconds(130), didSend: true)
        #expect(short.nextCycle == .seconds(280), "after a back-off the maximum holds as before")
        short.primaryTraffic(endsAt: .seconds(140))
        #expect(short.nextCycle == .milliseconds(144_500))
    }

    @Test func `a timer that a suspension has outlasted is due at once`() throws {
        var schedule = schedule()
        schedule.eventsWait(now: .seconds(50), retry: .seconds(50))
        schedule.primaryTraffic(endsAt: .seconds(60))
        #expect(try #require(schedule.nextCycle) < .seconds(3600))
        // While the device slept the boot clock went on, so that the maximum counts the sleep.
        schedule.cycleBegan()
        schedule.cycleEnded(now: .seconds(3600), retry: nil, didSend: true)
        schedule.eventsWait(now: .seconds(3601), retry: .seconds(3601))
        #expect(schedule.nextCycle == .seconds(3780))
    }

    @Test func `traffic before a change to the piggy-back mode counts from the change on`() {
        var schedule = DispatchSchedule(mode: .manual, sessionBegan: .zero)
        schedule.eventsWait(now: .seconds(50), retry: .seconds(50))
        schedule.primaryTraffic(endsAt: .seconds(60))
        #expect(schedule.nextCycle == nil)
        schedule.set(.piggyback(), now: .seconds(62))
        #expect(schedule.nextCycle == .milliseconds(64_500))
        schedule.set(.periodic(), now: .seconds(63))
        #expect(schedule.nextCycle == .seconds(93))
        schedule.set(.piggyback(), now: .seconds(70))
        #expect(schedule.nextCycle == .seconds(180), "the idle timer has fired in the other mode")
    }
}
