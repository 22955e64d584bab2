package import EventPlatform
import EventSupport
import HeapModule

/// A discrete event simulation of a scenario: scheduled events are handled in the order of their virtual time.
package struct FleetSimulation {
    private struct ScheduledEvent: Comparable {
        enum Action {
            case events
            /// A cycle is due, unless it has been rescheduled since.
            case cycle(plan: Int)
            case result(UInt64, BatchRequest.Result)
        }
        let time: Duration
        let order: Int
        let client: Int
        let action: Action

        static func < (left: ScheduledEvent, right: ScheduledEvent) -> Bool {
            (left.time, left.order) < (right.time, right.order)
        }
        static func == (left: ScheduledEvent, right: ScheduledEvent) -> Bool { left.order == right.order }
    }

    private let scenario: FleetScenario
    private let clock = VirtualClock()
    private let begin: Duration
    /// The clients that have been launched.
    private var clients: [Int: SimulatedClient] = [:]
    private let jitter: UInt64?
    /// For each client, the number and time of its current scheduled cycle. Earlier numbers are obsolete.
    private var plans: [(number: Int, time: Duration?)] = []
    private var scheduledEvents = Heap<ScheduledEvent>()
    private var nextOrder = 0
    private var intake: VirtualIntake
    private var random: SeededGenerator
    private var peakConcurrentRequests = 0
    private var submitted = RateSeries()
    /// What happened; `nil` when no trace is recorded.
    private var trace: [Trace]?

    /// One thing that a client did.
    package struct Trace: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case events
            case cycle
            case request
        }
        package let time: Duration
        package let kind: Kind
        /// The events of a request.
        package var events = 0
    }

    /// Creates a simulation.
    ///
    /// `jitter` is a fixed value for the clients' random numbers. The default is `nil`: numbers from the scenario's
    /// seed.
    package init(_ scenario: FleetScenario, jitter: UInt64? = nil) {
        self.scenario = scenario
        begin = clock.sinceBoot
        intake = VirtualIntake(scenario)
        random = SeededGenerator(seed: scenario.seed)
        self.jitter = jitter
        for client in 0..<scenario.clients {
            plans.append((0, nil))
            schedule(.events, for: client, at: randomDuration(upTo: scenario.launchPeriod))
        }
    }

    private static let progressInterval: Duration = .seconds(60)

    private var now: Duration { clock.sinceBoot - begin }

    /// Runs the simulation to its end and returns what the clients did.
    package mutating func runTraced() throws -> [Trace] {
        trace = []
        _ = try run()
        return trace ?? []
    }

    /// Runs the simulation to its end.
    ///
    /// `onProgress` is called with the simulated time, about once in a simulated minute.
    ///
    /// - Throws: the error of a client's store.
    package mutating func run(onProgress: (Duration) -> Void = { _ in }) throws -> FleetReport {
        var nextProgress = Self.progressInterval
        while let next = scheduledEvents.popMin(), next.time <= scenario.duration {
            clock.advance(by: next.time - now)
            if now >= nextProgress {
                onProgress(now)
                nextProgress = now + Self.progressInterval
            }
            switch next.action {
            case .events: try submit(next.client)
            case .cycle(let plan):
                guard plans[next.client].number == plan else { continue }
                record(time: now, kind: .cycle)
                for delivery in clients[next.client]?.sender.beginCycle(isPaced: true) ?? [] {
                    perform(delivery, of: next.client)
                }
            case .result(let number, let result):
                for delivery in clients[next.client]?.sender.finish(number, result) ?? [] {
                    perform(delivery, of: next.client)
                }
            }
            planCycle(of: next.client)
        }
        return FleetReport(
            ledger: clients.values.reduce(into: Ledger()) { $0 += $1.ledger }, arrived: intake.distinctEventCount,
            submitted: submitted, traffic: intake.traffic, peakConcurrentRequests: peakConcurrentRequests)
    }

    private mutating func submit(_ client: Int) throws {
        if let last = scenario.lastEvent, now > last { return }
        if clients[client] == nil {
            clients[client] = try SimulatedClient(scenario, clock: clock, seed: random.next(), jitter: jitter)
            if scenario.backlog > 0 { try clients[client]?.submit(scenario.backlog) }
        }
        try clients[client]?.submit(scenario.eventsAtOnce)
        submitted.count(scenario.eventsAtOnce, at: now)
        record(time: now, kind: .events)
        // Between half and one and a half of the interval.
        let interval = scenario.eventInterval(of: client, at: now)
        schedule(.events, for: client, at: now + interval / 2 + randomDuration(upTo: interval))
    }

    private mutating func perform(_ delivery: BatchRequest, of client: Int) {
        record(time: now, kind: .request, events: delivery.batch.events.count)
        let (result, takes) = intake.respond(to: delivery, of: client, now: now)
        peakConcurrentRequests = max(peakConcurrentRequests, clients[client]?.sender.requestsInFlight ?? 0)
        schedule(.result(delivery.number, result), for: client, at: now + takes)
    }

    private mutating func record(time: Duration, kind: Trace.Kind, events: Int = 0) {
        trace?.append(Trace(time: time, kind: kind, events: events))
    }

    private mutating func planCycle(of client: Int) {
        guard let planned = clients[client] else { return }
        let due = planned.sender.nextCycle.map { max($0 - begin, now) }
        guard due != plans[client].time || due == now else { return }
        plans[client] = (plans[client].number + 1, due)
        if let due { schedule(.cycle(plan: plans[client].number), for: client, at: due) }
    }

    private mutating func schedule(_ action: ScheduledEvent.Action, for client: Int, at time: Duration) {
        scheduledEvents.insert(ScheduledEvent(time: time, order: nextOrder, client: client, action: action))
        nextOrder += 1
    }

    private mutating func randomDuration(upTo duration: Duration) -> Duration {
        .milliseconds(Int64.random(in: 0...max(1, duration.wholeMilliseconds), using: &random))
    }
}

/// The results of a simulation.
package struct FleetReport: Sendable {
    /// The sum of the clients' ledgers.
    package let ledger: Ledger
    /// The number of distinct events that the intake accepted.
    package let arrived: Int
    /// The events that clients have submitted.
    package let submitted: RateSeries
    /// The requests that the clients made, and the events that arrived again.
    package let traffic: FleetTraffic
    /// The maximum number of concurrent requests of one client.
    package let peakConcurrentRequests: Int
}
