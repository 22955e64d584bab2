import EventSupport
import Testing

@testable import EventPlatform

/// The schedule that the client runs, compared with the timers of Apigee's article, which go from tick to tick.
@Suite struct PiggybackModelTests {
    /// The article's two timers, as it describes them.
    private struct Timers {
        let (idle, min, max): (Int, Int, Int)
        /// Requests of the app under way, with their begin.
        var requests: [UInt64: Int] = [:]
        var idleTimer: Int?
        var lastUpload = 0
        var backoffEnd = 0
        var isWaiting = false

        /// The idle timer begins with the end of the last request, or as if that took 60 s.
        mutating func trafficChanged(now: Int) {
            let begin = requests.values.max()
            idleTimer = Swift.max(idleTimer ?? 0, now + idle)
            if let begin { idleTimer = Swift.max(now, begin + 120) + idle }
        }

        /// - Returns: whether to upload now.
        mutating func tick(now: Int) -> Bool {
            let mayUpload = isWaiting && now >= backoffEnd
            if idleTimer == now {
                idleTimer = nil
                if mayUpload, now - lastUpload >= min { return true }
            }
            return mayUpload && now - lastUpload >= max
        }
    }

    /// Half seconds, so that 4.5 s are a whole number of them.
    private func time(_ ticks: Int) -> Duration { .milliseconds(Int64(ticks) * 500) }

    @Test(arguments: 0..<200)
    func `the schedule uploads at the ticks of the article's timers`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var timers = Timers(idle: 9, min: 40, max: 360)
        var schedule = DispatchSchedule(mode: .piggyback(), now: .zero)
        var marks = TrafficMarks()
        var uploads = 0
        for now in 1...6000 {
            switch Int.random(in: 0..<120, using: &random) {
            case 0, 1, 2:
                timers.isWaiting = true
                schedule.eventsWait(now: time(now), retry: time(Swift.max(now, timers.backoffEnd)))
            case 3, 4:
                timers.requests[marks.begin(now: time(now))] = now
                timers.trafficChanged(now: now)
                schedule.primaryTraffic(endsAt: marks.endsAt!)
            case 5..<12:
                guard let request = timers.requests.keys.min() else { break }
                marks.end(request, now: time(now))
                timers.requests[request] = nil
                timers.idleTimer = nil
                timers.trafficChanged(now: now)
                schedule.primaryTraffic(endsAt: marks.endsAt!)
            case 12 where Int.random(in: 0..<20, using: &random) == 0:
                timers.lastUpload = now
                schedule.sessionBegan(at: time(now))
            default: break
            }
            timers.requests = timers.requests.filter { now - $0.value < 120 }
            let isDue = schedule.nextCycle.map { $0 <= time(now) } ?? false
            let isExpected = timers.tick(now: now)
            guard isDue == isExpected else {
                Issue.record("seed \(seed), tick \(now): due \(isDue), expected \(isExpected), \(timers), \(schedule)")
                return
            }
            guard isDue else { continue }
            uploads += 1
            let fails = Int.random(in: 0..<4, using: &random) == 0
            schedule.cycleBegan()
            timers.idleTimer = nil
            timers.lastUpload = now
            timers.isWaiting = fails
            timers.backoffEnd = fails ? now + Int.random(in: 1..<500, using: &random) : now
            schedule.cycleEnded(now: time(now), retry: fails ? time(timers.backoffEnd) : nil, didSend: true)
        }
        #expect(uploads > 5)
    }
}
