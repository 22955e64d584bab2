import EventSupport

/// Sends what is stored: one ``SenderRunner`` for each destination, each with its own state, timer and requests.
///
/// Its calls wait for no transport, apart from ``cycle(isPaced:)`` and ``flush(until:)``.
actor Dispatcher {
    private let environment: DispatchEnvironment
    /// Raised by the owner of the store when something was committed, here or by another process.
    private let committed: Signal

    private var runners: [String: SenderRunner] = [:]
    /// The circumstances that the app has named.
    private(set) var appConditions: Set<DispatchCondition>
    /// What is known of the network.
    private var network = NetworkStatus()
    /// Whether the store may not be touched any more.
    private var isClosed = false

    private let executor = QueueExecutor(label: "EventPlatform.dispatch")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ environment: DispatchEnvironment, committed: Signal, isInBackground: Bool = false) {
        self.environment = environment
        self.committed = committed
        appConditions = isInBackground ? [.background] : []
    }

    /// Sends whenever something is due, until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            var running: Set<String> = []
            while !Task.isCancelled {
                let seen = committed.count
                await noteCommitted()
                for (destination, runner) in runners where running.insert(destination).inserted {
                    group.addTask { await runner.run() }
                }
                await committed.wait(after: seen)
            }
        }
    }

    private func noteCommitted() async {
        for runner in runnersOfWaitingEvents() { await runner.eventsCommitted() }
    }

    /// The runners of the destinations that have events; made where there are none yet.
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
        committed.raise()  // so that it runs
        return runner
    }

    // MARK: - What happens

    /// Takes in that settings have changed, such as the dispatch mode.
    func settingsChanged() async { await circumstancesChanged() }

    /// Takes in the user's decision. Where events may not leave, requests under way are cancelled at once.
    func consentChanged() async {
        for runner in runners.values { await runner.consentChanged() }
    }

    /// Takes in that the app's own traffic went over the network.
    func noteNetworkActivity() async {
        for runner in runners.values { await runner.noteNetworkActivity() }
    }

    /// Takes in what the app says of its circumstances.
    func set(conditions: Set<DispatchCondition>) async {
        appConditions = conditions
        await circumstancesChanged()
    }

    /// Takes in whether the app is in the background.
    func set(isInBackground: Bool) async {
        if isInBackground { appConditions.insert(.background) } else { appConditions.remove(.background) }
        await circumstancesChanged()
    }

    /// Takes in what is known of the network. When there is one again, every destination may be tried.
    ///
    /// - Returns: whether there is one again.
    func networkChanged(to status: NetworkStatus) async -> Bool {
        let hasReturned = status.isReachable && !network.isReachable
        network = status
        await circumstancesChanged()
        if hasReturned { await networkReturned() }
        return hasReturned
    }

    /// Takes in that there is a network again.
    func networkReturned() async {
        for runner in runners.values { await runner.networkReturned() }
    }

    private var profile: DispatchProfile {
        environment.settings().profiles.profile(under: appConditions.union(network.conditions))
    }

    private func circumstancesChanged() async {
        for runner in runners.values { await runner.set(profile, isReachable: network.isReachable) }
    }

    // MARK: - Sending that is asked for

    /// Runs one cycle of every destination, side by side; returns when all have ended, or with the task.
    ///
    /// - Parameter isPaced: whether no more is sent than a cycle that the client begins by itself would send.
    func cycle(isPaced: Bool) async {
        let runners = runnersOfWaitingEvents()
        await withTaskGroup(of: Void.self) { group in
            for runner in runners { group.addTask { await runner.cycle(isPaced: isPaced) } }
        }
    }

    /// Sends everything that can be sent before the deadline, with what fails again after its back-off.
    ///
    /// It returns at the deadline whatever a transport does; requests under way go on then, and their answers count. It
    /// returns sooner when nothing waits, or when no destination can succeed before the deadline.
    ///
    /// - Parameter deadline: on the boot clock.
    func flush(until deadline: Duration) async -> FlushEnd {
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

    /// Cancels all requests. Afterwards the store is not touched any more, so that it may be closed.
    func close() async {
        isClosed = true
        for runner in runners.values { await runner.close() }
    }
}
