package import EventPlatform
import EventSupport

/// The settings of a simulated fleet of clients and the incidents at its intake, in virtual time.
package struct FleetScenario: Sendable {
    /// A period in which the intake fails. Times count from the start of the simulation.
    package struct Incident: Sendable, Hashable {
        package var from: Duration
        package var until: Duration
        package var kind: Kind

        package init(from: Duration, until: Duration, kind: Kind) {
            self.from = from
            self.until = until
            self.kind = kind
        }
    }

    /// How an intake fails.
    package enum Kind: Sendable, Hashable {
        /// The response to every request has this status.
        case responds(Int, retryAfter: String? = nil)
        /// No connection can be opened.
        case unreachable
        /// The events are accepted, then the connection is reset without a response.
        case resetsAfterAccepting
        /// No response arrives before the timeout.
        case hangs
        /// The response to this percentage of the requests is 500.
        case flaky(percent: Int)
        /// Of the first `ofFirst` events of a client, those whose number is a multiple of `every` are listed as errors;
        /// the others are accepted. The status is 207, or 500 when all events of a request are errors.
        case reportsErrors(every: Int, ofFirst: Int)
        /// Every event of a request is listed as an error, with status 500.
        case reportsAllErrors
        /// The response to a request that contains the event with this number has this status and an HTML page.
        case rejects(event: Int, Int)
    }

    /// The number of clients.
    package var clients = 1000
    /// The period over which the clients are launched. If all were launched at once, they would send in step.
    package var launchPeriod: Duration = .seconds(900)
    /// The duration of the simulation.
    package var duration: Duration = .seconds(5 * 3600)
    /// The mean interval between submissions of one client, without the daily curve and the changes.
    package var eventInterval: Duration = .seconds(10)
    /// The number of events in one submission.
    package var eventsAtOnce = 1
    /// The number of events that a client has stored when it is launched.
    package var backlog = 0
    /// The time of the last submission; `nil` when clients submit until the end.
    package var lastEvent: Duration?
    /// The clients' settings.
    package var mode: DispatchMode = .periodic()
    package var emitter = EmitterConfiguration()
    package var store = StoreSettings()
    /// The time between a request and its response.
    package var latency: Duration = .milliseconds(100)
    package var incidents: [Incident] = []
    /// How many times as many events as in the mean clients submit at the beginning of equal parts of a day; the same
    /// all day unless it has several.
    package var curve: [Double] = []
    /// The changes of how many events clients submit.
    package var changes: [Change] = []
    /// The seed of the random numbers.
    package var seed: UInt64 = 1
    /// Opens the store of a client. The default is `nil`: a store in memory.
    package var openStore: (@Sendable (StoreSettings) throws -> any EventStore)?

    package init() {}

    /// The total duration of the incidents in hours.
    package var incidentHours: Double {
        incidents.reduce(0) { $0 + (min($1.until, duration) - min($1.from, duration)).seconds } / 3600
    }
}

extension FleetScenario {
    /// One hour without incidents, an outage of `length`, then three times its length and one more hour without
    /// incidents.
    package static func outage(
        of length: Duration = .seconds(3600), _ kind: Kind = .responds(503), clients: Int = 1000
    ) -> FleetScenario {
        var scenario = FleetScenario()
        scenario.clients = clients
        scenario.incidents = [Incident(from: .seconds(3600), until: .seconds(3600) + length, kind: kind)]
        scenario.duration = .seconds(3600) + length * 3 + .seconds(3600)
        return scenario
    }

    /// Random incidents, seconds to hours long, for `hours`, followed by 24 hours without incidents: statuses, an
    /// unreachable intake, resets and timeouts. In none of them does the intake list events as errors.
    package static func mixed(hours: Int = 72, clients: Int = 10, seed: UInt64 = 1) -> FleetScenario {
        var scenario = FleetScenario()
        scenario.clients = clients
        scenario.seed = seed
        var random = SeededGenerator(seed: seed)
        let kinds: [Kind] = [
            .responds(503), .responds(503, retryAfter: "120"), .responds(500), .responds(429, retryAfter: "5"),
            .responds(404), .responds(200), .responds(302), .unreachable, .resetsAfterAccepting, .hangs,
            .flaky(percent: 50),
            .flaky(percent: 95),
        ]
        var time: Duration = .zero
        let end = Duration.seconds(hours * 3600)
        while time < end {
            let begin = time + .seconds(Int.random(in: 5...5400, using: &random))
            time = begin + .seconds(Int.random(in: 5...10_800, using: &random))
            let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            scenario.incidents.append(Incident(from: begin, until: min(time, end), kind: kind))
        }
        scenario.incidents.removeAll { $0.from >= end }
        scenario.lastEvent = end
        scenario.duration = end + .seconds(24 * 3600)
        return scenario
    }

    /// One client whose intake is never reachable.
    package static func blocked(days: Int = 30, eventsPerSecond: Int = 10) -> FleetScenario {
        var scenario = FleetScenario()
        scenario.clients = 1
        scenario.launchPeriod = .zero
        scenario.duration = .seconds(days * 86_400)
        scenario.eventsAtOnce = max(1, eventsPerSecond) * 6
        scenario.eventInterval = .seconds(6)
        scenario.incidents = [Incident(from: .zero, until: scenario.duration, kind: .unreachable)]
        return scenario
    }
}
