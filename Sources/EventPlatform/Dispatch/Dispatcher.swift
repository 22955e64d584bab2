import EventSupport

/// Sends what is stored: prunes, then sends batch after batch to each destination, and writes down every verdict.
///
/// ``DispatchSchedule`` decides when, ``Emitter`` what; this actor waits, performs the requests, and tells both what
/// happened.
actor Dispatcher {
    private let book: LiveLedger
    private let connection: any NetworkConnection
    private let settings: Settings
    private let clocks: any Clocks
    private let diagnostics: Diagnostics
    private let pipeline: EventPipeline
    /// Raised when something was committed, and when the mode, the circumstances or the consent changed.
    private let wake: Signal
    /// Raised when another process has left something for the store.
    private let outside: Signal

    private let turn = Turn()
    private let executor = QueueExecutor(label: "EventPlatform.dispatch")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var schedule: DispatchSchedule
    private var emitter: Emitter
    private var removals: Removals
    /// The circumstances that the app has named, and what is known of the network.
    private var appConditions: Set<DispatchCondition> = []
    private var network = NetworkStatus()
    /// Whether the store may not be touched any more.
    private var isClosed = false
    /// How much of ``outside`` was looked after.
    private var seenOutside: UInt64 = 0

    init(_ parts: ClientParts, pipeline: EventPipeline) {
        self.pipeline = pipeline
        book = parts.book
        connection = parts.environment.connection
        settings = parts.settings
        clocks = parts.environment.clocks
        diagnostics = parts.diagnostics
        wake = parts.committed
        outside = parts.outside
        emitter = Emitter(parts)
        removals = Removals(parts)
        schedule = DispatchSchedule(
            mode: parts.settings.read(\.dispatchMode), now: parts.environment.clocks.sinceBoot,
            emptyReads: parts.settings.read(\.emitter.emptyReads))
        if parts.settings.read(\.launchesInBackground) {
            appConditions = [.background]
            schedule.set(
                parts.settings.read(\.dispatchProfiles).profile(under: appConditions), isReachable: network.isReachable)
        }
    }

    /// Whether the user lets events leave.
    private var maySend: Bool { settings.read(\.consent) == .granted }
    private var isDeclined: Bool { settings.read(\.consent) == .declined }

    // MARK: - When

    /// Runs a cycle whenever the schedule says, until the task is cancelled.
    func run() async {
        if isDeclined { await removeEverything() }
        var seen: UInt64?
        while !Task.isCancelled {
            let count = wake.count
            if seen != count { await noteWaiting() }
            seen = count
            if let due = schedule.nextCycle, clocks.sinceBoot >= due {
                await cycle(isPaced: true)
            } else if let due = removals.nextAttempt, clocks.sinceBoot >= due {
                await removeWhatIsLeft()
            } else {
                let due = [schedule.nextCycle, removals.nextAttempt].compactMap { $0 }.min()
                await clocks.wait(for: wake, after: count, until: due)
            }
        }
    }

    /// Takes in that the dispatch mode has changed.
    func modeChanged() {
        schedule.set(settings.read(\.dispatchMode), now: clocks.sinceBoot)
        wake.raise()
    }

    /// Takes in the user's decision. A refusal removes what waits.
    func consentChanged() async {
        if isDeclined { await removeEverything() }
        wake.raise()
    }

    /// Takes in that the app's own traffic went over the network.
    func noteNetworkActivity() {
        schedule.noteNetworkActivity(now: clocks.sinceBoot)
        wake.raise()
    }

    /// Takes in what the app says of its circumstances.
    func set(conditions: Set<DispatchCondition>) {
        appConditions = conditions
        circumstancesChanged()
    }

    /// Takes in whether the app is in the background.
    func set(isInBackground: Bool) {
        if isInBackground { appConditions.insert(.background) } else { appConditions.remove(.background) }
        circumstancesChanged()
    }

    /// Takes in what is known of the network. When there is one again, every destination may be tried.
    ///
    /// - Returns: whether there is one again.
    func networkChanged(to status: NetworkStatus) -> Bool {
        let hasReturned = status.isReachable && !network.isReachable
        network = status
        if hasReturned { networkReturned() }
        circumstancesChanged()
        return hasReturned
    }

    /// Takes in that there is a network again.
    func networkReturned() {
        emitter.networkReturned()
        schedule.networkReturned(now: clocks.sinceBoot)
        wake.raise()
    }

    private func circumstancesChanged() {
        let profiles = settings.read(\.dispatchProfiles)
        schedule.set(
            profiles.profile(under: appConditions.union(network.conditions)), isReachable: network.isReachable)
        wake.raise()
    }

    /// Takes in that something was committed, here or by another process.
    func noteWaiting() async {
        await turn.take()
        defer { turn.give() }
        guard !isClosed, let store = await pipeline.openedStore() else { return }
        if outside.count != seenOutside {
            seenOutside = outside.count
            await maintain(store)
            if isDeclined { await removeEverything(from: store) }
        }
        guard maySend else { return }
        let now = clocks.sinceBoot
        guard let retries = retries(now: now, in: store) else { return schedule.eventsWait(now: now, retries: [now]) }
        schedule.eventsWait(now: now, retries: retries)
    }

    // MARK: - The cycle

    /// One cycle: prune, then send to every destination that may be tried, until it is empty or fails.
    ///
    /// - Parameter isPaced: whether the client began it by itself.
    /// - Returns: when what is left may be tried again, on the boot clock; `nil` when nothing is left, or nothing may
    ///   be sent.
    @discardableResult
    func cycle(isPaced: Bool) async -> Duration? {
        await turn.take()
        defer { turn.give() }
        schedule.cycleBegan()
        guard !isClosed, let store = await pipeline.openedStore() else {
            schedule.cycleEnded(now: clocks.sinceBoot, retries: [], didSend: false)  // closed: nothing is due any more
            return nil
        }
        await maintain(store)
        if removals.isDue { removals.finish(store) }
        removals.prune(store)
        emitter.cycleBegan(isPaced: isPaced)
        if maySend { await sendToAll(from: store) }
        emitter.cycleEnded(in: store)
        let now = clocks.sinceBoot
        let retries = maySend ? retries(now: now, in: store) ?? [now] : []
        schedule.cycleEnded(
            now: now, retries: retries, didSend: emitter.didSend, isRecovering: emitter.isRecovering)
        return retries.min().map { DispatchSchedule.again($0, after: now) }
    }

    private func sendToAll(from store: any EventStore) async {
        let senders = settings.read(\.emitter.senders)
        await withTaskGroup(of: Void.self) { group in
            for destination in diagnostics.attempt("reading the store", { try store.destinations() }) ?? [] {
                for _ in 0..<senders { group.addTask { await self.send(to: destination, from: store) } }
            }
        }
    }

    /// Makes request after request to a destination, as long as the emitter has one.
    private func send(to destination: String, from store: any EventStore) async {
        while !Task.isCancelled, maySend, let sending = emitter.next(for: destination, in: store) {
            emitter.finish(sending, await outcome(of: sending.request), in: store)
        }
    }

    private func outcome(of request: NetworkRequest) async -> Emitter.Outcome {
        do {
            return .answered(try await connection.send(request))
        } catch is CancellationError {
            return .cancelled
        } catch let error as NetworkError {
            return .failed(error)
        } catch {
            return .failed(NetworkError("\(error)"))
        }
    }

    /// When each destination that still has events may be tried again; `nil` when the store cannot be read.
    private func retries(now: Duration, in store: any EventStore) -> [Duration]? {
        diagnostics.attempt("reading the store") {
            try store.destinations().map { emitter.retry(of: $0, now: now, in: store) }
        }
    }

    private func maintain(_ store: any EventStore) async {
        guard let report = diagnostics.attempt("looking after the store", { try store.maintain() }) else { return }
        book.add(report.ledger)
        for remark in report.remarks { diagnostics.report(.store, remark) }
        if !report.held.isEmpty { await pipeline.takeOver(report.held) }
    }

    // MARK: - Removing

    private func removeEverything() async {
        await turn.take()
        defer { turn.give() }
        if !isClosed, let store = await pipeline.openedStore() { await removeEverything(from: store) }
    }

    /// Removes everything of a user who has declined, unless they have thought better of it by now.
    private func removeEverything(from store: any EventStore) async {
        guard isDeclined else { return }
        await pipeline.discardAll(.consentDeclined)
        removals.declined(store)
    }

    /// Tries again what could not be removed, or not be overwritten.
    func removeWhatIsLeft() async {
        await turn.take()
        defer { turn.give() }
        guard !isClosed, let store = await pipeline.openedStore() else { return removals.postpone() }
        removals.finish(store)
    }

    /// Returns once no cycle is under way. None begins afterwards, so that the store may be closed.
    func close() async {
        await turn.take()
        defer { turn.give() }
        isClosed = true
    }
}
