import CoreMetrics
import EventSchema
import EventStreams
import EventSupport
public import Foundation
public import Logging
import ServiceLifecycle

/// A local event platform over HTTP: intake, stream configuration API and schema repository.
///
/// ```swift
/// var configuration = IntakeConfiguration()
/// configuration.streams = .directory("Streams")
/// configuration.schemaRoots = ["Schemas"]
/// try await Intake(configuration).run { url in print("listening on \(url)") }
/// ```
public struct Intake: Sendable {
    /// The store with the received events; `nil` when the configuration has none.
    public let store: IntakeStore?
    private let configuration: IntakeConfiguration
    private let path: EventPath
    private let faults: ActiveFaults
    private let connections: OpenConnections
    private let logger: Logger
    private let log: IntakeLog
    private let stop = IntakeStop()

    /// Reads schemas, streams and experiments and opens the store. Nothing listens until ``run(onReady:onAdmin:)`` is
    /// called.
    ///
    /// - Parameters:
    ///   - configuration: the content to serve and the address.
    ///   - logger: the logger of the intake. It never logs values of events.
    /// - Throws: `CatalogError` with every mistake in the schemas, streams and experiments; ``IntakeError`` when the
    ///   store, a sink, the token, the file of stream configurations or that of the clients' remote configuration
    ///   cannot be used, or the process may have too few files open.
    public init(_ configuration: IntakeConfiguration, logger: Logger = Logger(label: "event-intake")) throws {
        connections = try configuration.limits.openConnections(hasAdminPort: configuration.adminPort != nil)
        try configuration.checkToken()
        try configuration.checkSinks()
        log = IntakeLog(logger: logger)
        let content = try LiveContent(configuration, onNotice: configuration.onNotice ?? log.notice)
        store =
            configuration.hasStore
            ? try IntakeStore(path: configuration.storePath, maximumEvents: configuration.maximumEvents) : nil
        path = EventPath(
            content: content, store: store, sinks: configuration.sinks, service: configuration.service,
            log: log, metrics: configuration.metrics ?? MetricsSystem.factory,
            isBounded: configuration.compatibility != .eventgate)
        faults = ActiveFaults(configuration.faults) { content.current.streams ?? StreamConfigurations(streams: [:]) }
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves requests until the task is cancelled or a graceful shutdown begins, and then for
    /// ``IntakeConfiguration/drainTime``. Requests that have begun then get their response within at most 10 seconds,
    /// and the sinks and the store are closed. A cancellation after a graceful shutdown has begun ends these requests
    /// at once.
    ///
    /// An intake can run only once.
    ///
    /// - Parameters:
    ///   - onReady: called with the intake's URL when it accepts requests and has its content.
    ///   - onAdmin: called, before `onReady`, with the URL of ``IntakeConfiguration/adminPort`` when it accepts
    ///     requests.
    /// - Throws: ``IntakeError`` when an address cannot be listened on; the error of a sink that cannot be closed.
    public func run(
        onReady: @escaping @Sendable (URL) -> Void = { _ in }, onAdmin: @escaping @Sendable (URL) -> Void = { _ in }
    ) async throws {
        do {
            try await serve(onReady, onAdmin)
        } catch {
            try await close()
            throw error
        }
        try await close()
    }

    private func close() async throws {
        for sink in configuration.sinks { try await sink.close() }
        try store?.close()
    }

    private func serve(
        _ onReady: @escaping @Sendable (URL) -> Void, _ onAdmin: @escaping @Sendable (URL) -> Void
    ) async throws {
        let onNotice = configuration.onNotice ?? log.notice
        for problem in path.content.current.notices + configuration.clientConfigurationProblems { onNotice(problem) }
        let readiness = Readiness(isLoaded: path.content.isLoaded, onReady)
        let probes = Probes(content: path.content, stop: stop, sinks: configuration.sinks)
        let endpoints = IntakeEndpoints(
            configuration: configuration, path: path, faults: faults, probes: probes, log: log,
            waits: WaitPlaces(connections: connections.maximum, log: log)
        ).all
        let server = IntakeServer(
            configuration, makeRouter(endpoints, configuration, faults, path.content), connections, readiness, logger)
        let services = IntakeServices(
            server: server, others: contentServices(readiness, onNotice), stop: stop,
            drainTime: configuration.drainTime, store: store, logger: logger)
        guard let admin = AdminServer(configuration, probes, readiness) else { return try await services.run() }
        try await admin.running(onAdmin) { try await services.run() }
    }

    /// What keeps the content up to date.
    private func contentServices(
        _ readiness: Readiness, _ onNotice: @escaping @Sendable (String) -> Void
    ) -> [any Service] {
        let events = FileEvents()
        if events == nil, FileEvents.isSupported {
            onNotice(ContentWatcher.pollingNotice("too many users of inotify", "max_user_instances"))
        }
        let watcher = ContentWatcher(content: path.content, clock: .continuous, events: events, onNotice: onNotice)
        guard let source = configuration.remote else { return [watcher] }
        let reload = RemoteReloadService(
            content: path.content, source: source, clock: .continuous, onNotice: onNotice,
            onLoaded: readiness.hasLoaded)
        return [watcher, reload]
    }
}
