import EventPlatform
import Testing

@testable import EventSimulation

/// One client with a backlog at an intake that refuses events or lists them as errors, in virtual time.
@Suite(.serialized) struct FaultyIntakeTests {
    private static func scenario(
        backlog: Int, hours: Int, _ incidents: (kind: FleetScenario.Kind, seconds: Int)...
    ) -> FleetScenario {
        var scenario = FleetScenario()
        scenario.clients = 1
        scenario.launchPeriod = .zero
        scenario.backlog = backlog
        scenario.eventInterval = .seconds(60)
        scenario.duration = .seconds(hours * 3600)
        var time: Duration = .zero
        for incident in incidents {
            let end = time + .seconds(incident.seconds)
            scenario.incidents.append(.init(from: time, until: end, kind: incident.kind))
            time = end
        }
        scenario.lastEvent = scenario.duration - .seconds(120)
        return scenario
    }

    @Test(arguments: [DispatchMode.periodic(), .immediate])
    func `20 000 events, half of them listed as errors in every response, take at most 1000 requests`(
        mode: DispatchMode
    ) async throws {
        var scenario = Self.scenario(backlog: 20_000, hours: 1, (.reportsErrors(every: 2, ofFirst: 20_000), 3600))
        scenario.mode = mode
        let report = try await FleetReport.report(of: scenario)
        let total = report.ledger.total
        #expect(total.dropped == [.intakeError: 10_000] && total.pending == 0, "\(total)")
        let requests = report.traffic.accepted + report.traffic.failed
        #expect(requests <= 1000, "\(requests) requests")
    }

    @Test func `1000 events that are listed as errors in every request are dropped within 100 requests`() async throws {
        var scenario = Self.scenario(backlog: 2000, hours: 48, (.reportsErrors(every: 1, ofFirst: 1000), 48 * 3600))
        scenario.eventInterval = .seconds(600)
        let report = try await FleetReport.report(of: scenario)
        #expect(report.ledger.total.dropped == [.intakeError: 1000], "\(report.ledger.total)")
        #expect(report.traffic.failed <= 100, "\(report.traffic.failed) requests")
    }

    @Test func `no event is lost while 500 lists whole batches as errors for ten hours`() async throws {
        let report = try await FleetReport.report(
            of: Self.scenario(backlog: 3000, hours: 13, (.reportsAllErrors, 36_000)))
        let total = report.ledger.total
        #expect(total.droppedTotal == 0 && total.pending <= 2 && total.delivered > 3000, "\(total)")
        #expect(report.traffic.failed <= 60, "\(report.traffic.failed) requests in ten hours")
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `3000 events lose none to incidents of one minute with foreign responses`(seed: UInt64) async throws {
        var scenario = Self.scenario(
            backlog: 3000, hours: 4, (.responds(400), 60), (.responds(403), 60), (.responds(410), 60),
            (.responds(200), 60),
            (.responds(302), 60), (.responds(422), 60))
        scenario.eventInterval = .seconds(10)
        scenario.seed = seed
        let report = try await FleetReport.report(of: scenario)
        let total = report.ledger.total
        #expect(total.droppedTotal == 0 && total.pending <= 10 && total.delivered > 3000, "\(total)")
    }

    @Test(arguments: [1, 500, 637, 1000])
    func `one event among 1000 that a bare 400 refuses is dropped alone`(number: Int) async throws {
        var scenario = Self.scenario(backlog: 1000, hours: 1, (.rejects(event: number, 400), 3600))
        scenario.lastEvent = .seconds(600)
        let report = try await FleetReport.report(of: scenario)
        let total = report.ledger.total
        let requests = report.traffic.accepted + report.traffic.failed
        #expect(total.dropped == [.rejectedStatus: 1] && total.pending == 0, "\(total)")
        #expect(requests <= 70, "\(requests) requests")
    }
}
