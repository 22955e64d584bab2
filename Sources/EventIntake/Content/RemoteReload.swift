import EventCatalog
import EventStreams
import EventSupport
import ServiceLifecycle

/// What an intake needs to fetch its content over HTTP, and what it has told about that.
final class RemoteReload: Sendable {
    /// What was told last, so that nothing is told twice in a row.
    private struct Told {
        var failure: String?
        var problems: [String] = []
        var summary: String?
    }

    let source: RemoteSource
    let loader: RemoteLoader
    let demand: SchemaDemand
    private let told = Locked(Told())

    init(_ source: RemoteSource, onNotice: @escaping @Sendable (String) -> Void) {
        self.source = source
        loader = RemoteLoader(source)
        demand = SchemaDemand(loader.repositories, onNotice: onNotice)
    }

    /// The lines about a content that is served now. `isNews` is whether it has other streams than before.
    func lines(_ problems: [String], _ summary: String, isNews: Bool) -> [String] {
        told.withLock { told in
            let isNews = isNews || told.failure != nil || told.summary != summary
            defer { told = Told(problems: problems, summary: summary) }
            return problems.filter { !told.problems.contains($0) } + (isNews ? [summary] : [])
        }
    }

    /// The lines about a failure, after which the content is as before, or still missing.
    func lines(_ failure: String, isLoaded: Bool) -> [String] {
        let isNews = told.withLock { told in
            defer { told.failure = failure }
            return told.failure != failure
        }
        let consequence =
            isLoaded
            ? "Streams and schemas: served as before."
            : "No events are taken until streams and schemas are there. They are asked for every "
                + "\(source.retryInterval)."
        return isNews ? [failure, consequence] : []
    }
}

/// Fetches the content over HTTP at the start and again after each interval.
struct RemoteReloadService: Service {
    let content: LiveContent
    let source: RemoteSource
    let clock: any Clock<Duration>
    /// Called with what is wrong, and with what is served now.
    let onNotice: @Sendable (String) -> Void
    /// Called when there is content for the first time.
    let onLoaded: @Sendable () -> Void

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    let wasLoaded = content.isLoaded
                    for line in await content.fetch() { onNotice(line) }
                    if content.isLoaded, !wasLoaded { onLoaded() }
                    let interval = content.isLoaded ? source.interval : source.retryInterval
                    // Many intakes that were started together do not ask together.
                    try await clock.sleep(for: interval * Double.random(in: 0.9...1.1))
                }
            }
        } catch is CancellationError {
            // A graceful shutdown ends the service.
        }
    }
}
