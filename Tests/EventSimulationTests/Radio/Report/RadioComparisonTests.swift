import EventPlatform
import EventSchema
import EventSupport
import Testing

@testable import EventSimulation

/// A client over a radio, in every mode.
@Suite struct RadioComparisonTests {
    private static let modes =
        ComparedMode.standard + [
            ComparedMode("eager", .piggyback(idle: .zero, min: .zero, max: .seconds(5))),
            ComparedMode("late", .piggyback(idle: .seconds(9), min: .seconds(60), max: .seconds(400))),
        ]

    private static func run(_ trace: AppTrace, _ mode: ComparedMode, on name: String = "3g") throws -> RadioRun {
        let model = try #require(RadioModel.named(name))
        return try #require(try RadioComparison(trace, model, modes: [mode]).runs.first)
    }

    /// One request of the app after a minute, and an event during it.
    private static let oneRequest = AppTrace(
        name: "one", requests: [.init(at: .seconds(60), duration: .seconds(1), sentBytes: 500, receivedBytes: 5000)],
        events: [.init(at: .seconds(61), bytes: 300)], end: .seconds(300))

    @Test func `an upload 4.5 s after the app's traffic, in the tail of 5 s of 3G, needs no promotion`() throws {
        let alone = try Self.run(Self.oneRequest, .appAlone)
        let piggyback = try Self.run(Self.oneRequest, ComparedMode("piggyback", .piggyback()))
        #expect(alone.timeline.promotions == 1 && piggyback.timeline.promotions == 1)
        // A promotion of 2 s and a request of 1 s, then 4.5 s of silence.
        #expect(piggyback.requests.first?.lowerBound == .milliseconds(67_500))
        #expect(piggyback.eventsAtEnd == 0)
    }

    @Test func `an upload after the tail of 5 s needs a promotion out of the next state`() throws {
        let mode = ComparedMode("late", .piggyback(idle: .milliseconds(5500)))
        let late = try Self.run(Self.oneRequest, mode)
        #expect(late.timeline.promotions(from: 1) == 1 && late.timeline.promotions == 2)
    }

    @Test func `an upload at an interval after the traffic promotes the radio of 3G again`() throws {
        let periodic = try Self.run(Self.oneRequest, ComparedMode("30 s", .periodic()))
        #expect(periodic.timeline.promotions(from: 2) == 2)
        // The interval, the promotion, three round trips, and the bytes of 1502 and 4500 at 0.5 and 2 Mbit/s.
        #expect(periodic.delays == [.seconds(30) + .seconds(2) + .milliseconds(600 + 43)])
    }

    @Test func `events that wait when the app leaves the foreground are sent then, and counted`() throws {
        let manual = try Self.run(Self.oneRequest, ComparedMode("manual", .manual))
        #expect(manual.eventsAtEnd == 1 && manual.requests.first?.lowerBound == .seconds(300))
        #expect(manual.delays.first.map { $0 > .seconds(239) } == true)
    }

    @Test func `in low power a second upload waits for five minutes`() throws {
        let events = [AppTrace.Event(at: .seconds(1), bytes: 300), AppTrace.Event(at: .seconds(400), bytes: 300)]
        let trace = AppTrace(name: "two", requests: [], events: events, end: .seconds(900))
        let starts = try Self.run(trace, .lowPower).requests.map(\.lowerBound.seconds)
        #expect(starts.count == 2 && starts[0] == 300 && starts[1] >= 600, "\(starts)")
    }

    @Test func `a request of more than a hundred events is divided, and no event is lost`() throws {
        let events = (0..<250).map { AppTrace.Event(at: .milliseconds($0), bytes: 200) }
        let run = try Self.run(AppTrace(name: "many", requests: [], events: events), ComparedMode("manual", .manual))
        #expect(run.requests.count == 3 && run.ledger.delivered == 250 && run.eventsAtEnd == 250)
    }

    @Test(arguments: ["3g", "lte", "5g", "wifi"], Array(1...6) as [UInt64])
    func `random traces: no event is lost, and the times add up`(name: String, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let trace = AppTrace.random(&random)
        let model = try #require(RadioModel.named(name))
        let comparison = try RadioComparison(trace, model, modes: Self.modes)
        for run in comparison.runs {
            #expect(run.ledger.submitted == trace.events.count && run.ledger.delivered == trace.events.count)
            #expect(run.ledger.pending == 0 && run.ledger.droppedTotal == 0 && run.delays.count == trace.events.count)
            #expect(run.delays.allSatisfy { $0 >= .zero })
            #expect(run.bodyBytes >= trace.eventBytes)
        }
        for run in [comparison.alone] + comparison.runs {
            let intervals = run.timeline.intervals
            #expect(run.timeline.end == comparison.duration && intervals.first?.from ?? .zero == .zero)
            #expect(intervals.reduce(.zero) { $0 + ($1.until - $1.from) } == comparison.duration)
            #expect(
                run.timeline.highPowerDuration <= run.timeline.activeDuration
                    && run.timeline.activeDuration <= comparison.duration)
        }
    }

    /// A request with events can save the app a promotion, and so cost less than nothing; without promotions it cannot.
    @Test(arguments: ["3g", "lte", "5g", "wifi"], Array(1...12) as [UInt64])
    func `random traces: events save no energy but that of the app's promotions`(name: String, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let model = try #require(RadioModel.named(name))
        let comparison = try RadioComparison(AppTrace.random(&random), model, modes: Self.modes)
        let promotions = model.states.enumerated().reduce(0) { sum, state in
            sum + comparison.alone.timeline.duration(of: .promotion(from: state.offset)).seconds
                * state.element.promotion.watts
        }
        for run in comparison.runs {
            #expect(run.joules >= comparison.alone.joules - promotions - 1e-9, "\(run.mode.name)")
        }
    }

    @Test(arguments: Array(1...6) as [UInt64])
    func `additional events transfer at least as many bytes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let trace = AppTrace.random(&random)
        let added = trace.events.map { AppTrace.Event(at: $0.at + .milliseconds(500), bytes: 100) }
        let more = AppTrace(
            name: "more", requests: trace.requests, events: (trace.events + added).sorted { $0.at < $1.at },
            end: trace.end)
        for mode in Self.modes {
            #expect(try Self.run(more, mode).bodyBytes >= Self.run(trace, mode).bodyBytes, "\(mode.name)")
        }
    }

    @Test func `the same trace gives the same report`() throws {
        let trace = try #require(try AppTrace.builtIn("game"))
        let model = try #require(RadioModel.named("lte"))
        let reports = try (0..<2).map { _ in try RadioComparison(trace, model) }
        #expect(reports[0].lines == reports[1].lines && reports[0].json == reports[1].json)
        #expect([reports[0]].svg == [reports[1]].svg)
    }

    @Test func `an empty trace has a report without numbers of events`() throws {
        let trace = AppTrace(name: "empty", requests: [], events: [])
        let comparison = try RadioComparison(trace, try #require(RadioModel.named("3g")))
        #expect(comparison.duration == .zero && comparison.lines.count == 11)
        #expect(comparison.json["modes"]?.array?.last?[path: ["delay_seconds", "median"]]?.isNull == true)
    }

    @Test func `a share of the delays is the delay that it does not exceed`() throws {
        var run = RadioRun(mode: .lowPower, timeline: RadioTimeline(try #require(RadioModel.named("3g"))))
        #expect(run.delay(ofShare: 0.5) == nil)
        run.delays = (1...20).reversed().map { .seconds($0) }
        #expect([0, 0.5, 0.95, 1].map { run.delay(ofShare: $0)?.seconds } == [1, 10, 19, 20])
    }
}
