import EventSupport

/// The services of a client and their tasks. They do not refer to the client, so that they do not keep it alive.
struct ClientRuntime: Sendable {
    private let dependencies: ClientDependencies
    let loader: SchemaLoader
    let core: ClientCore
    let configurations: StreamConfigurationService
    let experiments: ExperimentService
    private let runs = ExclusiveRun()

    init(_ dependencies: ClientDependencies) {
        self.dependencies = dependencies
        loader = SchemaLoader(dependencies)
        core = ClientCore(dependencies, loader)
        configurations = StreamConfigurationService(dependencies, core)
        experiments = ExperimentService(dependencies)
    }

    /// Runs all services until the task is cancelled or ``stop()`` is called, and then commits what was submitted.
    /// While another call runs them, it waits for that one to end first.
    func run() async { await runs.run { await runServices() } }

    /// Ends ``run()`` for good, and returns when it has ended.
    func stop() async { await runs.stop() }

    private func runServices() async {
        dependencies.mailbox.post(.fetchAnnounced)
        warnIfPiggybackOnServer()
        await core.prepare()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await configurations.run() }
            group.addTask { await experiments.run() }
            group.addTask { await core.run() }
            group.addTask { await watchNetwork() }
            group.addTask { await watchPrimaryTraffic() }
        }
        await core.decide()
    }

    /// Passes changes of the network status to the core; does nothing without a ``Reachability``.
    private func watchNetwork() async {
        guard let reachability = dependencies.snapshot.settings.network.reachability else { return }
        for await status in reachability.statuses() { await core.receive(.network(status)) }
    }

    /// Passes the marks of the app's own requests to the core, several at once if they come quickly.
    private func watchPrimaryTraffic() async {
        let changed = dependencies.primaryTraffic.changed
        var seen: UInt64 = 0
        while !Task.isCancelled {
            await changed.wait(after: seen)
            seen = changed.count
            await core.receive(.primaryTraffic)
        }
    }

    /// Applies settings that have replaced those of `before`.
    func snapshotDidChange(_ before: DecisionSnapshot) async {
        let now = dependencies.snapshot.now
        if now.hiddenAttributes != before.hiddenAttributes { await configurations.reapplyHiddenAttributes() }
        if now.settings.streamConfigurations != before.settings.streamConfigurations {
            dependencies.refreshRequests.raise()
        }
        if now.consent != before.consent { await core.consentChanged() }
        warnIfPiggybackOnServer()
    }

    /// Reports the piggy-back mode on a server, where it only delays events.
    func warnIfPiggybackOnServer() {
        let (mode, context) = dependencies.caller.withLock { ($0.snapshot.settings.dispatchMode, $0.appContext) }
        guard case .piggyback = mode.kind, context.agent.clientPlatformFamily == .server else { return }
        dependencies.diagnostics.report(
            .misuse,
            "piggy-back dispatch on a server: there is no radio whose time it would save, and events wait for traffic "
                + "or the maximum; use periodic or immediate dispatch, or set the context's client platform")
    }

    // MARK: - The user's decision

    /// Applies the user's decision from the next event on and keeps it. Requests that it does not allow are cancelled.
    ///
    /// - Parameters:
    ///   - consent: the decision.
    ///   - end: when the call returns at the latest, as time since boot. The work goes on.
    /// - Returns: whether the decision will survive the end of the process, and a refusal has left nothing.
    func set(consent: Consent, until end: Duration) async -> Bool {
        dependencies.adoptDecision()  // what another client has refused is refused also if this one grants
        dependencies.snapshot.update { change in
            change.consent = consent
            change.isConsentSet = true
        }
        let result = await dependencies.clocks.run(until: end) {
            var isKept = keepConsent()
            if await saveConsent() { isKept = true }
            await core.consentChanged()
            // The removal of the events may have made room.
            if !isKept { isKept = keepConsent() }
            let hasRemains = await core.hasRemains
            return isKept && (consent != .declined || !hasRemains)
        }
        if case .value(let isDone) = result { return isDone }
        dependencies.diagnostics.report(
            .store,
            "the store did not respond in time: the user's decision is in force, and what it changes in "
                + "the store is done as soon as the store responds")
        return false
    }

    /// Keeps the decision in force beside the store. It is read anew, so that the last of several calls is kept.
    ///
    /// - Returns: whether it is kept.
    private func keepConsent() -> Bool {
        guard dependencies.sidecar.keepsConsent else { return false }
        return dependencies.diagnostics.succeeds("keeping the user's consent beside the store") {
            let record = try dependencies.sidecar.changeConsent { [snapshot = dependencies.snapshot] record in
                let now = snapshot.now
                record.decision = now.consent
                if now.isRemovalPending, now.consent == .declined { record.refuse() }
            }
            // A refusal of another process is still to be carried out.
            if record.unfinishedRefusal == .removal { dependencies.snapshot.update { $0.isRemovalPending = true } }
        }
    }

    /// Saves the decision in force in the store.
    ///
    /// - Returns: whether that keeps it: in a store of the app's own, which has no file beside it.
    private func saveConsent() async -> Bool {
        let isSaved = await core.saveConsent()
        return isSaved && dependencies.snapshot.settings.store.custom != nil
    }
}
