import EventSupport
import EventSchema
import EventStreams

/// Fetches stream configurations and passes them to the core.
actor StreamConfigurationService {
    private let dependencies: ClientDependencies
    private let core: ClientCore
    private let loop: FetchLoop

    /// The document of the configurations in force, with its tag, and where it was fetched.
    private var known: ConfigurationDocument?
    private var knownSource: StreamConfigurationSource?
    private var current: StreamConfigurations?
    private var hasStarted = false

    init(_ dependencies: ClientDependencies, _ core: ClientCore) {
        (self.dependencies, self.core) = (dependencies, core)
        loop = dependencies.fetchLoop { [mailbox = dependencies.mailbox] in mailbox.post(.fetch($0)) }
    }

    /// Runs a ``FetchLoop`` until the task is cancelled.
    nonisolated func run() async { await loop.run { await self.fetchOnce() } }

    /// Fetches without retrying.
    ///
    /// - Returns: whether the client's configurations are up to date.
    @discardableResult
    func fetchOnce() async -> Bool {
        await start()
        let settings = dependencies.snapshot.settings
        let source = settings.streamConfigurations  // a remote configuration may have changed it
        let fetcher = StreamConfigurationFetcher(source: source, connection: dependencies.connection) {
            settings.network.timeout
        }
        do {
            let known = knownSource == nil || knownSource == source ? known : nil
            let fetched = try await fetcher.fetch(known: known)
            knownSource = source
            if let fetched { await adopt(fetched, from: .fetched) }
            return true
        } catch is CancellationError {
            return false
        } catch {
            dependencies.diagnostics.report(
                .configurationUnavailable, "stream configurations from \(source): \(error)")
            return false
        }
    }

    /// Adopts the bundled or saved configurations, by the cache setting, with the first call.
    private func start() async {
        if hasStarted { return }
        hasStarted = true
        let cache = dependencies.snapshot.settings.configurationCache
        do {
            switch cache {
            case .none: break
            case .bundled(let file): await adopt(try FetchedConfigurations(.init(file: file)), from: .bundled)
            case .lastKnown:
                let document = try await core.value(
                    ConfigurationDocument.self, named: ConfigurationDocument.storedName)
                if let document { await adopt(try FetchedConfigurations(document), from: .lastKnown) }
            }
        } catch {
            dependencies.diagnostics.report(
                .configurationUnavailable, "stream configurations to begin with (\(cache)): \(error)")
        }
    }

    /// Adopts the configurations in force once more, after a change of the attributes that are switched off.
    func reapplyHiddenAttributes() async {
        if let current { await core.receive(.streams(current, keeping: nil)) }
    }

    private func adopt(_ fetched: FetchedConfigurations, from origin: StreamConfigurationChange.Origin) async {
        let configurations = fetched.configurations
        known = fetched.document
        for stream in configurations.quarantined {
            let issues = stream.issues.map(\.text).joined(separator: "; ")
            dependencies.diagnostics.report(.streamConfiguration, "stream \(stream.name) is quarantined: \(issues)")
        }
        for issue in configurations.diagnostics {
            dependencies.diagnostics.report(.streamConfiguration, issue.description)
        }
        let isKept = origin == .fetched && dependencies.snapshot.settings.configurationCache == .lastKnown
        let change = StreamConfigurationChange(origin, configurations.changes(since: current))
        current = configurations  // before the wait, in which attributes may be switched off
        await core.receive(.streams(configurations, keeping: isKept ? fetched.document : nil))
        if !change.isEmpty { dependencies.streamConfigurationChanges.send(change) }
    }
}
