import EventSupport

/// Owns everything that changes in a client: the store, the submissions that are decided or wait, the upkeep, and the
/// senders.
///
/// Other threads and tasks reach it through the ``Mailbox``, the ``Inbox`` and the snapshot, or by a call. Its work has
/// one order, ``advance(decides:maintains:sends:)``, and is not suspended within a step, so that no part sees another
/// half-way. An exchange with an intake runs in a task, and comes back as a message.
actor ClientCore {
    private let dependencies: ClientDependencies
    private let loader: SchemaLoader
    private var store: ClientStore
    private var decider: Decider
    private var senders: Senders
    private var upkeep: Upkeep
    /// The rules that the senders have, and the session with them.
    private var rules: Rules
    private(set) var requests = RequestTasks()
    /// When stream configurations are fetched next.
    private(set) var fetchStatus = FetchStatus()
    /// Whether ``run()`` waits, and the time that it waits for; `nil` for none.
    private var isWaiting = false
    private var wakeTime: Duration?

    private let executor = QueueExecutor(label: "EventPlatform.core")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ dependencies: ClientDependencies, _ loader: SchemaLoader) {
        (self.dependencies, self.loader) = (dependencies, loader)
        store = ClientStore(StoreOpener(dependencies))
        decider = Decider(dependencies, loader)
        upkeep = Upkeep(dependencies)
        rules = Rules(dependencies)
        senders = Senders(
            dependencies, rules.settings, isInBackground: dependencies.snapshot.settings.wasLaunchedInBackground)
    }

    private var clocks: any Clocks { dependencies.clocks }
    private var mailbox: Mailbox { dependencies.mailbox }

    // MARK: - The store

    /// Opens the store at the configured location, without a fallback; does nothing when it is open.
    ///
    /// - Throws: ``StoreError``; once the store is closed, one with the code ``StoreError/Code/closed``.
    func open() throws { if let opened = try store.open() { adopt(opened) } }

    /// Opens the store, unless it is open: at the configured location, or else beside it, or else in memory.
    ///
    /// - Returns: the store; `nil` once it is closed.
    @discardableResult
    func prepare() -> OpenedStore? {
        if let opened = store.openSomewhere() { adopt(opened) }
        return store.opened
    }

    private func adopt(_ opened: OpenedStore) {
        dependencies.restore(from: opened)
        decider.restore(from: opened)
        senders.eventsCommitted()  // events of earlier processes may be sent
        mailbox.changed.raise()
    }

    /// The store, if it is open.
    var opened: OpenedStore? { store.opened }
    /// ``ClientStore/isInPlace``.
    var isStoreInPlace: Bool { store.isInPlace }

    /// The value that an earlier process has saved; `nil` when it has saved none, or the store is closed.
    func value<Value: Decodable & Sendable>(_ type: Value.Type, named name: String) throws -> Value? {
        try prepare()?.store.value(type, named: name)
    }

    /// Saves the user's decision in force for the next process and commits it.
    ///
    /// - Returns: whether it is committed.
    func saveConsent() -> Bool {
        defer { setWakeTime() }
        takeMail()
        guard let opened = prepare() else { return false }
        defer { noteCommit() }
        return decider.save(dependencies.snapshot.now.consent, as: Consent.storedName, in: opened.store)
    }

    // MARK: - The order of work

    private enum Sending { case nothing, whatIsDue, cycle(isPaced: Bool) }

    /// Prepare → decide → maintain → send: each as far as it is due or demanded. A cycle of the upkeep that is due
    /// takes one step with each call; one that is demanded runs to its end.
    ///
    /// - Returns: the numbers of the sending cycles that were demanded, by destination.
    @discardableResult
    private func advance(
        decides: Bool = false, maintains: Bool = false, sends: Sending = .nothing
    ) async -> [String: Int] {
        takeMail()
        guard let opened = prepare() else { return [:] }
        if decides || decider.nextTime().map({ $0 <= clocks.sinceBoot }) == true { decide(opened) }
        if upkeep.hasNews { upkeep.look(opened, &decider) }
        if upkeep.isDue(opened, decider) {
            upkeep.scheduleNext()
            upkeep.begin(opened, &decider)
        }
        noteCommit()
        if maintains { await maintain(opened) } else if upkeep.isUnderWay { step(opened) }
        if upkeep.isPruning { return [:] }  // what is too old is not sent
        return self.opened.map { send(sends, $0) } ?? [:]
    }

    @discardableResult
    private func decide(_ opened: OpenedStore) -> Bool {
        defer { noteCommit() }
        return decider.decide(in: opened.store)
    }

    /// Processes what has changed in the store without a transaction of the client.
    private func collectReport(_ opened: OpenedStore) {
        upkeep.collectReport(opened, &decider)
        noteCommit()
    }

    /// Runs a cycle of the upkeep, with a suspension between two steps. If the task is cancelled, ``run()`` does the
    /// rest.
    private func maintain(_ opened: OpenedStore) async {
        upkeep.begin(opened, &decider)
        step(opened)
        while upkeep.isUnderWay, !Task.isCancelled {
            await Task.yield()
            guard let opened = self.opened else { return }
            step(opened)
        }
    }

    /// Continues the upkeep. Events that it has imported may be sent, also to new destinations.
    private func step(_ opened: OpenedStore) {
        upkeep.step(opened, &decider)
        noteCommit()
        senders.eventsCommitted()
        mailbox.changed.raise()
    }

    private func send(_ sending: Sending, _ opened: OpenedStore) -> [String: Int] {
        adoptRules()  // what was decided and maintained may have changed them
        defer { noteCycleEnd() }
        switch sending {
        case .nothing: return [:]
        case .whatIsDue:
            senders.beginWhatIsDue(in: opened.store) { begin($1, to: $0) }
            return [:]
        case .cycle(let isPaced):
            return senders.beginCycles(isPaced: isPaced, in: opened.store) { begin($1, to: $0) }
        }
    }

    /// Tells senders, upkeep and flushes of a commit.
    private func noteCommit() {
        guard decider.takeChange() else { return }
        senders.eventsCommitted()
        upkeep.storeChanged()
        mailbox.changed.raise()
    }

    /// Tells upkeep and flushes of the end of a cycle.
    private func noteCycleEnd() {
        guard senders.takeCycleEnd() else { return }
        upkeep.storeChanged()
        mailbox.changed.raise()
    }

    // MARK: - Running

    /// Does what is due until the task is cancelled.
    func run() async {
        upkeep.request()
        while !Task.isCancelled {
            let seen = mailbox.arrived.count
            await doWhatIsDue()
            (isWaiting, wakeTime) = (true, nextTime)
            await clocks.wait(for: mailbox.arrived, after: seen, until: wakeTime)
            isWaiting = false
        }
    }

    /// One step of ``run()``, which a test drives by itself.
    func doWhatIsDue() async { await advance(sends: .whatIsDue) }

    /// When there is something to do without a message, as time since boot.
    var nextTime: Duration? {
        guard let opened else { return nil }
        return [decider.nextTime(), upkeep.nextTime(opened, decider), senders.nextTime].compactMap(\.self).min()
    }

    /// Wakes ``run()`` if it waits for another time than the next thing is due at.
    private func setWakeTime() {
        if isWaiting, nextTime != wakeTime { mailbox.arrived.raise() }
    }

    // MARK: - Messages

    /// Processes a message, after those that have arrived before it.
    func receive(_ message: Mailbox.Message) {
        takeMail()
        process(message)
        mailbox.changed.raise()
        setWakeTime()
    }

    /// Processes what has arrived.
    private func takeMail() {
        adoptRules()
        for message in mailbox.takeAll() { process(message) }
    }

    /// Processes a message, by the rules in force.
    private func process(_ message: Mailbox.Message) {
        adoptRules()
        switch message {
        case .work: decider.noteWork()
        case .fetchAnnounced: if !fetchStatus.isRunning { fetchStatus.next = clocks.sinceBoot }
        case .fetch(let status): fetchStatus = status
        case .streams(let streams, let document):
            guard let opened = prepare() else { return }
            decider.apply(streams, keeping: document, in: opened.store)
            noteCommit()
        case .external:
            upkeep.request()
            upkeep.storeChanged()
        case .conditions(let conditions): senders.set(conditions: conditions)
        case .background: senders.set(isInBackground: true)
        case .foreground:
            senders.set(isInBackground: false)
            dependencies.fetchMissingConfigurations()
        case .network(let status): if senders.set(status) { dependencies.fetchMissingConfigurations() }
        case .networkReturned:
            senders.networkReturned()
            dependencies.fetchMissingConfigurations()
        case .primaryTraffic: senders.primaryTrafficChanged()
        case .response(let result, let request):
            requests.remove(request)
            senders.finish(request, result) { begin($1, to: $0) }
            noteCycleEnd()
        }
    }

    /// Gives the senders the rules in force, if they have changed.
    private func adoptRules() {
        let now = Rules(dependencies)
        guard now.differ(from: rules) else { return }
        rules = now
        if senders.adopt(now.settings) { requests.cancelAll() }
        noteCycleEnd()
    }

    /// Begins requests of a sender. Their results are messages.
    private func begin(_ batchRequests: [BatchRequest], to destination: String) {
        requests.begin(batchRequests, to: destination, over: dependencies.connection) { id, result in
            await self.receive(.response(result, to: id))
        }
    }

    /// When the next cycle of sending is due, as time since boot; `nil` for none.
    var nextSendingCycle: Duration? { senders.nextCycle }

    /// The conditions of sending, without those of the network.
    var conditions: Set<DispatchCondition> {
        takeMail()
        return senders.conditions
    }

    // MARK: - Delivery

    /// Commits everything submitted so far. Events that a refusal by another process covers are not: they will be
    /// removed.
    ///
    /// - Returns: whether everything is committed, and ``isStoreInPlace``.
    func persist() async -> Bool {
        defer { setWakeTime() }
        if dependencies.adoptDecision() { dependencies.carryOutRemoval() }
        takeMail()
        guard let opened = prepare() else { return isStoreInPlace }
        guard decide(opened) else { return false }
        if opened.isFallback { await maintain(opened) }  // the process may end soon
        return isStoreInPlace
    }

    /// Decides and commits everything submitted so far.
    ///
    /// - Returns: whether everything is committed.
    @discardableResult
    func decide() -> Bool {
        defer { setWakeTime() }
        takeMail()
        return prepare().map { decide($0) } ?? true
    }

    /// Runs a cycle of the upkeep.
    func maintain() async {
        defer { setWakeTime() }
        takeMail()
        if let opened = prepare() { await maintain(opened) }
    }

    /// Decides, maintains, and sends once; returns when the responses have arrived or the task is cancelled.
    ///
    /// - Parameter isPaced: whether the cycles send no more than those that the client begins by itself.
    func cycle(isPaced: Bool) async {
        defer { setWakeTime() }
        var seen = mailbox.changed.count
        let cycles = await advance(decides: true, maintains: true, sends: .cycle(isPaced: isPaced))
        while senders.isUnderWay(cycles), !Task.isCancelled {
            setWakeTime()
            await mailbox.changed.wait(after: seen)
            seen = mailbox.changed.count
            takeMail()
        }
        if let opened { collectReport(opened) }  // it may have been rebuilt meanwhile
    }

    /// Sends until nothing is pending, nothing more can be sent before `end`, or `end` has passed. Requests that are in
    /// flight then continue, and their responses count.
    ///
    /// - Parameter end: as time since boot.
    /// - Returns: why the flush ended.
    func flush(until end: Duration) async -> FlushEnd {
        defer { setWakeTime() }
        await beginFlush()
        var flush = Flush(end: end)
        while !Task.isCancelled {
            switch go(on: &flush) {
            case .ended(.nothingPending) where hasPending && upkeep.isRequested: await maintain()  // it may move events
            case .ended(let reason): return reason
            case .time(let time): await clocks.wait(for: mailbox.changed, after: flush.seen, until: min(time, end))
            case .response: await clocks.wait(for: mailbox.changed, after: flush.seen, until: end)
            }
        }
        return .deadline
    }

    /// Decides and maintains: what is too old is not sent.
    func beginFlush() async { await advance(decides: true, maintains: true) }

    /// One step of a flush, without a suspension, so that nothing is missed.
    ///
    /// - Returns: what the flush waits for before its next step.
    func go(on flush: inout Flush) -> FlushState {
        guard let opened = prepare() else { return .ended(hasPending ? .isShutDown : .nothingPending) }
        if decider.mayCommit { decide(opened) }
        flush.seen = mailbox.changed.count
        takeMail()
        collectReport(opened)  // the store may have been rebuilt meanwhile
        adoptRules()
        let states = senders.go(on: &flush.destinations, until: flush.end, in: opened.store) { begin($1, to: $0) }
        noteCycleEnd()
        setWakeTime()
        guard hasPending else { return .ended(.nothingPending) }
        guard clocks.sinceBoot < flush.end else { return .ended(.deadline) }
        if opened.store.forwardsToOwner { return .ended(.blocked("another process of the app sends the events")) }
        return .combined(
            states, undecided: decider.flushState(until: flush.end, nextFetch: fetchStatus.next),
            decidesMore: decider.hasUndecided && rules.snapshot.maySend && !senders.isClosed)
    }

    private var hasPending: Bool { dependencies.ledger.current.total.pending > 0 }

    // MARK: - The end of events

    /// Applies the user's decision in force: cancels requests that it forbids, and removes what a refusal covers.
    func consentChanged() async {
        defer { setWakeTime() }
        dependencies.keepRemoval()
        takeMail()
        if dependencies.snapshot.now.isRemovalPending, let opened = prepare() { await maintain(opened) }
    }

    /// Whether events that a refusal covers, or bytes of them, may be left in the files of the store.
    var hasRemains: Bool { upkeep.hasRemains }

    /// Ends sending: requests are given up, and the responses that have arrived are recorded.
    func closeSenders() {
        takeMail()
        senders.close()
        requests.cancelAll()
        mailbox.changed.raise()
    }

    /// Commits the rest and closes the store. Events that cannot be committed are dropped as
    /// ``DropReason/storeUnavailable``.
    func close() {
        takeMail()
        if let opened {
            collectReport(opened)
            decider.close(opened.store)
        }
        _ = dependencies.diagnostics.attempt("closing the store") { try store.close() }
        decider.dropInbox(.storeUnavailable)
        mailbox.changed.raise()
        loader.stopAll()
    }
}
