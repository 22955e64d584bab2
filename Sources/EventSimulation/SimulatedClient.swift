import EventSupport
import EventPlatform
import EventPlatformTesting
import EventSchema
import Logging

/// A client's sending, driven by a simulation: the shipping schedule, emitter and store, and nothing that decides.
struct SimulatedClient {
    private(set) var schedule: DispatchSchedule
    private var emitter: Emitter
    private let store: any EventStore
    private let clock: ManualClock
    /// Requests under way; a cycle ends when there is none.
    private(set) var underWay = 0
    private(set) var isInCycle = false
    /// Events submitted so far; each one's number is its id.
    private(set) var submitted = 0

    init(_ scenario: FleetScenario, clock: ManualClock, seed: UInt64, jitter: UInt64?) throws {
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams([:]), network: NetworkConfiguration(endpoint: "http://intake.invalid"))
        configuration.network.gzipThreshold = nil
        configuration.emitter = scenario.emitter
        configuration.logger = .init(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
        let numbers = Locked(SeededGenerator(seed: seed))
        emitter = Emitter(configuration, clocks: clock, random: { jitter ?? numbers.withLock { $0.next() } })
        schedule = DispatchSchedule(mode: scenario.mode, now: clock.sinceBoot, emptyReads: scenario.emitter.emptyReads)
        store = try scenario.openStore?(scenario.store) ?? InMemoryEventStore(settings: scenario.store)
        self.clock = clock
    }

    /// The account of every event.
    var ledger: Ledger { emitter.ledger }

    /// Stores events.
    mutating func submit(_ count: Int) throws {
        var transaction = StoreTransaction()
        for _ in 0..<count {
            submitted += 1
            var event = NewEvent(
                id: String(submitted), stream: "s", destination: Destinations.analytics, storedAt: StorageTime(clock),
                body: Self.body)
            event.hasOwnID = true
            transaction.added.append(event)
        }
        transaction.ledger.countSubmitted("s", count)
        emitter.add(transaction.ledger)
        emitter.add(try store.commit(transaction))
        if !isInCycle { schedule.eventsWait(now: clock.sinceBoot, retries: try retries()) }
    }

    /// A cycle begins.
    ///
    /// - Returns: its first requests.
    mutating func beginCycle() throws -> [Emitter.Sending] {
        schedule.cycleBegan()
        emitter.cycleBegan(isPaced: true)
        isInCycle = true
        var sendings: [Emitter.Sending] = []
        for destination in try store.destinations() {
            while let sending = emitter.next(for: destination, in: store) { sendings.append(sending) }
        }
        underWay = sendings.count
        if sendings.isEmpty { try endCycle() }
        return sendings
    }

    /// A request ended.
    ///
    /// - Returns: the next, if there is one.
    mutating func end(_ sending: Emitter.Sending, _ outcome: Emitter.Outcome) throws -> Emitter.Sending? {
        emitter.finish(sending, outcome, in: store)
        guard let next = emitter.next(for: sending.destination, in: store) else {
            underWay -= 1
            if underWay == 0 { try endCycle() }
            return nil
        }
        return next
    }

    private mutating func endCycle() throws {
        isInCycle = false
        emitter.cycleEnded(in: store)
        schedule.cycleEnded(
            now: clock.sinceBoot, retries: try retries(), didSend: emitter.didSend, isRecovering: emitter.isRecovering)
    }

    private mutating func retries() throws -> [Duration] {
        try store.destinations().map { emitter.retry(of: $0, now: clock.sinceBoot, in: store) }
    }

    /// As large as an event of an app: 300 bytes.
    private static let body =
        Array(#"{"x":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: 292) + Array("\"}".utf8)
}
