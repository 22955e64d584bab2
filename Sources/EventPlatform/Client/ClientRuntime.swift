import EventSupport

/// The services of a client and their tasks. They do not refer to the client, so that they do not keep it alive.
struct ClientRuntime: Sendable {
    let dependencies: ClientDependencies
    let owner: StoreOwner
    let loader: SchemaLoader
    let runner: PipelineRunner
    let maintenance: Maintenance
    let dispatcher: Dispatcher
    let configurations: StreamConfigurationService
    let experiments: ExperimentService
    private let runs = ExclusiveRun()

    init(_ dependencies: ClientDependencies) {
        self.dependencies = dependencies
        owner = StoreOwner(StoreOpener(dependencies), onOpen: dependencies.restore)
        loader = SchemaLoader(dependencies)
        runner = PipelineRunner(dependencies, owner, loader)
        dispatcher = Dispatcher(
            dependencies.dispatchEnvironment(owner), committed: dependencies.progress,
            isInBackground: dependencies.snapshot.settings.wasLaunchedInBackground)
        maintenance = Maintenance(dependencies, owner, runner)
        configurations = StreamConfigurationService(dependencies, runner)
        experiments = ExperimentService(dependencies)
    }

    /// Runs all services until the task is cancelled or ``stop()`` is called, and then commits what was submitted.
    /// While another call runs them, it waits for that one to end first.
    func run() async { await runs.run { await runServices() } }

    /// Ends ``run()`` for good, and returns when it has ended.
    func stop() async { await runs.stop() }

    private func runServices() async {
        announceFetch()
        warnIfPiggybackOnServer()
        await runner.prepare()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await configurations.run() }
            group.addTask { await experiments.run() }
            group.addTask { await runner.run() }
            group.addTask { await dispatcher.run() }
            group.addTask { await maintenance.run() }
            group.addTask { await watchNetwork() }
            group.addTask { await watchPrimaryTraffic() }
        }
        await runner.drain()
    }

    /// Announces that ``run()`` is about to fetch stream configurations, so that a flush that begins before waits for
    /// them. Does nothing while it runs.
    func announceFetch() {
        dependencies.fetchStatus.withLock { [clocks = dependencies.clocks] status in
            if !status.isRunning { status.next = clocks.sinceBoot }
        }
    }

    /// Passes changes of the network status to the dispatcher; does nothing without a ``Reachability``.
    private func watchNetwork() async {
        guard let reachability = dependencies.snapshot.settings.network.reachability else { return }
        for await status in reachability.statuses() where await dispatcher.networkChanged(to: status) {
            fetchMissingConfigurations()
        }
    }

    /// Passes the marks of the app's own requests to the dispatcher, several at once where they come quickly.
    private func watchPrimaryTraffic() async {
        let changed = dependencies.primaryTraffic.changed
        var seen: UInt64 = 0
        while !Task.isCancelled {
            await changed.wait(after: seen)
            seen = changed.count
            await dispatcher.primaryTrafficChanged()
        }
    }

    /// Fetches stream configurations now if there are none yet, without waiting for the next retry.
    func fetchMissingConfigurations() {
        if dependencies.snapshot.now.streams == nil { dependencies.refreshRequests.raise() }
    }

    /// Applies settings that have replaced those of `before`.
    func snapshotDidChange(_ before: DecisionSnapshot) async {
        let now = dependencies.snapshot.now
        if now.hiddenAttributes != before.hiddenAttributes { await configurations.reapplyHiddenAttributes() }
        if now.settings.streamConfigurations != before.settings.streamConfigurations {
            dependencies.refreshRequests.raise()
        }
        if now.consent != before.consent { await consentChanged() }
        await settingsChanged()
    }

    /// Applies changed settings, such as the dispatch mode.
    func settingsChanged() async {
        warnIfPiggybackOnServer()
        await dispatcher.settingsChanged()
    }

    /// Reports the piggy-back mode on a server, where it only delays events.
    private func warnIfPiggybackOnServer() {
        let (mode, context) = dependencies.caller.withLock { ($0.snapshot.settings.dispatchMode, $0.appContext) }
        guard case .piggyback = mode.kind, context.agent.clientPlatformFamily == .server else { return }
        dependencies.diagnostics.report(
            .misuse,
            "piggy-back dispatch on a server: there is no radio whose time it would save, and events wait for traffic "
                + "or the maximum; use periodic or immediate dispatch, or set the context's client platform")
    }

    // MARK: - Flushing

    /// Commits everything submitted so far. Events that a refusal by another process covers are not: they will be
    /// removed.
    ///
    /// - Returns: whether everything is committed, and neither in memory instead of the configured store nor in a file
    ///   that somebody has removed.
    func persist() async -> Bool {
        if dependencies.adoptDecision() { dependencies.carryOutRemoval() }
        guard await runner.drain() else { return false }
        if owner.openedStore?.isFallback == true { await maintenance.cycle() }  // the process may end soon
        return owner.isStoreInPlace
    }

    /// Sends until nothing is pending, nothing more can be sent before `end`, or `end` has passed.
    func flush(until end: Duration) async -> FlushEnd {
        let (clocks, progress) = (dependencies.clocks, dependencies.progress)
        await maintenance.cycle()  // drops events that are too old before they are sent
        while !Task.isCancelled {
            let seen = progress.count
            await runner.drain()
            let result = await dispatcher.flush(until: end)
            await maintenance.collectReport()  // the store may have been rebuilt meanwhile
            if dependencies.ledger.current.total.pending == 0 { return .nothingPending }
            if clocks.sinceBoot >= end { return .deadline }
            let isUndecided = await runner.hasUndecided
            let nextDecision = isUndecided ? await nextDecision : nil
            // Events may have become ready since the flush of the dispatcher, while any of these was read.
            if progress.count != seen { continue }
            if owner.storeIfOpen?.forwardsToOwner == true {
                return .blocked("another process of the app sends the events")
            }
            // What a destination waits for does not keep other events from being decided and sent.
            let goesOn = isUndecided && dependencies.snapshot.now.maySend && result != .isShutDown
            guard result == .nothingPending || goesOn else { return result }
            if await runner.commitFails {
                let next = clocks.sinceBoot.adding(PipelineRunner.pauseAfterFailure)
                guard next < end else { return .blocked("the store cannot be written; events wait in memory") }
                await clocks.wait(for: progress, after: seen, until: next)
                continue
            }
            if !isUndecided {
                guard await runner.sealed.isEmpty else {
                    return .blocked("events are sealed, and the cipher cannot open them")
                }
                return result
            }
            guard let next = nextDecision, next < end else {
                return result != .nothingPending
                    ? result : .blocked("events wait for stream configurations or schemas")
            }
            // A fetch that is under way raises `progress` when it ends.
            await clocks.wait(for: progress, after: seen, until: next > clocks.sinceBoot ? min(end, next) : end)
        }
        return .deadline
    }

    /// The earliest time since boot at which a waiting submission may be decided: now while a fetch is under way; `nil`
    /// when none is planned.
    private var nextDecision: Duration? {
        get async {
            if dependencies.snapshot.now.streams == nil {
                return dependencies.fetchStatus.withLock { $0.next }
            }
            let awaited = await runner.awaited
            for schema in awaited.schemas { await loader.load(schema) }  // it may not have begun yet
            return [await loader.nextResponse, awaited.nextDeadline].compactMap(\.self).min()
        }
    }
}

extension ClientDependencies {
    /// The environment of the dispatcher.
    fileprivate func dispatchEnvironment(_ owner: StoreOwner) -> DispatchEnvironment {
        DispatchEnvironment(
            clocks: clocks, random: environment.random, connection: connection,
            store: { owner.storeIfOpen },
            primaryTraffic: primaryTraffic,
            settings: { [caller] in caller.withLock { DeliverySettings($0.snapshot, $0.sessions) } },
            diagnostics: diagnostics, ledger: ledger,
            onCycleEnd: { [stored] in stored.raise() })
    }

    /// Restores ledger, session, consent and install id from a store that was opened.
    func restore(from opened: OpenedStore) {
        opened.store.setExternalEventsHandler { [external, stored] in
            external.raise()
            stored.raise()
        }
        adoptDecision()
        ledger.restore(opened.ledger)
        let timeout = snapshot.settings.timeoutInBackground
        caller.withLock { [clocks] in $0.sessions.restore(opened.session, clocks: clocks, timeout: timeout) }
        snapshot.update { change in
            change.installID = opened.installID
            if let consent = opened.consent, !change.isConsentSet {
                (change.consent, change.isConsentSet) = (consent, true)
            }
            // What an earlier refusal covers is removed also after a grant that came before the store was open.
            if [change.consent, opened.consent].contains(.declined) || opened.remainder == .removal {
                change.isRemovalPending = true
            }
        }
        keepRemoval()
        progress.raise()  // events of earlier processes may be sent
    }
}

extension DeliverySettings {
    fileprivate init(_ snapshot: DecisionSnapshot, _ sessions: Sessions) {
        let settings = snapshot.settings
        self.init(network: settings.network)
        (maySend, removals) = (snapshot.maySend, snapshot.removals)
        (throttles, session, sessionBegan) = (snapshot.throttles, sessions.current.session, sessions.startTime)
        installID = snapshot.installID
        emitter = settings.emitter
        mode = settings.dispatchMode
        profiles = settings.dispatchProfiles
        keepsDeliveredIDs = settings.store.keepsDeliveredIDs
    }
}
