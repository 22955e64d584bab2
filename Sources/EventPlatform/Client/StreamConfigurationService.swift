import EventSupport
import EventSchema
import EventStreams

/// Fetches stream configurations and passes them to the pipeline.
actor StreamConfigurationService {
    private let dependencies: ClientDependencies
    private let owner: StoreOwner
    private let runner: PipelineRunner
    private let fetcher: StreamConfigurationFetcher
    private let loop: FetchLoop

    /// The document of the configurations in force, with its tag.
    private var known: ConfigurationDocument?
    private var current: StreamConfigurations?
    private var hasStarted = false

    init(_ dependencies: ClientDependencies, _ owner: StoreOwner, _ runner: PipelineRunner) {
        (self.dependencies, self.owner, self.runner) = (dependencies, owner, runner)
        let rules = dependencies.rules
        fetcher = StreamConfigurationFetcher(
            source: rules.settings.streamConfigurations, connection: dependencies.connection
        ) { rules.settings.network.timeout }
        loop = dependencies.fetchLoop(status: dependencies.fetchStatus)
    }

    /// Runs a ``FetchLoop`` until the task is cancelled.
    nonisolated func run() async { await loop.run { await self.fetchOnce() } }

    /// Fetches without retrying.
    ///
    /// - Returns: whether the client's configurations are up to date.
    @discardableResult
    func fetchOnce() async -> Bool {
        await start()
        do {
            guard let fetched = try await fetcher.fetch(known: known) else { return true }
            await adopt(fetched, from: .fetched)
            return true
        } catch is CancellationError {
            return false
        } catch {
            dependencies.diagnostics.report(
                .configurationUnavailable, "stream configurations from \(fetcher.source): \(error)")
            return false
        }
    }

    /// Adopts the bundled or saved configurations, by the cache setting, with the first call.
    private func start() async {
        if hasStarted { return }
        hasStarted = true
        let cache = dependencies.rules.settings.configurationCache
        do {
            switch cache {
            case .none: break
            case .bundled(let file): await adopt(try FetchedConfigurations(.init(file: file)), from: .bundled)
            case .lastKnown:
                let document = try owner.store?.store.value(
                    ConfigurationDocument.self, named: ConfigurationDocument.storedName)
                if let document { await adopt(try FetchedConfigurations(document), from: .lastKnown) }
            }
        } catch {
            dependencies.diagnostics.report(
                .configurationUnavailable, "stream configurations to begin with (\(cache)): \(error)")
        }
    }

    private func adopt(_ fetched: FetchedConfigurations, from origin: StreamConfigurationChange.Origin) async {
        let configurations = fetched.configurations
        known = fetched.document
        for stream in configurations.quarantined {
            let issues = stream.issues.map { "\($0.path): \($0.message)" }.joined(separator: "; ")
            dependencies.diagnostics.report(.streamConfiguration, "stream \(stream.name) is set aside: \(issues)")
        }
        for issue in configurations.diagnostics {
            dependencies.diagnostics.report(.streamConfiguration, issue.description)
        }
        let isKept = origin == .fetched && dependencies.rules.settings.configurationCache == .lastKnown
        await runner.adopt(configurations, keeping: isKept ? fetched.document : nil)
        let change = StreamConfigurationChange(origin, configurations.changes(since: current))
        current = configurations
        if !change.isEmpty { dependencies.configurationChanges.send(change) }
    }
}
