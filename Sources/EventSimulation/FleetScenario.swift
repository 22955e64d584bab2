package import EventPlatform
import EventSupport

/// What a fleet of clients goes through, in virtual time.
package struct FleetScenario: Sendable {
    /// What is wrong with the intake for a while.
    package struct Trouble: Sendable, Hashable {
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
        /// Every request is answered with that status.
        case answers(Int, retryAfter: String? = nil)
        /// No connection comes about.
        case unreachable
        /// Events are taken, and then the connection breaks.
        case resetsAfterwards
        /// No answer comes in time.
        case hangs
        /// So many of a hundred requests are answered with 500.
        case flaky(percent: Int)
        /// Of the first events of a client every so manieth is named in the intake's lists as failed, and the others are
        /// accepted: 207, or 500 where that is all of a request.
        case names(every: Int, ofFirst: Int)
        /// Every event of a request is named in the lists of a 500.
        case namesAll
        /// A request with the event of that number is answered with that status and somebody's page.
        case refuses(event: Int, Int)
    }

    /// How many clients there are.
    package var clients = 1000
    /// Over what time the clients are launched: those that all begin at one moment would go on in step.
    package var launches: Duration = .seconds(900)
    /// How long it goes on.
    package var duration: Duration = .seconds(5 * 3600)
    /// How long after an event the next comes from the same client, on average.
    package var eventInterval: Duration = .seconds(10)
    /// How many events come at once.
    package var eventsAtOnce = 1
    /// How many events a client has stored when it is launched.
    package var backlog = 0
    /// When no more events come; `nil` when they do to the end.
    package var lastEvent: Duration?
    /// The clients' settings.
    package var mode: DispatchMode = .periodic()
    package var emitter = EmitterConfiguration()
    package var store = StoreSettings()
    /// How long an answer takes.
    package var latency: Duration = .milliseconds(100)
    package var troubles: [Trouble] = []
    /// Where the random numbers begin.
    package var seed: UInt64 = 1
    /// Opens the store of a client; in memory unless given.
    package var openStore: (@Sendable (StoreSettings) throws -> any EventStore)?

    package init() {}

    /// For how many hours something is wrong.
    package var hoursOfTrouble: Double {
        troubles.reduce(0) { $0 + (min($1.until, duration) - min($1.from, duration)).seconds } / 3600
    }
}

extension FleetScenario {
    /// An hour of quiet, an outage, and what comes after it.
    package static func outage(
        of length: Duration = .seconds(3600), _ kind: Kind = .answers(503), clients: Int = 1000
    ) -> FleetScenario {
        var scenario = FleetScenario()
        scenario.clients = clients
        scenario.troubles = [Trouble(from: .seconds(3600), until: .seconds(3600) + length, kind: kind)]
        scenario.duration = .seconds(3600) + length * 3 + .seconds(3600)
        return scenario
    }

    /// Times of trouble of every kind, from seconds to hours long, with quiet between them; then some hours of quiet.
    package static func mixed(hours: Int = 72, clients: Int = 10, seed: UInt64 = 1) -> FleetScenario {
        var scenario = FleetScenario()
        scenario.clients = clients
        scenario.seed = seed
        var random = SeededGenerator(seed: seed)
        let kinds: [Kind] = [
            .answers(503), .answers(503, retryAfter: "120"), .answers(500), .answers(429, retryAfter: "5"),
            .answers(404), .answers(200), .answers(302), .unreachable, .resetsAfterwards, .hangs, .flaky(percent: 50),
            .flaky(percent: 95),
        ]
        var time: Duration = .zero
        let end = Duration.seconds(hours * 3600)
        while time < end {
            let begin = time + .seconds(Int.random(in: 5...5400, using: &random))
            time = begin + .seconds(Int.random(in: 5...10_800, using: &random))
            let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            scenario.troubles.append(Trouble(from: begin, until: min(time, end), kind: kind))
        }
        scenario.troubles.removeAll { $0.from >= end }
        scenario.lastEvent = end
        scenario.duration = end + .seconds(24 * 3600)
        return scenario
    }

    /// One client whose intake is never to be reached.
    package static func blocked(days: Int = 30, eventsPerSecond: Int = 10) -> FleetScenario {
        var scenario = FleetScenario()
        scenario.clients = 1
        scenario.launches = .zero
        scenario.duration = .seconds(days * 86_400)
        scenario.eventsAtOnce = max(1, eventsPerSecond) * 6
        scenario.eventInterval = .seconds(6)
        scenario.troubles = [Trouble(from: .zero, until: scenario.duration, kind: .unreachable)]
        return scenario
    }
}
