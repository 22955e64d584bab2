import EventSupport
import Testing

@testable import EventPlatform

/// The schedule that the client runs, compared with the timers of Apigee's article, which go from tick to tick.
@Suite struct PiggybackModelTests {
    @Test(arguments: 0..<200)
    func `the schedule uploads at the ticks of the article's timers`(seed: UInt64) {
        var run = Run(seed: seed)
        while run.now < 8000 {
            // The device sleeps now and then, for up to ten minutes.
            if run.pick(0..<300) == 0 { run.now += run.pick(1..<1200) } else { run.act() }
            guard run.agrees() else {
                Issue.record("seed \(seed), tick \(run.now): \(run.timers), \(run.schedule)")
                return
            }
            run.now += 1
        }
        #expect(run.uploads > 5)
    }

    /// The article's two timers, as it describes them, in half seconds.
    private struct Timers {
        let idle = 9
        let min = 40
        let max = 360
        /// When the requests of the app that are in flight began.
        var requests: [UInt64: Int] = [:]
        var idleTimer: Int?
        var lastUpload = 0
        var backoffEnd = 0
        /// When the oldest event that waits was stored, or its last upload failed.
        var waitingSince: Int?

        /// A request began or ended: the idle timer begins anew with the end of the last request, or as if that took
        /// 60 s.
        mutating func restartIdleTimer(now: Int) {
            let end = requests.values.max().map { Swift.max(now, $0 + 120) }
            idleTimer = (end ?? now) + idle
        }

        /// A tick, which may come late, after the device has slept.
        ///
        /// - Returns: whether to upload now.
        mutating func tick(now: Int) -> Bool {
            requests = requests.filter { now - $0.value < 120 }
            if let time = idleTimer, time <= now {
                idleTimer = nil
                if waitingSince != nil, time >= backoffEnd, time - lastUpload >= min { return true }
            }
            guard let waitingSince, now >= backoffEnd else { return false }
            return now - Swift.min(lastUpload, waitingSince) >= max
        }
    }

    private struct Run {
        var timers = Timers()
        var schedule = DispatchSchedule(mode: .piggyback(), sessionBegan: .zero)
        var marks = TrafficMarks()
        var random: SeededGenerator
        /// The session began at tick 0; the first event may come long after that.
        var now: Int
        var uploads = 0

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            now = Int.random(in: 1..<1000, using: &random)
        }

        mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

        private func time(_ ticks: Int) -> Duration { .milliseconds(Int64(ticks) * 500) }

        /// An event is stored, a request of the app begins or ends, a session begins, or nothing happens.
        mutating func act() {
            switch pick(0..<120) {
            case 0..<3:
                timers.waitingSince = timers.waitingSince ?? now
                schedule.eventsWait(now: time(now), retry: time(max(now, timers.backoffEnd)))
            case 3..<5:
                timers.requests[marks.begin(now: time(now))] = now
                trafficChanged()
            case 5..<12:
                guard let request = timers.requests.keys.min() else { return }
                marks.end(request, now: time(now))
                timers.requests[request] = nil
                trafficChanged()
            case 12 where pick(0..<4) == 0:
                timers.lastUpload = now
                schedule.sessionBegan(at: time(now))
            default: break
            }
        }

        private mutating func trafficChanged() {
            timers.restartIdleTimer(now: now)
            if let end = marks.endsAt { schedule.primaryTraffic(endsAt: end) }
        }

        /// Whether both upload now, or both do not. An upload may fail, which begins a back-off.
        mutating func agrees() -> Bool {
            let isDue = schedule.nextCycle.map { $0 <= time(now) } ?? false
            guard timers.tick(now: now) == isDue else { return false }
            guard isDue else { return true }
            uploads += 1
            let fails = pick(0..<4) == 0
            (timers.idleTimer, timers.lastUpload, timers.waitingSince) = (nil, now, fails ? now : nil)
            timers.backoffEnd = fails ? now + pick(1..<500) : now
            schedule.cycleBegan()
            schedule.cycleEnded(now: time(now), retry: fails ? time(timers.backoffEnd) : nil, didSend: true)
            return true
        }
    }
}
