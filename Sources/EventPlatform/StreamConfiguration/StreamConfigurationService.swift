import EventSupport
import EventSchema
import EventStreams

/// Keeps the pipeline supplied with stream configurations.
actor StreamConfigurationService {
    private let fetcher: StreamConfigurationFetcher
    private let loop: FetchLoop
    private let pipeline: EventPipeline
    private let settings: Settings
    private let diagnostics: Diagnostics
    private let changes: Broadcast<StreamConfigurationChange>

    /// The document of the running configurations, with its tag.
    private var known: ConfigurationDocument?
    private var current: StreamConfigurations?
    private var hasStarted = false

    init(_ parts: ClientParts, pipeline: EventPipeline) {
        fetcher = StreamConfigurationFetcher(
            source: parts.settings.read(\.streamConfigurations), connection: parts.environment.connection,
            settings: parts.settings)
        loop = FetchLoop(parts)
        self.pipeline = pipeline
        settings = parts.settings
        diagnostics = parts.diagnostics
        changes = parts.configurationChanges
    }

    /// Fetches at the start and whenever ``FetchLoop`` says, until the task is cancelled.
    nonisolated func run() async { await loop.run { await self.fetchOnce() } }

    /// Fetches without retrying.
    ///
    /// - Returns: whether the client has the configurations that there are.
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
            diagnostics.report(.configurationUnavailable, "stream configurations from \(fetcher.source): \(error)")
            return false
        }
    }

    /// Adopts what the cache setting names, the first time.
    private func start() async {
        if hasStarted { return }
        hasStarted = true
        let cache = settings.read(\.configurationCache)
        do {
            switch cache {
            case .none: break
            case .bundled(let file): await adopt(try FetchedConfigurations(.init(file: file)), from: .bundled)
            case .lastKnown:
                guard let store = await pipeline.openedStore(),
                    let text = try store.value(named: ConfigurationDocument.storedName), !text.isEmpty
                else { return }
                await adopt(try FetchedConfigurations(.init(stored: text)), from: .lastKnown)
            }
        } catch {
            diagnostics.report(.configurationUnavailable, "stream configurations to begin with (\(cache)): \(error)")
        }
    }

    private func adopt(_ fetched: FetchedConfigurations, from origin: StreamConfigurationChange.Origin) async {
        let configurations = fetched.configurations
        known = fetched.document
        for stream in configurations.quarantined {
            let issues = stream.issues.map { "\($0.path): \($0.message)" }.joined(separator: "; ")
            diagnostics.report(.streamConfiguration, "stream \(stream.name) is set aside: \(issues)")
        }
        for issue in configurations.diagnostics { diagnostics.report(.streamConfiguration, issue.description) }
        let isKept = origin == .fetched && settings.read(\.configurationCache) == .lastKnown
        await pipeline.adopt(configurations, keeping: isKept ? fetched.document?.storedText : nil)
        let change = StreamConfigurationChange(origin, configurations.changes(since: current))
        current = configurations
        if !change.isEmpty { changes.send(change) }
    }
}
