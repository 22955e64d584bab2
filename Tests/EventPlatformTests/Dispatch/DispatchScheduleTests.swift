import Testing

@testable import EventPlatform

@Suite struct DispatchScheduleTests {
    static let modes = [DispatchMode.periodic(), .immediate, .manual, .piggyback()]

    @Test("nothing waits, nothing is due, in every mode", arguments: modes)
    func idle(mode: DispatchMode) {
        var schedule = DispatchSchedule(mode: mode, now: .zero)
        #expect(schedule.nextCycle == nil)
        schedule.noteNetworkActivity(now: .seconds(1))
        schedule.eventsWait(now: .seconds(2), retry: nil)
        #expect(schedule.nextCycle == nil)
        schedule.cycleBegan()
        schedule.cycleEnded(now: .seconds(5), retry: nil, didSend: true)
        #expect(schedule.nextCycle == nil)
    }

    @Test func `the first event starts the period, later ones do not move it`() {
        var schedule = DispatchSchedule(mode: .periodic(.seconds(30)), now: .zero)
        schedule.eventsWait(now: .seconds(100), retry: .seconds(100))
        schedule.eventsWait(now: .seconds(120), retry: .seconds(120))
        #expect(schedule.nextCycle == .seconds(130))
    }

    @Test func `new events for a destination that is left alone wake nobody before its time`() {
        var schedule = DispatchSchedule(mode: .periodic(.seconds(30)), now: .zero)
        schedule.cycleEnded(now: .seconds(100), retry: .seconds(3700), didSend: true)
        schedule.eventsWait(now: .seconds(200), retry: .seconds(3700))
        #expect(schedule.nextCycle == .seconds(3700))
    }

    @Test func `immediate is due at once and never spins, manual never is`() {
        var schedule = DispatchSchedule(mode: .manual, now: .zero)
        schedule.eventsWait(now: .seconds(1), retry: .seconds(1))
        schedule.cycleEnded(now: .seconds(1), retry: .seconds(1), didSend: true)
        #expect(schedule.nextCycle == nil)
        schedule.set(.immediate, now: .seconds(2))
        schedule.eventsWait(now: .seconds(2), retry: .seconds(1))
        #expect(schedule.nextCycle == .seconds(2))
        schedule.cycleEnded(now: .seconds(2), retry: .seconds(1), didSend: true)
        #expect(schedule.nextCycle == .seconds(3))
    }

    @Test(
        "a back-off counts from nothing on, without a floor that would bring clients together",
        arguments: [1, 400, 999])
    func fullJitter(milliseconds: Int) {
        var schedule = DispatchSchedule(mode: .immediate, now: .zero)
        let retry = Duration.seconds(10) + .milliseconds(milliseconds)
        schedule.cycleEnded(now: .seconds(10), retry: retry, didSend: true)
        #expect(schedule.nextCycle == retry)
        #expect(DispatchSchedule.again(retry, after: .seconds(10)) == retry)
        #expect(DispatchSchedule.again(.seconds(10), after: .seconds(10)) == .seconds(11))
    }

    @Test("the mode may change in every state, and what waits stays", arguments: modes, modes)
    func change(from: DispatchMode, to: DispatchMode) {
        func due(_ schedule: DispatchSchedule) -> Duration? {
            var schedule = schedule
            schedule.set(to, now: .seconds(500))
            return schedule.nextCycle
        }
        let idle = DispatchSchedule(mode: from, now: .zero)
        #expect(due(idle) == nil)
        var waiting = idle
        waiting.eventsWait(now: .seconds(490), retry: .seconds(490))
        var backingOff = idle
        backingOff.cycleEnded(now: .seconds(490), retry: .seconds(900), didSend: false)
        switch to.kind {
        case .periodic: #expect(due(waiting) == .seconds(530) && due(backingOff) == .seconds(900))
        case .immediate: #expect(due(waiting) == .seconds(500) && due(backingOff) == .seconds(900))
        case .manual: #expect(due(waiting) == nil && due(backingOff) == nil)
        case .piggyback: #expect(due(waiting) == .seconds(500) && due(backingOff) == .seconds(900))
        }
    }

    // MARK: - Piggy-back

    @Test func `piggyback leaves 4.5 s after the app's traffic, each new request begins the wait anew`() {
        var schedule = DispatchSchedule(mode: .piggyback(), now: .zero)
        schedule.eventsWait(now: .seconds(50), retry: .seconds(50))
        #expect(schedule.nextCycle == .seconds(180), "the maximum after the start")
        schedule.noteNetworkActivity(now: .seconds(60))
        #expect(schedule.nextCycle == .milliseconds(64_500))
        schedule.noteNetworkActivity(now: .seconds(62))
        #expect(schedule.nextCycle == .milliseconds(66_500))
    }

    @Test func `piggyback keeps 20 s between two uploads, and 180 s at most`() {
        var schedule = DispatchSchedule(mode: .piggyback(), now: .zero)
        schedule.cycleEnded(now: .seconds(100), retry: nil, didSend: true)
        schedule.eventsWait(now: .seconds(105), retry: .seconds(105))
        schedule.noteNetworkActivity(now: .seconds(110))
        #expect(schedule.nextCycle == .seconds(280), "114.5 is too early")
        schedule.noteNetworkActivity(now: .milliseconds(115_500))
        #expect(schedule.nextCycle == .seconds(120))
    }

    @Test func `piggyback: an event behind the traffic's end waits for the next, one long after the last upload goes`()
    {
        var schedule = DispatchSchedule(mode: .piggyback(), now: .zero)
        schedule.noteNetworkActivity(now: .seconds(30))
        schedule.eventsWait(now: .seconds(40), retry: .seconds(40))
        #expect(schedule.nextCycle == .seconds(180))
        var late = DispatchSchedule(mode: .piggyback(), now: .zero)
        late.eventsWait(now: .seconds(1000), retry: .seconds(1000))
        #expect(late.nextCycle == .seconds(1000))
    }

    // MARK: - Circumstances

    @Test("without a network nothing is due, and when one returns everything is", arguments: modes)
    func reachability(mode: DispatchMode) {
        var schedule = DispatchSchedule(mode: mode, now: .zero)
        schedule.cycleEnded(now: .seconds(300), retry: .seconds(3000), didSend: true)
        schedule.set(DispatchProfile(), isReachable: false)
        schedule.eventsWait(now: .seconds(400), retry: .seconds(400))
        #expect(schedule.nextCycle == nil)
        schedule.set(DispatchProfile(), isReachable: true)
        schedule.networkReturned(now: .seconds(500))
        let due = schedule.nextCycle
        #expect(mode == .manual ? due == nil : due.map { $0 <= .seconds(500) } == true)
    }

    @Test func `a profile keeps uploads apart, and may pause them; the strictest holds`() {
        let profiles: [DispatchCondition: DispatchProfile] = [
            .expensive: .atMostEvery(.seconds(60)), .lowPower: .atMostEvery(.seconds(300)), .background: .paused,
        ]
        var schedule = DispatchSchedule(mode: .immediate, now: .zero)
        schedule.cycleEnded(now: .seconds(100), retry: nil, didSend: true)
        schedule.eventsWait(now: .seconds(110), retry: .seconds(110))
        for (conditions, due) in [
            ([], 110), ([.constrained], 110), ([.expensive], 160), ([.expensive, .lowPower], 400),
            ([.expensive, .background], nil),
        ] as [(Set<DispatchCondition>, Int?)] {
            schedule.set(profiles.profile(under: conditions), isReachable: true)
            #expect(schedule.nextCycle == due.map { .seconds($0) }, "\(conditions)")
        }
    }

    @Test func `by default dear circumstances send less often, none stops`() {
        let standard: [DispatchCondition: DispatchProfile] = .standard
        #expect(standard.profile(under: []) == DispatchProfile())
        for condition in DispatchCondition.allCases {
            let profile = standard.profile(under: [condition])
            #expect(profile.sends && profile.minimumInterval >= .seconds(60), "\(condition)")
        }
    }

    // MARK: - Empty reads

    @Test func `Snowplow's profile looks five times into an empty store, 5 s apart, and begins again with an event`() {
        var schedule = DispatchSchedule(
            mode: .immediate, now: .zero, emptyReads: EmitterConfiguration(.snowplow).emptyReads)
        for begin in [1000, 2000] {
            schedule.eventsWait(now: .seconds(begin), retry: .seconds(begin))
            var looks = [Duration.seconds(begin)]
            while let due = schedule.nextCycle, looks.count < 20 {
                schedule.cycleBegan()
                schedule.cycleEnded(now: due, retry: nil, didSend: looks.count == 1)
                if let next = schedule.nextCycle { looks.append(next) }
            }
            #expect(looks == [0, 5, 10, 15, 20].map { .seconds(begin + $0) })
        }
    }

    // MARK: - Modes as they are spelt

    @Test(
        "seconds as Google Analytics spells them",
        arguments: [
            (-1.0, DispatchMode.manual), (-0.001, .manual), (-0.0001, .manual), (-.infinity, .manual),
            (.infinity, .periodic(.seconds(1_000_000_000))), (0, .immediate), (-0.0, .immediate),
            (0.0001, .periodic(.milliseconds(1))), (120, .periodic(.seconds(120))), (.nan, .periodic(.seconds(30))),
        ])
    func seconds(seconds: Double, mode: DispatchMode) { #expect(DispatchMode(seconds: seconds) == mode) }
}
