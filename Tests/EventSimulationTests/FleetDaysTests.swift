import EventPlatform
import EventSupport
import Testing

@testable import EventSimulation

/// Whole days of a fleet: the curve of a day, and changes of how many events clients submit.
@Suite(.serialized) struct FleetDaysTests {
    private static func days() -> FleetScenario {
        var scenario = FleetScenario.days(clients: 20)
        scenario.eventInterval = .seconds(600)
        return scenario
    }

    @Test func `clients submit by the curve of the day, and each has a change at a time of its own`() {
        let scenario = FleetScenario.days(clients: 100)
        func interval(_ client: Int, _ hours: Double) -> Double {
            scenario.eventInterval(of: client, at: .seconds(hours * 3600)).seconds
        }
        #expect(abs(interval(0, 20) - 150) < 0.01 && abs(interval(99, 3) - 1500) < 0.01)
        #expect(abs(interval(0, 20.5) - 300 / 1.95) < 0.01, "between the hours it is between their values")
        // The release reaches the last client 6 hours after the first; the configuration takes its events back.
        #expect(abs(interval(0, 34) - 100) < 0.01 && abs(interval(99, 34) - 300) < 0.01)
        #expect(abs(interval(99, 40) - 100 / 1.2) < 0.01 && abs(interval(0, 58) - 300) < 0.01)
        #expect(FleetScenario().eventInterval(of: 0, at: .seconds(5)) == .seconds(10))
    }

    @Test func `a release triples the events of the day before, and a configuration undoes it`() async throws {
        let scenario = Self.days()
        let report = try await FleetReport.report(of: scenario)
        func submitted(_ hours: Range<Int>) -> Double {
            report.submitted.mean(from: .seconds(hours.lowerBound * 3600), until: .seconds(hours.upperBound * 3600))
        }
        #expect(report.ledger.total.droppedTotal == 0)
        let (usual, released, configured) = (submitted(16..<20), submitted(40..<44), submitted(64..<68))
        #expect((2.5...3.5).contains(released / usual), "\(released / usual)")
        #expect((0.8...1.2).contains(configured / usual), "\(configured / usual)")
        #expect(report.traffic.events.mean(from: .seconds(20 * 3600), until: .seconds(21 * 3600)) == 0, "the outage")
        let arrived = report.traffic.events.means(every: .seconds(86_400), until: scenario.duration).map { $0 * 86_400 }
        #expect(arrived.reduce(0, +).rounded() == Double(report.arrived))
        let days = report.days(of: scenario)
        #expect(days.map(\.number) == [1, 2, 3] && days[1].events > 2 * days[0].events)
        #expect(days[0].peakRequests > days[0].requests)
    }

    @Test func `the plot shows events, requests, the outage and the changes`() async throws {
        var scenario = FleetScenario.days(2, clients: 10)
        scenario.eventInterval = .seconds(1200)
        let svg = try await FleetReport.report(of: scenario).svg(of: scenario)
        for part in ["events a second", "requests a second", ">outage<", "release: three times the", "<desc>day 1"] {
            #expect(svg.contains(part), "\(part)")
        }
        #expect(!svg.contains("configuration:"), "it is on the third day")
        #expect(svg.split(separator: "<polyline").count == 6, "three lines, and two in the legend")
    }
}
