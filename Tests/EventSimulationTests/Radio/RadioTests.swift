import EventPlatform
import EventSupport
import Testing

@testable import EventSimulation

/// The state machine of a radio, on the model of 3G: DCH for 5 s, FACH for 12 s.
@Suite struct RadioTests {
    static func threeG() throws -> RadioModel { try #require(RadioModel.named("3g")) }

    /// A radio with transfers, each with its begin and the duration of its data.
    private static func radio(
        _ model: RadioModel, _ transfers: [(begin: Duration, duration: Duration)]
    ) -> (radio: Radio, busy: [Range<Duration>]) {
        var radio = Radio(model)
        var busy: [Range<Duration>] = []
        for transfer in transfers {
            let ready = radio.begin(now: transfer.begin)
            radio.end(now: ready + transfer.duration)
            busy.append(ready..<ready + transfer.duration)
        }
        return (radio, busy)
    }

    @Test func `a transfer promotes an idle radio, which then falls through its tails`() throws {
        var radio = Radio(try Self.threeG())
        #expect(radio.begin(now: .seconds(10)) == .seconds(12))
        radio.end(now: .seconds(13))
        #expect(radio.idleAt == .seconds(30))
        let timeline = radio.timeline(until: .seconds(40))
        #expect(timeline.activeDuration == .seconds(20) && timeline.highPowerDuration == .seconds(8))
        #expect(abs(timeline.joules - (2 * 0.53 + 6 * 0.7 + 12 * 0.35)) < 1e-9)
        let intervals = timeline.intervals
        #expect(
            intervals.map(\.phase) == [.state(2), .promotion(from: 2), .state(0), .state(1), .state(2)])
        #expect(intervals.map(\.until.seconds) == [10, 12, 18, 30, 40])
    }

    @Test func `a transfer in the tail of the first state begins at once, and the tail begins again`() throws {
        let (radio, busy) = Self.radio(try Self.threeG(), [(.zero, .seconds(1)), (.seconds(7), .seconds(1))])
        #expect(busy[1] == .seconds(7)..<Duration.seconds(8))
        let timeline = radio.timeline(until: radio.idleAt)
        #expect(timeline.promotions == 1)
        #expect(timeline.intervals.map(\.until.seconds) == [2, 13, 25])
    }

    @Test(arguments: [(7999, 7999, 1), (8000, 9500, 2), (19_999, 21_499, 2), (20_000, 22_000, 2)])
    func `a transfer when a tail is over begins in the next state`(begin: Int, ready: Int, promotions: Int) throws {
        let (radio, busy) = Self.radio(
            try Self.threeG(), [(.zero, .seconds(1)), (.milliseconds(begin), .seconds(1))])
        #expect(busy[1].lowerBound == .milliseconds(ready))
        #expect(radio.timeline(until: radio.idleAt).promotions == promotions)
    }

    @Test func `a transfer during a promotion waits for its end only`() throws {
        var radio = Radio(try Self.threeG())
        #expect(radio.begin(now: .zero) == .seconds(2))
        #expect(radio.begin(now: .milliseconds(1500)) == .seconds(2))
        radio.end(now: .seconds(3))
        #expect(radio.begin(now: .seconds(4)) == .seconds(4))
        radio.end(now: .seconds(5))
        radio.end(now: .seconds(6))
        let timeline = radio.timeline(until: .seconds(7))
        #expect(timeline.promotions == 1 && timeline.duration(of: .state(0)) == .seconds(5))
    }

    @Test func `a radio without promotions, as that of Wi-Fi, has high power in all states but the idle one`() throws {
        let (radio, busy) = Self.radio(
            try #require(RadioModel.named("wifi")), [(.seconds(1), .seconds(2)), (.seconds(9), .seconds(1))])
        #expect(busy.map(\.lowerBound) == [.seconds(1), .seconds(9)])
        let timeline = radio.timeline(until: .seconds(20))
        #expect(timeline.promotions == 0)
        #expect(timeline.activeDuration == .milliseconds(3500) && timeline.highPowerDuration == timeline.activeDuration)
        #expect(abs(timeline.joules - (3.5 * 0.403 + 16.5 * 0.02)) < 1e-9)
    }

    /// What a radio does in each 10 ms, decided from the transfers alone.
    private static func phase(
        at time: Duration, _ model: RadioModel, _ busy: [Range<Duration>], _ begins: [Duration]
    ) -> RadioTimeline.Phase {
        if busy.contains(where: { $0.contains(time) }) { return .state(0) }
        let waits = zip(begins, busy).first { $0 <= time && time < $1.lowerBound }
        let now = waits?.0 ?? time
        let last = busy.map(\.upperBound).filter { $0 <= now }.max()
        var state = last == nil ? model.idle : 0
        var left = last.map { now - $0 } ?? .zero
        while state < model.idle, left >= model.states[state].tail {
            left -= model.states[state].tail
            state += 1
        }
        return waits == nil ? .state(state) : .promotion(from: state)
    }

    @Test(arguments: ["3g", "lte", "5g", "wifi"], [1, 2, 3] as [UInt64])
    func `random transfers: the intervals are those of a count by steps of 10 ms`(name: String, seed: UInt64) throws {
        let model = try #require(RadioModel.named(name))
        var random = SeededGenerator(seed: seed)
        var radio = Radio(model)
        var (time, begins, busy) = (Duration.zero, [Duration](), [Range<Duration>]())
        for _ in 0..<20 {
            time += .milliseconds(10 * Int.random(in: 1...2500, using: &random))
            let ready = radio.begin(now: time)
            begins.append(time)
            time = ready + .milliseconds(10 * Int.random(in: 1...200, using: &random))
            radio.end(now: time)
            busy.append(ready..<time)
        }
        let timeline = radio.timeline(until: radio.idleAt + .seconds(1))
        for interval in timeline.intervals where interval.until - interval.from > .milliseconds(20) {
            for step in [interval.from, (interval.from + interval.until) / 2, interval.until - .milliseconds(1)] {
                #expect(Self.phase(at: step, model, busy, begins) == interval.phase, "\(step)")
            }
        }
        #expect(timeline.intervals.map(\.from).dropFirst().elementsEqual(timeline.intervals.map(\.until).dropLast()))
    }
}
