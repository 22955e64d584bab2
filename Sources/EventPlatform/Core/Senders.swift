import EventSupport

/// The ``Sender`` of each destination that has had events, and the circumstances that they share. A part of the
/// ``ClientCore``, which performs the requests that the methods pass to `begin`.
struct Senders: Sendable {
    /// A request of one of the senders.
    struct RequestID: Sendable, Hashable {
        let destination: String
        let number: UInt64
    }
    typealias Begin = (String, [BatchRequest]) -> Void

    private let dependencies: ClientDependencies
    private var senders: [String: Sender] = [:]
    private var settings: DeliverySettings
    /// The conditions that the app has set; those of the network are in `network`.
    private var appConditions: Set<DispatchCondition> = []
    /// Whether the app is in the background; it stays so whatever conditions the app sets.
    private var isInBackground: Bool
    private var network = NetworkStatus()
    /// Whether the store must not be used any more.
    private(set) var isClosed = false
    /// Whether events may wait that no sender knows of.
    private(set) var hasNews = false
    /// Whether a cycle has ended since ``takeCycleEnd()``.
    private var hasEndedCycle = false

    init(_ dependencies: ClientDependencies, _ settings: DeliverySettings, isInBackground: Bool) {
        (self.dependencies, self.settings, self.isInBackground) = (dependencies, settings, isInBackground)
    }

    private var now: Duration { dependencies.clocks.sinceBoot }
    /// In an order that is the same in every process.
    private var destinations: [String] { senders.keys.sorted() }

    /// When a sender has something to do without an event, as time since boot; `nil` when no timer is needed.
    var nextTime: Duration? {
        if isClosed { return nil }
        if hasNews { return .zero }
        return senders.values.compactMap { [$0.nextRecording, $0.nextCycle].compactMap(\.self).min() }.min()
    }

    /// When the next cycle of any sender is due, as time since boot; `nil` for none.
    var nextCycle: Duration? { isClosed ? nil : senders.values.compactMap(\.nextCycle).min() }

    /// Whether a cycle has ended since the last call, so that the content of the store may have changed.
    mutating func takeCycleEnd() -> Bool {
        defer { hasEndedCycle = false }
        return hasEndedCycle
    }

    // MARK: - Circumstances

    /// Notes that something was committed, by this client or by an import.
    mutating func eventsCommitted() { hasNews = true }

    /// Puts settings into force.
    ///
    /// - Returns: whether nothing may be sent any more, and the requests in flight have been given up.
    mutating func adopt(_ settings: DeliverySettings) -> Bool {
        if isClosed { return false }
        let mayChange = settings.maySend != self.settings.maySend
        self.settings = settings
        for destination in destinations {
            senders[destination]?.settings = settings
            if mayChange { senders[destination]?.eventsCommitted() }
        }
        circumstancesChanged()
        guard mayChange, !settings.maySend else { return false }
        cancelRequests()
        return true
    }

    mutating func set(conditions: Set<DispatchCondition>) {
        appConditions = conditions
        circumstancesChanged()
    }

    mutating func set(isInBackground: Bool) {
        self.isInBackground = isInBackground
        circumstancesChanged()
    }

    /// Sets the status of the network. When the network becomes reachable, every destination may be tried.
    ///
    /// - Returns: whether the network became reachable.
    mutating func set(_ status: NetworkStatus) -> Bool {
        let hasReturned = status.isReachable && !network.isReachable
        network = status
        circumstancesChanged()
        if hasReturned { networkReturned() }
        return hasReturned
    }

    /// Lets every destination be tried at once, since a network returned.
    mutating func networkReturned() { update { $0.networkReturned() } }

    /// The marks of the app's own requests changed.
    mutating func primaryTrafficChanged() {
        guard let end = dependencies.primaryTraffic.endsAt else { return }
        update { $0.primaryTraffic(endsAt: end) }
    }

    /// The conditions that the app has set, with the background.
    var conditions: Set<DispatchCondition> { isInBackground ? appConditions.union([.background]) : appConditions }

    private var profile: DispatchProfile {
        settings.profiles.profile(under: conditions.union(network.conditions))
    }

    private mutating func circumstancesChanged() {
        let (profile, isReachable) = (profile, network.isReachable)
        update { $0.set(profile, isReachable: isReachable) }
    }

    private mutating func update(_ change: (inout Sender) -> Void) {
        if isClosed { return }
        for destination in destinations { _ = with(destination, change) }
    }

    // MARK: - Cycles

    /// Begins each cycle that is due, and records verdicts that could not be committed.
    mutating func beginWhatIsDue(in store: any EventStore, _ begin: Begin) {
        if isClosed { return }
        if hasNews {
            hasNews = false
            for destination in waiting(in: store) ?? [] { senders[destination]?.eventsCommitted() }
        }
        let now = now
        for destination in destinations {
            if let due = senders[destination]?.nextRecording, due <= now { recordVerdicts(of: destination) }
            if let due = senders[destination]?.nextCycle, due <= now {
                beginCycle(of: destination, isPaced: true, begin)
            }
        }
    }

    /// Begins a cycle of every destination that has events, or continues the one under way.
    ///
    /// - Parameters:
    ///   - isPaced: whether the cycles send no more than those that the client begins by itself.
    ///   - store: the store.
    ///   - begin: performs requests.
    /// - Returns: the number of each cycle.
    mutating func beginCycles(isPaced: Bool, in store: any EventStore, _ begin: Begin) -> [String: Int] {
        if isClosed { return [:] }
        let waiting = waiting(in: store) ?? []
        for destination in waiting { beginCycle(of: destination, isPaced: isPaced, begin) }
        return Dictionary(waiting.map { ($0, senders[$0]?.cycles ?? 0) }) { $1 }
    }

    /// Whether one of these cycles has not ended.
    func isUnderWay(_ cycles: [String: Int]) -> Bool {
        !isClosed && cycles.contains { senders[$0].map { $0.isInCycle ? $0.cycles : nil } == $1 }
    }

    /// A request ended. The result of a request that was cancelled is ignored.
    mutating func finish(_ id: RequestID, _ result: BatchRequest.Result, _ begin: Begin) {
        if isClosed { return }
        senders[id.destination]?.finish(id.number, result) { begin(id.destination, $0) }
        continueCycle(of: id.destination)
    }

    /// Gives up all requests. Afterwards the store is not used any more, so that it may be closed.
    mutating func close() {
        if isClosed { return }
        cancelRequests()
        for destination in destinations { senders[destination]?.recordVerdicts() }
        isClosed = true
    }

    /// The destinations that have events; missing senders are created. `nil` if the store cannot be read.
    private mutating func waiting(in store: any EventStore) -> [String]? {
        let found = dependencies.diagnostics.attempt("reading the store") { try store.destinations() }
        for destination in found ?? [] where senders[destination] == nil {
            var sender = Sender(
                to: destination, from: store, settings, clocks: dependencies.clocks,
                random: dependencies.environment.random, diagnostics: dependencies.diagnostics,
                ledger: dependencies.ledger)
            sender.set(profile, isReachable: network.isReachable)
            if let end = dependencies.primaryTraffic.endsAt { sender.primaryTraffic(endsAt: end) }
            senders[destination] = sender
        }
        return found
    }

    private mutating func beginCycle(of destination: String, isPaced: Bool, _ begin: Begin) {
        guard let requests = senders[destination]?.beginCycle(isPaced: isPaced) else { return }
        begin(destination, requests)
        continueCycle(of: destination)
    }

    /// Reads ahead while requests are in flight, or notes the end of the cycle.
    private mutating func continueCycle(of destination: String) {
        if senders[destination]?.isInCycle == true {
            senders[destination]?.readAhead()
        } else {
            hasEndedCycle = true
        }
    }

    /// Tries again to record the verdicts that could not be committed.
    private mutating func recordVerdicts(of destination: String) {
        senders[destination]?.recordVerdicts()
        senders[destination]?.eventsCommitted()  // the destination may have paused
        hasEndedCycle = true
    }

    private mutating func cancelRequests() {
        for destination in destinations { senders[destination]?.cancelRequests() }
        hasEndedCycle = true
    }

    // MARK: - A flush

    /// Continues a flush: begins the cycles that may begin.
    ///
    /// - Parameters:
    ///   - flush: what the flush has done at each destination so far.
    ///   - deadline: as time since boot.
    ///   - store: the store.
    ///   - begin: performs requests.
    /// - Returns: what the flush waits for at each destination that has events.
    mutating func go(
        on flush: inout [String: DestinationFlush], until deadline: Duration, in store: any EventStore, _ begin: Begin
    ) -> [FlushState] {
        if isClosed { return [.ended(.isShutDown)] }
        guard let waiting = waiting(in: store) else { return [.ended(.blocked("the store cannot be read"))] }
        return waiting.compactMap { destination in
            let result = with(destination) { sender in
                let cycles = sender.cycles
                let state = flush[destination, default: DestinationFlush(of: sender)]
                    .go(on: &sender, until: deadline) { begin(destination, $0) }
                return (state: state, hasBegun: sender.cycles != cycles)
            }
            if result?.hasBegun == true { continueCycle(of: destination) }
            return result?.state
        }
    }

    /// Changes a sender without copying it.
    private mutating func with<Result>(_ destination: String, _ work: (inout Sender) -> Result) -> Result? {
        senders.index(forKey: destination).map { work(&senders.values[$0]) }
    }
}
