import EventSupport

/// Sends stored events, with one ``SenderRunner`` for each destination, which has its own state, timer and requests.
///
/// Only ``cycle(isPaced:)`` and ``flush(until:)`` wait for requests.
actor Dispatcher {
    private let environment: DispatchEnvironment
    /// Raised when something was committed, by this client or by an import.
    private let committed: Signal

    private var runners: [String: SenderRunner] = [:]
    /// The conditions that the app has set; those of the network are in `network`.
    private var appConditions: Set<DispatchCondition> = []
    /// Whether the app is in the background; it stays so whatever conditions the app sets.
    private var isInBackground: Bool
    private var network = NetworkStatus()
    /// Whether the store must not be used any more.
    private var isClosed = false

    private let executor = QueueExecutor(label: "EventPlatform.dispatch")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ environment: DispatchEnvironment, committed: Signal, isInBackground: Bool = false) {
        self.environment = environment
        self.committed = committed
        self.isInBackground = isInBackground
    }

    /// Runs the sender of each destination until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            var running: Set<String> = []
            while !Task.isCancelled {
                let seen = committed.count
                await notifyRunners()
                for (destination, runner) in runners where running.insert(destination).inserted {
                    group.addTask { await runner.run() }
                }
                await committed.wait(after: seen)
            }
        }
    }

    private func notifyRunners() async {
        for runner in runnersOfWaitingEvents() { await runner.eventsCommitted() }
    }

    /// The runners of the destinations that have events; missing ones are created.
    private func runnersOfWaitingEvents() -> [SenderRunner] {
        guard !isClosed, let store = environment.store() else { return [] }
        let destinations = environment.diagnostics.attempt("reading the store") { try store.destinations() } ?? []
        return destinations.map { runner(to: $0, from: store) }
    }

    private func runner(to destination: String, from store: any EventStore) -> SenderRunner {
        if let runner = runners[destination] { return runner }
        let runner = SenderRunner(
            to: destination, from: store, environment, profile: profile, isReachable: network.isReachable)
        runners[destination] = runner
        committed.raise()  // `run()` starts it
        return runner
    }

    // MARK: - Events

    /// Applies changed settings, such as the dispatch mode.
    func settingsChanged() async { await circumstancesChanged() }

    /// Applies whether events may be sent. When they may not, requests in flight are cancelled at once.
    func permissionChanged() async {
        for runner in runners.values { await runner.permissionChanged() }
    }

    /// The marks of the app's own requests changed.
    func primaryTrafficChanged() async {
        for runner in runners.values { await runner.primaryTrafficChanged() }
    }

    /// Sets the conditions that the app names.
    func set(conditions: Set<DispatchCondition>) async {
        appConditions = conditions
        await circumstancesChanged()
    }

    /// Sets whether the app is in the background.
    func set(isInBackground: Bool) async {
        self.isInBackground = isInBackground
        await circumstancesChanged()
    }

    /// Sets the status of the network. When the network becomes reachable, every destination may be tried.
    ///
    /// - Returns: whether the network became reachable.
    func networkChanged(to status: NetworkStatus) async -> Bool {
        let hasReturned = status.isReachable && !network.isReachable
        network = status
        await circumstancesChanged()
        if hasReturned { await networkReturned() }
        return hasReturned
    }

    /// Lets every destination be tried at once, since a network returned.
    func networkReturned() async {
        for runner in runners.values { await runner.networkReturned() }
    }

    /// The conditions that the app has set, with the background.
    var conditions: Set<DispatchCondition> { isInBackground ? appConditions.union([.background]) : appConditions }

    private var profile: DispatchProfile {
        environment.settings().profiles.profile(under: conditions.union(network.conditions))
    }

    private func circumstancesChanged() async {
        for runner in runners.values { await runner.set(profile, isReachable: network.isReachable) }
    }

    // MARK: - Requested cycles

    /// Runs one cycle of every destination concurrently; returns when all have ended or the task is cancelled.
    ///
    /// - Parameter isPaced: whether the cycle sends no more than one that the client begins by itself.
    func cycle(isPaced: Bool) async {
        let runners = runnersOfWaitingEvents()
        await withTaskGroup(of: Void.self) { group in
            for runner in runners { group.addTask { await runner.cycle(isPaced: isPaced) } }
        }
    }

    /// Sends all events that can be sent before the deadline, and failed ones again after their back-off.
    ///
    /// It returns at the deadline at the latest. Requests that are in flight then continue, and their responses count.
    /// It returns earlier when no events wait, or when no destination can be tried before the deadline.
    ///
    /// - Parameter deadline: as time since boot.
    /// - Returns: why the flush ended: ``FlushEnd/deadline`` when one destination reached it,
    ///   ``FlushEnd/nothingPending`` only when nothing is pending for any destination.
    func flush(until deadline: Duration) async -> FlushEnd {
        if isClosed { return .isShutDown }
        let runners = runnersOfWaitingEvents()
        return await withTaskGroup(of: FlushEnd.self) { group in
            for runner in runners { group.addTask { await runner.flush(until: deadline) } }
            group.addTask { [clocks = environment.clocks] in
                // Cancelled means that the flush has ended.
                do { try await clocks.sleep(untilDeadline: deadline) } catch { return .deadline }
                return .deadline
            }
            var ends: [FlushEnd] = []
            while ends.count < runners.count, !ends.contains(.deadline), let end = await group.next() {
                ends.append(end)
            }
            group.cancelAll()
            return FlushEnd.combined(ends)
        }
    }

    /// Cancels all requests. Afterwards the store is not used any more, so that it may be closed.
    func close() async {
        isClosed = true
        for runner in runners.values { await runner.close() }
    }
}
