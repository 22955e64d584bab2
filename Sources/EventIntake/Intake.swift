import CoreMetrics
import EventSchema
import EventStreams
import EventSupport
public import Foundation
import Hummingbird
public import Logging
import NIOCore
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

    /// Reads schemas, streams and experiments and opens the store. Nothing listens until ``run(onReady:)`` is called.
    ///
    /// - Parameters:
    ///   - configuration: the content to serve and the address.
    ///   - logger: the logger of the intake. It never logs values of events.
    /// - Throws: `CatalogError` with every mistake in the schemas, streams and experiments; ``IntakeError`` when the
    ///   store, a sink, the token, the file of stream configurations or that of the clients' remote configuration
    ///   cannot be used, or the process may have too few files open.
    public init(_ configuration: IntakeConfiguration, logger: Logger = Logger(label: "event-intake")) throws {
        connections = try configuration.limits.openConnections()
        try configuration.checkToken()
        try configuration.checkSinks()
        log = IntakeLog(logger: logger)
        let content = try LiveContent(configuration, onNotice: configuration.onNotice ?? log.notice)
        store =
            configuration.hasStore
            ? try IntakeStore(path: configuration.storePath, maximumEvents: configuration.maximumEvents) : nil
        path = EventPath(
            content: content, store: store, sinks: configuration.sinks, service: configuration.service,
            log: log, metrics: IntakeMetrics(configuration.metrics ?? MetricsSystem.factory))
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
    /// - Parameter onReady: called with the intake's URL when it accepts requests and has its content.
    /// - Throws: ``IntakeError`` when the address cannot be listened on; the error of a sink that cannot be closed.
    public func run(onReady: @escaping @Sendable (URL) -> Void = { _ in }) async throws {
        do {
            try await serve(onReady)
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

    /// Every endpoint of the intake.
    private func endpoints(_ waits: WaitPlaces) -> [Endpoint] {
        var endpoints: [Endpoint] = []
        let body = EventBody(configuration)
        endpoints += EventsRoute(path: path, body: body, configuration: configuration).endpoints
        endpoints += StreamConfigurationsRoute(streams: faults.streams).endpoints
        endpoints += SchemasRoute(content: path.content).endpoints
        endpoints += ExperimentsRoute(content: path.content).endpoints
        endpoints += ClientConfigurationRoute(content: path.content).endpoints
        endpoints += HealthRoutes(sinks: configuration.sinks, content: path.content, stop: stop).endpoints
        endpoints += MetricsRoute(configuration.metrics)?.endpoints ?? []
        if let store { endpoints += developmentEndpoints(store, waits) }
        let info = InfoRoutes(
            path: path, needsToken: configuration.token != nil, hasConsole: configuration.hasConsole && store != nil)
        return endpoints + info.endpoints(beside: endpoints)
    }

    /// What people and tests use who look at events: queries, checks, the console, and faults.
    private func developmentEndpoints(_ store: IntakeStore, _ waits: WaitPlaces) -> [Endpoint] {
        let (content, tools) = (path.content, configuration.tools)
        var endpoints = QueryRoutes(store: store, log: log, waits: waits).endpoints
        endpoints += ReportRoute(store: store, content: content, log: log, tools: tools).endpoints
        endpoints += FiltersRoute(content: content).endpoints
        endpoints += FeedRoute(store: store, content: content, waits: waits).endpoints
        endpoints += FaultsRoute(faults: faults).endpoints
        endpoints += ExplainRoute(path: path, tools: tools)?.endpoints ?? []
        endpoints += SchemaSiteRoute(content: content, tools: tools)?.endpoints ?? []
        endpoints += FindingsRoute(content: content, tools: tools)?.endpoints ?? []
        return endpoints + (configuration.hasConsole ? ConsoleRoute().endpoints : [])
    }

    private func serve(_ onReady: @escaping @Sendable (URL) -> Void) async throws {
        let host = configuration.host
        let onNotice = configuration.onNotice ?? log.notice
        let problems = path.content.current.notices + configuration.clientConfigurationProblems
        for problem in problems { onNotice(problem) }
        let listener = Locked<(any Channel)?>(nil)
        let readiness = Readiness(isLoaded: path.content.isLoaded, onReady)
        let watch = ContentWatcher(content: path.content, clock: .continuous, onNotice: onNotice)
        let application = Application(
            responder: DecodedPathResponder(
                next: makeRouter(
                    endpoints(WaitPlaces(connections: connections.maximum, log: log)), configuration, faults,
                    path.content
                ).buildResponder()),
            server: .http1(
                configuration: configuration.limits.connection(
                    bodyBytes: configuration.maximumBodyBytes, in: connections)),
            configuration: .init(
                address: .hostname(host, port: configuration.port),
                availableConnectionsDelegate: ConnectionAdmission(connections: connections)),
            onServerRunning: { channel in
                listener.withLock { $0 = channel }
                if let port = channel.localAddress?.port, let url = Self.url(host: host, port: port) {
                    readiness.listens(at: url)
                }
            },
            logger: logger)
        var content: [any Service] = [watch]
        if let source = configuration.remote {
            content.append(
                RemoteReloadService(
                    content: path.content, source: source, clock: .continuous, onNotice: onNotice,
                    onLoaded: readiness.hasLoaded))
        }
        var services = ServiceGroupConfiguration(services: [application] + content, logger: logger)
        // Limits the shutdown when a client keeps its request open.
        services.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: services)
        // Detached, since a group is stopped with the group in whose task it runs, at once.
        let serving = Task.detached { try await group.run() }
        do {
            try await withTaskCancellationOrGracefulShutdownHandler {
                try await serving.value
            } onCancelOrGracefulShutdown: {
                store?.arrivals.end()
                // Either has the same effect at first: requests that have begun get their response.
                let isFirst = stop.begin(after: configuration.drainTime) { await group.triggerGracefulShutdown() }
                guard !isFirst else { return }
                store?.endWaits()
                // The stops may come together. Hummingbird logs an error when it is cancelled while it listens.
                guard let listener = listener.withLock(\.self) else { return serving.cancel() }
                listener.closeFuture.whenComplete { _ in serving.cancel() }
            }
        } catch is CancellationError where stop.hasBegun {
            // It was stopped twice.
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode)).lowercased()
            let remedy =
                error.errnoCode == EADDRNOTAVAIL
                ? "Give an address of this machine." : "Choose another port, or 0 for any free port."
            throw unusable("\(reason). \(remedy)")
        } catch is SocketAddressError.UnknownHost {
            throw unusable("there is no host of that name. Give an address of this machine, such as 127.0.0.1.")
        }
    }

    private func unusable(_ reason: String) -> IntakeError {
        IntakeError(.addressUnusable, "Cannot listen on \(configuration.host):\(configuration.port): \(reason)")
    }

    private static func url(host: String, port: Int) -> URL? {
        URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    }
}
