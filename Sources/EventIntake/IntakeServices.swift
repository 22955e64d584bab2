import EventSupport
import Logging
import ServiceLifecycle

/// The services of an intake, which run until it is stopped.
struct IntakeServices {
    let server: IntakeServer
    /// What runs beside the server, and ends before it.
    let others: [any Service]
    let stop: IntakeStop
    /// How long requests are still taken after the first stop.
    let drainTime: Duration
    /// The store, in which requests may wait for events.
    let store: IntakeStore?
    let logger: Logger

    func run() async throws {
        var configuration = ServiceGroupConfiguration(services: [server] + others, logger: logger)
        // Limits the shutdown when a client keeps its request open.
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: configuration)
        // Detached, since a group is stopped with the group in whose task it runs, at once.
        let serving = Task.detached { try await group.run() }
        do {
            try await withTaskCancellationOrGracefulShutdownHandler {
                try await serving.value
            } onCancelOrGracefulShutdown: {
                end(group, serving)
            }
        } catch is CancellationError where stop.hasBegun {
            // It was stopped twice.
        }
    }

    /// Ends the services in order after the first stop, which a cancellation may be too: requests that have begun get
    /// their response. Ends them at once after the second one.
    private func end(_ group: ServiceGroup, _ serving: Task<Void, any Error>) {
        store?.arrivals.end()
        let isFirst = stop.begin(after: drainTime) { await group.triggerGracefulShutdown() }
        guard !isFirst else { return }
        store?.endWaits()
        // The stops may come together. Hummingbird logs an error when it is cancelled while it listens.
        server.whenClosed { serving.cancel() }
    }
}
