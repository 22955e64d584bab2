package import EventPlatform
import EventSupport
import HeapModule

/// Plays a scenario: what happens when, in order, without waiting for any of it.
package struct FleetSimulation {
    private struct Happening: Comparable {
        enum What {
            case events
            /// A cycle is due, unless the plans have changed since.
            case cycle(plan: Int)
            case answer(UInt64, Delivery.Answer)
        }
        let time: Duration
        let order: Int
        let client: Int
        let what: What

        static func < (left: Happening, right: Happening) -> Bool {
            (left.time, left.order) < (right.time, right.order)
        }
        static func == (left: Happening, right: Happening) -> Bool { left.order == right.order }
    }

    private let scenario: FleetScenario
    private let clock = VirtualClock()
    private let begin: Duration
    /// The clients that have been launched.
    private var clients: [Int: SimulatedClient] = [:]
    private let jitter: UInt64?
    /// For each client, which of its planned cycles counts, and when it is.
    private var plans: [(number: Int, time: Duration?)] = []
    private var happenings = Heap<Happening>()
    private var nextOrder = 0
    private var intake: VirtualIntake
    private var random: SeededGenerator
    private var mostUnderWay = 0
    /// What happened, where that is wanted.
    private var trace: [Trace]?

    /// One thing that a client did.
    package struct Trace: Sendable, Hashable {
        package enum What: Sendable, Hashable {
            case events
            case cycle
            case request
        }
        package let time: Duration
        package let what: What
        /// The events of a request.
        package var events = 0
    }

    /// Sets a scene.
    ///
    /// - Parameter jitter: what the clients' random source always gives; unless given, it draws.
    /// - Throws: what keeps a client's store from being opened.
    package init(_ scenario: FleetScenario, jitter: UInt64? = nil) throws {
        self.scenario = scenario
        begin = clock.sinceBoot
        intake = VirtualIntake(scenario)
        random = SeededGenerator(seed: scenario.seed)
        self.jitter = jitter
        for client in 0..<scenario.clients {
            plans.append((0, nil))
            plan(.events, for: client, at: share(of: scenario.launches))
        }
    }

    private var now: Duration { clock.sinceBoot - begin }

    /// Plays to the end, and gives back what the clients did.
    package mutating func traced() throws -> [Trace] {
        trace = []
        _ = try run()
        return trace ?? []
    }

    /// Plays to the end.
    ///
    /// - Throws: what a store throws.
    package mutating func run() throws -> FleetReport {
        while let next = happenings.popMin(), next.time <= scenario.duration {
            clock.advance(by: next.time - now)
            switch next.what {
            case .events: try submit(next.client)
            case .cycle(let plan):
                guard plans[next.client].number == plan else { continue }
                note(time: now, what: .cycle)
                for delivery in clients[next.client]?.sender.beginCycle(isPaced: true) ?? [] {
                    perform(delivery, of: next.client)
                }
            case .answer(let number, let answer):
                for delivery in clients[next.client]?.sender.finish(number, answer) ?? [] {
                    perform(delivery, of: next.client)
                }
            }
            planCycle(of: next.client)
        }
        return FleetReport(
            ledger: clients.values.reduce(into: Ledger()) { $0 += $1.ledger }, arrived: intake.distinct,
            traffic: intake.traffic, mostUnderWay: mostUnderWay)
    }

    private mutating func submit(_ client: Int) throws {
        if let last = scenario.lastEvent, now > last { return }
        if clients[client] == nil {
            clients[client] = try SimulatedClient(scenario, clock: clock, seed: random.next(), jitter: jitter)
            if scenario.backlog > 0 { try clients[client]?.submit(scenario.backlog) }
        }
        try clients[client]?.submit(scenario.eventsAtOnce)
        note(time: now, what: .events)
        // Between half and one and a half of the interval.
        plan(.events, for: client, at: now + scenario.eventInterval / 2 + share(of: scenario.eventInterval))
    }

    private mutating func perform(_ delivery: Delivery, of client: Int) {
        note(time: now, what: .request, events: delivery.batch.events.count)
        let (answer, takes) = intake.answer(delivery, of: client, now: now)
        mostUnderWay = max(mostUnderWay, clients[client]?.sender.requestsUnderWay ?? 0)
        plan(.answer(delivery.number, answer), for: client, at: now + takes)
    }

    private mutating func note(time: Duration, what: Trace.What, events: Int = 0) {
        trace?.append(Trace(time: time, what: what, events: events))
    }

    private mutating func planCycle(of client: Int) {
        guard let planned = clients[client] else { return }
        let due = planned.sender.nextCycle.map { max($0 - begin, now) }
        guard due != plans[client].time || due == now else { return }
        plans[client] = (plans[client].number + 1, due)
        if let due { plan(.cycle(plan: plans[client].number), for: client, at: due) }
    }

    private mutating func plan(_ what: Happening.What, for client: Int, at time: Duration) {
        happenings.insert(Happening(time: time, order: nextOrder, client: client, what: what))
        nextOrder += 1
    }

    private mutating func share(of duration: Duration) -> Duration {
        .milliseconds(Int64.random(in: 0...max(1, duration.wholeMilliseconds), using: &random))
    }
}

/// What became of a fleet.
package struct FleetReport: Sendable {
    /// The clients' accounts together.
    package let ledger: Ledger
    /// Events at the intake, each once.
    package let arrived: Int
    /// What reached the intake.
    package let traffic: FleetTraffic
    /// The most requests that one client had under way.
    package let mostUnderWay: Int
}
