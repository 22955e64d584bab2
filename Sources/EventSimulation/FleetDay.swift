import EventPlatform
package import EventSchema
import EventSupport

/// What arrives at the intake on one day of a simulation.
package struct FleetDay: Sendable {
    package let number: Int
    /// The mean numbers a second.
    package let events: Double
    package let requests: Double
    /// The maximum of the mean number of requests a second over any ten seconds.
    package let peakRequests: Double

    /// The day as a line of text.
    package var line: String {
        "day \(number)     \(events.fixed(1)) events and \(requests.fixed(1)) requests a second, at most "
            + "\(peakRequests.fixed(1)) requests over 10 seconds"
    }

    /// The day as JSON.
    package var json: JSONObject {
        [
            "day": .number(number), "eventsPerSecond": .number(events.thousandths),
            "requestsPerSecond": .number(requests.thousandths),
            "peakRequestsPerSecond": .number(peakRequests.thousandths),
        ]
    }
}

extension FleetReport {
    /// The days of the simulation; the last may be shorter.
    package func days(of scenario: FleetScenario) -> [FleetDay] {
        stride(from: 0, to: Int(scenario.duration.seconds), by: 86_400).enumerated().map { index, start in
            let (from, until) = (Duration.seconds(start), min(.seconds(start + 86_400), scenario.duration))
            return FleetDay(
                number: index + 1, events: traffic.events.mean(from: from, until: until),
                requests: traffic.requests.mean(from: from, until: until),
                peakRequests: traffic.requests.peak(from: from, until: until))
        }
    }
}
