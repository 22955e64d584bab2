import EventSupport

/// Performs the requests of one destination's ``Sender``, each in a task of its own, and runs its timer.
///
/// Only ``cycle(isPaced:)`` and ``flush(until:)`` wait for requests. They return when the calling task is cancelled.
actor SenderRunner {
    private let environment: DispatchEnvironment
    private var sender: Sender
    /// The requests in flight, by number.
    private var requests: [UInt64: Task<Void, Never>] = [:]
    /// Raised when the next cycle may be due at another time, and when a cycle has ended.
    private let changed = Signal()
    /// Whether the store must not be used any more.
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
        if let end = environment.primaryTraffic.endsAt { sender.primaryTraffic(endsAt: end) }
    }

    private var clocks: any Clocks { environment.clocks }

    // MARK: - Running and events

    /// Runs a cycle whenever one is due, until the task is cancelled. Requests in flight are not cancelled with it.
    func run() async {
        while !Task.isCancelled, !isClosed {
            let seen = changed.count
            sender.settings = environment.settings()
            if let due = sender.nextRecording, due <= clocks.sinceBoot { recordVerdicts() }
            if let due = sender.nextCycle, due <= clocks.sinceBoot { perform(sender.beginCycle(isPaced: true)) }
            await clocks.wait(for: changed, after: seen, until: nextTime)
        }
    }

    /// When the sender has something to do without an event, as time since boot; `nil` when no timer is needed.
    private var nextTime: Duration? { [sender.nextRecording, sender.nextCycle].compactMap(\.self).min() }

    /// Tries again to record the verdicts that could not be committed.
    private func recordVerdicts() {
        guard sender.nextRecording != nil else { return }
        sender.recordVerdicts()
        sender.eventsCommitted()  // the destination may have paused
        environment.onCycleEnd()
    }

    /// Events were committed.
    func eventsCommitted() { update { $0.eventsCommitted() } }

    /// Applies a changed profile or network status.
    func set(_ profile: DispatchProfile, isReachable: Bool) { update { $0.set(profile, isReachable: isReachable) } }

    /// A network returned.
    func networkReturned() { update { $0.networkReturned() } }

    /// The marks of the app's own requests changed.
    func primaryTrafficChanged() {
        guard let end = environment.primaryTraffic.endsAt else { return }
        update { $0.primaryTraffic(endsAt: end) }
    }

    /// Applies whether events may be sent. When they may not, the requests in flight are cancelled, and their responses
    /// are ignored.
    func permissionChanged() {
        update { $0.eventsCommitted() }
        if !sender.settings.maySend { cancelRequests() }
    }

    /// Cancels all requests. Afterwards the store is not used any more.
    func close() {
        if isClosed { return }
        cancelRequests()
        sender.recordVerdicts()
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

    // MARK: - Requested cycles

    /// Runs one cycle, or waits for the one under way; returns when it has ended or the task is cancelled.
    func cycle(isPaced: Bool) async {
        if isClosed { return }
        sender.settings = environment.settings()
        perform(sender.beginCycle(isPaced: isPaced))
        let number = sender.cycles
        while sender.isInCycle, sender.cycles == number, !isClosed, !Task.isCancelled {
            await changed.wait(after: changed.count)
        }
    }

    /// Sends all events, and failed ones again after their back-off, while any can be sent before the deadline. It ends
    /// early where no intake takes events: the URL has to be corrected.
    ///
    /// - Parameter deadline: as time since boot. The method waits for a request that is in flight at the deadline; the
    ///   caller cancels the task to end that wait.
    /// - Returns: why the flush ended.
    func flush(until deadline: Duration) async -> FlushEnd {
        let requestsBefore = sender.requestsMade
        while !isClosed {
            recordVerdicts()
            let mayGoOn = sender.nextRecording == nil && sender.nextSendTime(at: clocks.sinceBoot) != nil
            guard sender.isInCycle || mayGoOn else {
                guard let next = sender.nextRecording else { return .nothingPending }
                guard next < deadline, !Task.isCancelled else {
                    return .blocked("the store cannot be written, to record what the intake accepted")
                }
                await clocks.wait(for: changed, after: changed.count, until: next)
                continue
            }
            guard environment.settings().maySend else {
                return .blocked(
                    "nothing may be sent: by the user's consent, or before the remote configuration has arrived")
            }
            guard clocks.sinceBoot < deadline, !Task.isCancelled else { return .deadline }
            await cycle(isPaced: false)
            let now = clocks.sinceBoot
            guard !isClosed, !Task.isCancelled, sender.nextRecording == nil,
                let time = sender.nextSendTime(at: now)
            else { continue }
            guard !sender.hasNoIntake || sender.requestsMade == requestsBefore else {
                return .blocked("no intake takes events at the URL of destination \(sender.destination)")
            }
            let next = DispatchSchedule.again(time, after: now)
            guard next < deadline || !environment.settings().maySend else {
                return .blocked(
                    "destination \(sender.destination) cannot be tried again before the deadline")
            }
            await clocks.wait(for: changed, after: changed.count, until: next)
        }
        return .isShutDown
    }

    // MARK: - Requests

    private func perform(_ batchRequests: [BatchRequest]) {
        begin(batchRequests)
        continueCycle()
    }

    /// Begins requests at once, and not when this actor is idle.
    private func begin(_ batchRequests: [BatchRequest]) {
        for request in batchRequests {
            requests[request.number] = Task { @concurrent [connection = environment.connection] in
                await finish(request.number, Self.result(of: request.networkRequest, over: connection))
            }
        }
    }

    /// Passes a result to the sender, which ignores that of a cancelled request.
    private func finish(_ number: UInt64, _ result: BatchRequest.Result) {
        requests[number] = nil
        sender.settings = environment.settings()
        sender.finish(number, result, begin: begin)
        continueCycle()
    }

    /// Reads ahead while requests are in flight, or reports the end of the cycle.
    private func continueCycle() {
        if sender.isInCycle {
            if sender.nextRecording != nil { changed.raise() }  // the timer tries again, also while a request waits
            return sender.readAhead()
        }
        changed.raise()
        environment.onCycleEnd()
    }

    private func cancelRequests() {
        for request in requests.values { request.cancel() }
        requests = [:]
        sender.cancelRequests()
        changed.raise()
    }

    private static func result(
        of request: NetworkRequest, over connection: any NetworkConnection
    ) async -> BatchRequest.Result {
        do {
            return .response(try await connection.send(request))
        } catch let error as NetworkError {
            return .failed(error)
        } catch {
            return .failed(NetworkError(.unreachable, "\(error)"))
        }
    }
}
