import EventSupport

/// The work of a client, apart from the client itself: the tasks that do it do not keep the client alive.
struct ClientLife: Sendable {
    let configurations: StreamConfigurationService
    let experiments: ExperimentService
    private let parts: ClientParts
    private let pipeline: EventPipeline
    private let dispatcher: Dispatcher

    init(_ parts: ClientParts, _ pipeline: EventPipeline, _ dispatcher: Dispatcher) {
        self.parts = parts
        self.pipeline = pipeline
        self.dispatcher = dispatcher
        configurations = StreamConfigurationService(parts, pipeline: pipeline)
        experiments = ExperimentService(parts)
    }

    /// Fetches, stores and sends until the task is cancelled; then stores what was submitted.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await configurations.run() }
            group.addTask { await experiments.run() }
            group.addTask { await pipeline.run() }
            group.addTask { await dispatcher.run() }
            group.addTask { await watchNetwork() }
        }
        await pipeline.persist()
    }

    /// Passes on what the system tells of the network, where it does.
    private func watchNetwork() async {
        guard let reachability = parts.settings.read(\.network.reachability) else { return }
        for await status in reachability.statuses() where await dispatcher.networkChanged(to: status) {
            await fetchWhatIsMissing()
        }
    }

    /// Fetches stream configurations now, where there are none yet: their retries may be far off.
    func fetchWhatIsMissing() async {
        if await !pipeline.hasConfigurations { parts.refreshAsked.raise() }
    }

    /// Runs cycles whenever something may be sent, until nothing is pending or nothing may be sent.
    func sendUntilNothingIsPending() async {
        while !Task.isCancelled {
            let seen = parts.committed.count
            await pipeline.persist()
            let retry = await dispatcher.cycle(isPaced: false)
            guard parts.book.ledger.total.pending > 0, parts.settings.read(\.consent) == .granted else { return }
            if await pipeline.openedStore()?.handsOver == true { return }  // another process sends them
            await parts.environment.clocks.wait(for: parts.committed, after: seen, until: retry)
        }
    }
}
