import EventStreams

/// Keeps the pipeline supplied with stream configurations.
struct StreamConfigurationService: Sendable {
    private let fetcher: StreamConfigurationFetcher
    private let pipeline: EventPipeline
    private let clocks: any Clocks
    private let diagnostics: Diagnostics
    private let refreshAsked: Signal
    private let settings: Settings

    /// How long after the last retry the fetching begins anew by itself.
    static let delayAfterRetries: Duration = .seconds(3600)

    init(_ parts: ClientParts, pipeline: EventPipeline) {
        fetcher = StreamConfigurationFetcher(
            source: parts.settings.read(\.streamConfigurations), connection: parts.environment.connection,
            diagnostics: parts.diagnostics)
        self.pipeline = pipeline
        clocks = parts.environment.clocks
        diagnostics = parts.diagnostics
        refreshAsked = parts.refreshAsked
        settings = parts.settings
    }

    /// Fetches at the start, and again when asked to, until the task is cancelled.
    ///
    /// A failed fetch is tried again as ``RetrySchedule`` says; being asked meanwhile starts the schedule anew.
    func run() async {
        let fresh = RetrySchedule(firstDelay: settings.read(\.firstConfigurationRetry))
        var schedule = fresh
        while !Task.isCancelled {
            let asked = refreshAsked.count
            let arrived = await fetchOnce()
            if arrived { schedule = fresh }
            let delay = arrived ? nil : schedule.failed() ?? Self.delayAfterRetries
            await clocks.wait(for: refreshAsked, after: asked, until: delay.map { clocks.sinceBoot + $0 })
            if refreshAsked.count > asked { schedule = fresh }
        }
    }

    /// Fetches without retrying.
    ///
    /// - Returns: whether configurations arrived.
    @discardableResult
    func fetchOnce() async -> Bool {
        guard let configurations = await fetcher.fetchOrReport() else { return false }
        await adopt(configurations)
        return true
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
