import EventStreams

/// Keeps the pipeline supplied with stream configurations.
struct StreamConfigurationService: Sendable {
    private let fetcher: StreamConfigurationFetcher
    private let pipeline: EventPipeline
    private let clocks: any Clocks
    private let diagnostics: Diagnostics
    private let refreshAsked: Signal

    /// How long after the last retry the fetching begins anew by itself.
    static let delayAfterRetries: Duration = .seconds(3600)

    init(_ parts: ClientParts, pipeline: EventPipeline) {
        fetcher = StreamConfigurationFetcher(
            source: parts.settings.read(\.streamConfigurations), connection: parts.environment.connection,
            clocks: parts.environment.clocks, diagnostics: parts.diagnostics)
        self.pipeline = pipeline
        clocks = parts.environment.clocks
        diagnostics = parts.diagnostics
        refreshAsked = parts.refreshAsked
    }

    /// Fetches at the start, and again when asked to, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                let configurations = try await fetcher.fetchWithRetries()
                if let configurations { await adopt(configurations) }
                await clocks.wait(
                    for: refreshAsked, until: configurations == nil ? clocks.sinceBoot + Self.delayAfterRetries : nil)
            } catch { return }  // cancelled
        }
    }

    /// Fetches without retrying.
    func fetchOnce() async {
        if let configurations = await fetcher.fetchOrReport() { await adopt(configurations) }
    }

    private func adopt(_ configurations: StreamConfigurations) async {
        for stream in configurations.quarantined {
            let issues = stream.issues.map { "\($0.path): \($0.message)" }.joined(separator: "; ")
            diagnostics.report(.streamConfiguration, "stream \(stream.name) is set aside: \(issues)")
        }
        for issue in configurations.diagnostics { diagnostics.report(.streamConfiguration, issue.description) }
        await pipeline.adopt(configurations)
    }
}
