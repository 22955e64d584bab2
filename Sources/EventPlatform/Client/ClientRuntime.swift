import EventSupport

/// What a client runs, apart from the client itself: the tasks do not keep the client alive.
struct ClientRuntime: Sendable {
    let dependencies: ClientDependencies
    let owner: StoreOwner
    let loader: SchemaLoader
    let runner: PipelineRunner
    let maintenance: Maintenance
    let dispatcher: Dispatcher
    let configurations: StreamConfigurationService
    let experiments: ExperimentService

    init(_ dependencies: ClientDependencies) {
        self.dependencies = dependencies
        owner = StoreOwner(StoreOpener(dependencies), onOpen: dependencies.restore)
        loader = SchemaLoader(dependencies)
        runner = PipelineRunner(dependencies, owner, loader)
        dispatcher = Dispatcher(
            dependencies.dispatchEnvironment(owner), committed: dependencies.progress,
            isInBackground: dependencies.rules.settings.launchesInBackground)
        maintenance = Maintenance(dependencies, owner, runner)
        configurations = StreamConfigurationService(dependencies, owner, runner)
        experiments = ExperimentService(dependencies)
    }

    /// Fetches, stores, sends and looks after the store until the task is cancelled; then stores what was submitted.
    func run() async {
        willRun()
        await runner.prepare()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await configurations.run() }
            group.addTask { await experiments.run() }
            group.addTask { await runner.run() }
            group.addTask { await dispatcher.run() }
            group.addTask { await maintenance.run() }
            group.addTask { await watchNetwork() }
        }
        await runner.drain()
    }

    /// Stream configurations are about to be fetched: a flush that begins before waits for them.
    func willRun() {
        dependencies.fetchStatus.withLock { [clocks = dependencies.clocks] in $0.next = clocks.sinceBoot }
    }

    /// Passes on what the system reports of the network, where it does.
    private func watchNetwork() async {
        guard let reachability = dependencies.rules.settings.network.reachability else { return }
        for await status in reachability.statuses() where await dispatcher.networkChanged(to: status) {
            fetchMissingConfigurations()
        }
    }

    /// Fetches stream configurations now, where there are none yet: the next retry may be far off.
    func fetchMissingConfigurations() {
        if dependencies.rules.now.streams == nil { dependencies.refreshRequests.raise() }
    }

    // MARK: - Consent

    /// Takes the user's decision: it counts from the next event on, is kept, and ends requests that it forbids.
    func set(consent: Consent) async {
        dependencies.rules.update { change in
            change.consent = consent
            change.isConsentSet = true
        }
        dependencies.sidecar.keep(consent: consent, dependencies.diagnostics)
        await dispatcher.consentChanged()
        await runner.save(consent, as: Consent.storedName)
        guard consent == .declined else { return }
        await maintenance.removeAll()
        await renewIdentity()
    }

    /// Nothing that comes later can be connected with what was sent before the refusal.
    private func renewIdentity() async {
        let (id, now) = (dependencies.identifiers.installID(), dependencies.clocks.sinceBoot)
        dependencies.rules.update { $0.installID = id }
        dependencies.sidecar.keep(installID: id, dependencies.diagnostics)
        dependencies.caller.withLock { [identifiers = dependencies.identifiers] caller in
            caller.sessions.renew(now: now, makeID: identifiers.sessionID)
        }
        await runner.save(id, as: InstallID.name)
    }

    // MARK: - Flushing

    /// Sends until nothing is pending, nothing more can succeed before `end`, or `end` has come.
    func flush(until end: Duration) async -> FlushEnd {
        let (clocks, progress) = (dependencies.clocks, dependencies.progress)
        await maintenance.cycle()  // what is too old is not sent
        while !Task.isCancelled {
            let seen = progress.count
            await runner.drain()
            let result = await dispatcher.flush(until: end)
            if dependencies.ledger.current.total.pending == 0 { return .nothingPending }
            if clocks.sinceBoot >= end { return .deadline }
            let isUndecided = await runner.hasUndecided
            if progress.count != seen { continue }  // what was decided meanwhile is sent
            if owner.storeIfOpen?.forwardsToOwner == true {
                return .nothingMoreCanSucceed("another process of the app sends the events")
            }
            guard isUndecided, case .nothingPending = result else { return result }
            guard let next = await nextDecision, next < end else {
                return .nothingMoreCanSucceed("events wait for stream configurations or schemas")
            }
            // Where a fetch is under way, its end is progress.
            await clocks.wait(for: progress, after: seen, until: next > clocks.sinceBoot ? min(end, next) : end)
        }
        return .deadline
    }

    /// When something that waits undecided may be decided, on the boot clock: at once where a fetch is under way.
    private var nextDecision: Duration? {
        get async {
            if dependencies.rules.now.streams == nil {
                return dependencies.fetchStatus.withLock(\.next)
            }
            let awaited = await runner.awaited
            for schema in awaited.schemas { await loader.load(schema) }  // the pipeline's own request may be on its way
            return [await loader.nextAnswer, awaited.nextDeadline].compactMap(\.self).min()
        }
    }
}

extension ClientDependencies {
    /// What sending needs.
    fileprivate func dispatchEnvironment(_ owner: StoreOwner) -> DispatchEnvironment {
        DispatchEnvironment(
            clocks: clocks, random: environment.random, connection: connection,
            store: { owner.storeIfOpen }, settings: { [rules] in DeliverySettings(rules.now) },
            diagnostics: diagnostics, ledger: ledger,
            onCycleEnd: { [stored] in stored.raise() })
    }

    /// Takes over what a store that has been opened holds: account, session, consent and install id.
    func restore(from opened: OpenedStore) {
        opened.store.onExternalEvents { [external, stored] in
            external.raise()
            stored.raise()
        }
        ledger.restore(opened.ledger)
        let timeout = rules.settings.sessionTimeout
        caller.withLock { [clocks] in $0.sessions.restore(opened.session, clocks: clocks, timeout: timeout) }
        rules.update { change in
            change.installID = opened.installID
            if let consent = opened.consent, !change.isConsentSet { change.consent = consent }
        }
        progress.raise()  // what earlier processes have stored is sent
    }
}

extension DeliverySettings {
    fileprivate init(_ rules: Rules) {
        let settings = rules.settings
        self.init(network: settings.network)
        maySend = rules.consent == .granted
        emitter = settings.emitter
        mode = settings.dispatchMode
        profiles = settings.dispatchProfiles
        remembersDelivered = settings.store.remembersDelivered
    }
}
