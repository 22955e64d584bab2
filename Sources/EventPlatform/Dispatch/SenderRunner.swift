import EventSupport

/// Performs what the sender of one destination decides: its requests, each in a task of its own, and its timer.
///
/// No call waits for a transport, apart from ``cycle(isPaced:)`` and ``flush(until:)``, which end with the task that
/// waits for them.
actor SenderRunner {
    private let environment: DispatchEnvironment
    private var sender: Sender
    /// The requests under way, by the number of the delivery.
    private var requests: [UInt64: Task<Void, Never>] = [:]
    /// Raised when the next cycle may be due at another time, and when a cycle has ended.
    private let changed = Signal()
    /// Whether the store may not be touched any more.
    private var isClosed = false

    private let executor = QueueExecutor(label: "EventPlatform.sender")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        to destination: String, from store: any EventStore, _ environment: DispatchEnvironment,
        profile: DispatchProfile, isReachable: Bool
    ) {
        self.environment = environment
        sender = Sender(
            to: destination, from: store, environment.settings(), clocks: environment.clocks,
            random: environment.random, diagnostics: environment.diagnostics, ledger: environment.ledger)
        sender.set(profile, isReachable: isReachable)
    }

    private var clocks: any Clocks { environment.clocks }

    // MARK: - What happens

    /// Runs a cycle whenever one is due, until the task is cancelled. Requests under way go on then.
    func run() async {
        while !Task.isCancelled, !isClosed {
            let seen = changed.count
            sender.settings = environment.settings()
            if let due = sender.nextCycle, due <= clocks.sinceBoot { perform(sender.beginCycle(isPaced: true)) }
            await clocks.wait(for: changed, after: seen, until: sender.nextCycle)
        }
    }

    /// Events were committed.
    func eventsCommitted() { update { $0.eventsCommitted() } }

    /// The settings or the circumstances changed.
    func set(_ profile: DispatchProfile, isReachable: Bool) { update { $0.set(profile, isReachable: isReachable) } }

    /// A network returned.
    func networkReturned() { update { $0.networkReturned() } }

    /// The app's own traffic went over the network.
    func noteNetworkActivity() { update { $0.noteNetworkActivity() } }

    /// The user's consent changed. Where events may not leave, the requests under way are cancelled, and what their
    /// answers say changes nothing.
    func consentChanged() {
        update { $0.eventsCommitted() }
        if !sender.settings.maySend { cancelRequests() }
    }

    /// Ends all requests. Afterwards the store is not touched any more.
    func close() {
        if isClosed { return }
        cancelRequests()
        isClosed = true
        changed.raise()
    }

    private func update(_ change: (inout Sender) -> Void) {
        if isClosed { return }
        let before = sender.nextCycle
        sender.settings = environment.settings()
        change(&sender)
        if sender.nextCycle != before { changed.raise() }
    }

    // MARK: - Cycles that are asked for

    /// Runs one cycle, or waits for the one under way; returns when it has ended, or with the task.
    func cycle(isPaced: Bool) async {
        if isClosed { return }
        sender.settings = environment.settings()
        perform(sender.beginCycle(isPaced: isPaced))
        let number = sender.cycles
        while sender.isInCycle, sender.cycles == number, !isClosed, !Task.isCancelled {
            await changed.wait(after: changed.count)
        }
    }

    /// Sends everything, and what fails again after its back-off, as long as anything can succeed before the deadline.
    ///
    /// - Parameter deadline: on the boot clock. A request under way is waited for; whoever calls ends the task then.
    func flush(until deadline: Duration) async -> FlushEnd {
        while !isClosed {
            guard sender.isInCycle || sender.nextSendTime() != nil else { return .nothingPending }
            guard environment.settings().maySend else {
                return .nothingMoreCanSucceed("the user's consent does not let events leave")
            }
            guard clocks.sinceBoot < deadline, !Task.isCancelled else { return .deadline }
            await cycle(isPaced: false)
            guard !isClosed, !Task.isCancelled, let time = sender.nextSendTime() else { continue }
            let next = DispatchSchedule.again(time, after: clocks.sinceBoot)
            guard next < deadline || !environment.settings().maySend else {
                return .nothingMoreCanSucceed(
                    "destination \(sender.destination) cannot be tried again before the deadline")
            }
            await clocks.wait(for: changed, after: changed.count, until: next)
        }
        return .nothingPending
    }

    // MARK: - Requests

    private func perform(_ deliveries: [Delivery]) {
        for delivery in deliveries {
            requests[delivery.number] = Task { [connection = environment.connection] in
                finish(delivery.number, await Self.answer(to: delivery.request, over: connection))
            }
        }
        if sender.isInCycle { return }
        changed.raise()
        environment.onCycleEnd()
    }

    /// Takes in an answer; the sender passes over that of a request that was cancelled.
    private func finish(_ number: UInt64, _ answer: Delivery.Answer) {
        requests[number] = nil
        sender.settings = environment.settings()
        perform(sender.finish(number, answer))
    }

    private func cancelRequests() {
        for request in requests.values { request.cancel() }
        requests = [:]
        sender.cancelDeliveries()
        changed.raise()
    }

    private static func answer(
        to request: NetworkRequest, over connection: any NetworkConnection
    ) async -> Delivery.Answer {
        do {
            return .answered(try await connection.send(request))
        } catch let error as NetworkError {
            return .failed(error)
        } catch {
            return .failed(NetworkError("\(error)"))
        }
    }
}
