import EventPlatform
import Testing

@testable import EventSimulation

/// The bounds of delivery, on virtual time.
@Suite(.serialized) struct FleetSimulationTests {
    // Smaller than the scenarios of `eventctl simulate`, which CI runs at full size in a release build.

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `24 hours of mixed incidents lose no event, with at most 30 failed requests an hour`(seed: UInt64) async throws
    {
        var scenario = FleetScenario.mixed(hours: 24, clients: 2, seed: seed)
        scenario.eventInterval = .seconds(60)
        let report = try await FleetReport.report(of: scenario)
        let total = report.ledger.total
        #expect(total.submitted > 2500 && total.droppedTotal == 0 && total.pending == 0, "\(total)")
        #expect(report.arrived == total.submitted)
        let hours = scenario.incidentHours * Double(scenario.clients)
        #expect(Double(report.traffic.failed) / hours < 30, "\(report.traffic.failed)")
        #expect(report.traffic.failed > 30, "there was trouble")
        #expect(report.peakConcurrentRequests == 1)
    }

    static let herds: [(DispatchMode, FleetScenario.Kind)] = [
        (.periodic(), .responds(503)), (.periodic(), .responds(503, retryAfter: "60")), (.periodic(), .responds(500)),
        (.periodic(), .hangs), (.immediate, .responds(503)), (.piggyback(), .unreachable),
    ]

    @Test(arguments: herds)
    func `clients after an outage put at most 3 times the mean rate of requests on the intake`(
        mode: DispatchMode, kind: FleetScenario.Kind
    ) async throws {
        var scenario = FleetScenario.outage(of: .seconds(1800), kind, clients: mode == .piggyback() ? 100 : 40)
        scenario.mode = mode
        scenario.eventInterval = .seconds(mode == .piggyback() ? 60 : 20)
        let report = try await FleetReport.report(of: scenario)
        let mean = report.traffic.requests.mean(from: .seconds(1200), until: .seconds(3600))
        let peak = report.traffic.requests.peak(from: .seconds(5400), until: scenario.duration)
        #expect(report.ledger.total.droppedTotal == 0)
        #expect(mean > 0.1 && peak <= 3 * mean, "\(peak / mean) times \(mean)")
    }

    @Test func `an intake blocked for 30 days: the store at its cap, one request in flight, few attempts`() async throws
    {
        var scenario = FleetScenario.blocked(days: 30, eventsPerSecond: 10)
        scenario.eventInterval = .seconds(600)  // a sixtieth of the events, all else as stated; simulate has them all
        scenario.store.maximumEvents = 1000
        let report = try await FleetReport.report(of: scenario)
        let total = report.ledger.total
        #expect(total.pending <= 1000 && total.submitted == total.pending + (total.dropped[.storeFull] ?? 0))
        #expect(report.peakConcurrentRequests == 1 && report.arrived == 0)
        #expect(report.traffic.failed < 30 * 24 * 4, "\(report.traffic.failed)")
    }

    @Test func `a blocked client has events from the start, and tries at most 16 times and 4 an hour`()
        async throws
    {
        var scenario = FleetScenario.blocked()
        scenario.duration = .seconds(2 * 3600)
        scenario.eventsAtOnce = 6  // a tenth of the events, all else as stated
        let report = try await FleetReport.report(of: scenario)
        #expect(abs(report.ledger.total.submitted - 7200) < 150, "\(report.ledger.total)")
        #expect(scenario.incidentHours == 2 && report.traffic.failed <= 16 + 4 * 2, "\(report.traffic.failed)")
    }

    @Test func `the same seed gives the same run`() async throws {
        func run(_ seed: UInt64) async throws -> [Int] {
            let report = try await FleetReport.report(of: .mixed(hours: 6, clients: 3, seed: seed))
            return [report.arrived, report.traffic.accepted, report.traffic.failed, report.traffic.repeats]
        }
        let (first, again, other) = try await (run(5), run(5), run(6))
        #expect(first == again && first != other)
    }
}
