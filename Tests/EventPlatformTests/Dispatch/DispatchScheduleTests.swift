import Testing

@testable import EventPlatform

@Suite struct DispatchScheduleTests {
    static let modes = [DispatchMode.periodic(), .immediate, .manual, .piggyback()]

    @Test(arguments: modes)
    func `no cycle is due in any mode while no events wait`(mode: DispatchMode) {
        var schedule = DispatchSchedule(mode: mode, sessionBegan: .zero)
        #expect(schedule.nextCycle == nil)
        schedule.primaryTraffic(endsAt: .seconds(1))
        schedule.eventsWait(now: .seconds(2), retry: nil)
        #expect(schedule.nextCycle == nil)
        schedule.cycleBegan()
        schedule.cycleEnded(now: .seconds(5), retry: nil, didSend: true)
        #expect(schedule.nextCycle == nil)
    }

    @Test func `the first event starts the period, and later events do not move it`() {
        var schedule = DispatchSchedule(mode: .periodic(.seconds(30)), sessionBegan: .zero)
        schedule.eventsWait(now: .seconds(100), retry: .seconds(100))
        schedule.eventsWait(now: .seconds(120), retry: .seconds(120))
        #expect(schedule.nextCycle == .seconds(130))
    }

    @Test func `new events of a destination in back-off cause no cycle before the back-off ends`() {
        var schedule = DispatchSchedule(mode: .periodic(.seconds(30)), sessionBegan: .zero)
        schedule.cycleEnded(now: .seconds(100), retry: .seconds(3700), didSend: true)
        schedule.eventsWait(now: .seconds(200), retry: .seconds(3700))
        #expect(schedule.nextCycle == .seconds(3700))
    }

    @Test func `the immediate mode is due at once and then a second after each cycle, the manual mode never`() {
        var schedule = DispatchSchedule(mode: .manual, sessionBegan: .zero)
        schedule.eventsWait(now: .seconds(1), retry: .seconds(1))
        schedule.cycleEnded(now: .seconds(1), retry: .seconds(1), didSend: true)
        #expect(schedule.nextCycle == nil)
        schedule.set(.immediate, now: .seconds(2))
        schedule.eventsWait(now: .seconds(2), retry: .seconds(1))
        #expect(schedule.nextCycle == .seconds(2))
        schedule.cycleEnded(now: .seconds(2), retry: .seconds(1), didSend: true)
        #expect(schedule.nextCycle == .seconds(3))
    }

    @Test(arguments: [1, 400, 999])
    func `a back-off of less than a second is not rounded up`(milliseconds: Int) {
        var schedule = DispatchSchedule(mode: .immediate, sessionBegan: .zero)
        let retry = Duration.seconds(10) + .milliseconds(milliseconds)
        schedule.cycleEnded(now: .seconds(10), retry: retry, didSend: true)
        #expect(schedule.nextCycle == retry)
        #expect(DispatchSchedule.again(retry, after: .seconds(10)) == retry)
        #expect(DispatchSchedule.again(.seconds(10), after: .seconds(10)) == .seconds(11))
    }

    @Test(arguments: modes, modes)
    func `changing the mode in any state reschedules the events that wait`(from: DispatchMode, to: DispatchMode) {
        func due(_ schedule: DispatchSchedule) -> Duration? {
            var schedule = schedule
            schedule.set(to, now: .seconds(500))
            return schedule.nextCycle
        }
        let idle = DispatchSchedule(mode: from, sessionBegan: .zero)
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

    // MARK: - Reachability and conditions

    @Test(arguments: modes)
    func `a cycle is due when the network returns, and none before, except in the manual mode`(mode: DispatchMode) {
        var schedule = DispatchSchedule(mode: mode, sessionBegan: .zero)
        schedule.cycleEnded(now: .seconds(300), retry: .seconds(3000), didSend: true)
        schedule.set(DispatchProfile(), isReachable: false)
        schedule.eventsWait(now: .seconds(400), retry: .seconds(400))
        #expect(schedule.nextCycle == nil)
        schedule.set(DispatchProfile(), isReachable: true)
        schedule.networkReturned(now: .seconds(500))
        let due = schedule.nextCycle
        #expect(mode == .manual ? due == nil : due.map { $0 <= .seconds(500) } == true)
    }

    @Test func `of the profiles of several conditions the strictest applies`() {
        let profiles: [DispatchCondition: DispatchProfile] = [
            .expensive: .atMostEvery(.seconds(60)), .lowPower: .atMostEvery(.seconds(300)), .background: .paused,
        ]
        var schedule = DispatchSchedule(mode: .immediate, sessionBegan: .zero)
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

    @Test func `the standard profiles send at most once a minute under any condition, and never pause`() {
        let standard = DispatchProfile.standard
        #expect(standard.profile(under: []) == DispatchProfile())
        for condition in DispatchCondition.allCases {
            let profile = standard.profile(under: [condition])
            #expect(profile.sendsAutomatically && profile.minimumInterval >= .seconds(60), "\(condition)")
        }
    }

    // MARK: - Empty reads

    @Test func `the Snowplow profile reads an empty store five times, 5 s apart, after each event`() {
        var schedule = DispatchSchedule(
            mode: .immediate, sessionBegan: .zero, emptyReads: EmitterConfiguration(.snowplow).emptyReads)
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

    // MARK: - Modes from seconds

    @Test(
        arguments: [
            (-1.0, DispatchMode.manual), (-0.001, .manual), (-0.0001, .manual), (-.infinity, .manual),
            (.infinity, .periodic(.seconds(1_000_000_000))), (0, .immediate), (-0.0, .immediate),
            (0.0001, .periodic(.milliseconds(1))), (120, .periodic(.seconds(120))), (.nan, .periodic(.seconds(30))),
        ])
    func `a dispatch mode is created from seconds as in Google Analytics`(seconds: Double, mode: DispatchMode) {
        #expect(DispatchMode(seconds: seconds) == mode)
    }
}
