import EventCatalog
import EventStreams
import EventSupport

/// The run of a forecast: the same clients, sessions and page views under each plan.
struct ForecastRun: Sendable {
    private let scenario: ForecastScenario
    private let plans: [ForecastPlan]
    private let shares: AttributeShares
    private let hasPageEntries: Bool
    private let sessions: PoissonSource
    private let furtherPageviews: PoissonSource
    private let events: PoissonSource

    /// The least number of parts that the clients are divided into for the cores.
    private static let parts = 64
    /// The number of clients in a part after which the progress can be reported.
    private static let maximumPartSize = 1000

    init(_ scenario: ForecastScenario, _ plans: [ForecastPlan], _ shares: AttributeShares) {
        (self.scenario, self.plans, self.shares) = (scenario, plans, shares)
        hasPageEntries = shares.entries.contains(where: \.isOfPage)
        sessions = PoissonSource(mean: scenario.sessionsPerDay)
        furtherPageviews = PoissonSource(mean: scenario.pageviewsPerSession - 1)
        events = PoissonSource(mean: scenario.eventsPerSession / scenario.pageviewsPerSession)
    }

    /// The number of events of each plan on each day: `[plan][day]`.
    ///
    /// `progress` is called with the number of clients that are done, from several threads, one at a time.
    func counts(_ progress: @Sendable (_ clients: Int) -> Void) -> [[Int]] {
        var seeds = SeededGenerator(seed: scenario.seed)
        let clients = (0..<scenario.clients).map { _ in seeds.next() }
        let size = min((clients.count + Self.parts - 1) / Self.parts, Self.maximumPartSize)
        let parts = stride(from: 0, to: clients.count, by: size).map {
            clients[$0..<min($0 + size, clients.count)]
        }
        let none = [[Int]](repeating: [Int](repeating: 0, count: scenario.days), count: plans.count)
        let done = Locked(0)
        return concurrentMap(parts) { part in
            var counts = none
            for seed in part { add(clientOf: seed, to: &counts) }
            done.withLock {
                $0 += part.count
                progress($0)
            }
            return counts
        }.reduce(none) { sum, part in zip(sum, part).map { zip($0, $1).map(+) } }
    }

    /// Adds the events of one client on all days. Every random number is drawn whatever the plans are, so that two
    /// forecasts with one seed have the same clients.
    private func add(clientOf seed: UInt64, to counts: inout [[Int]]) {
        var random = SeededGenerator(seed: seed)
        let device = (random.next(), random.next())
        let values = draws(ofPage: false, &random)
        let isInSample = plans.map { plan in
            plan.isOpen && passes(plan.clientRules, values)
                && (plan.drawnUnit != .device || plan.includes(ClientIdentifier.install(device.0, device.1)))
        }
        for day in 0..<scenario.days {
            for _ in 0..<sessions.draw(using: &random) { add(sessionOn: day, isInSample, &random, to: &counts) }
        }
    }

    private func add(
        sessionOn day: Int, _ isInSample: [Bool], _ random: inout SeededGenerator, to counts: inout [[Int]]
    ) {
        let session = (random.next(), random.next())
        var isSessionInSample = isInSample
        for plan in plans.indices where isInSample[plan] && plans[plan].drawnUnit == .session {
            isSessionInSample[plan] = plans[plan].includes(ClientIdentifier.short(session.0, session.1))
        }
        for _ in 0..<1 + furtherPageviews.draw(using: &random) {
            let pageview = (random.next(), random.next())
            let values = draws(ofPage: true, &random)
            let count = events.draw(using: &random)
            for plan in plans.indices where isSessionInSample[plan] && count > 0 {
                guard passes(plans[plan].pageRules, values) else { continue }
                let isDrawn = plans[plan].drawnUnit == .pageview
                if isDrawn, !plans[plan].includes(ClientIdentifier.short(pageview.0, pageview.1)) { continue }
                counts[plan][day] += count
            }
        }
    }

    /// The numbers of the values of attributes, by their places in the table: of the page, or of the client.
    private func draws(ofPage: Bool, _ random: inout SeededGenerator) -> [Int] {
        guard ofPage ? hasPageEntries : !shares.entries.isEmpty else { return [] }
        return shares.entries.map { $0.isOfPage == ofPage ? $0.index(at: random.uniform()) : 0 }
    }

    private func passes(_ rules: [ForecastPlan.Rule], _ values: [Int]) -> Bool {
        rules.allSatisfy { $0.passes[values[$0.entry]] }
    }
}
