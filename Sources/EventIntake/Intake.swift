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
    /// Where accepted events are kept.
    public let store: IntakeStore
    private let configuration: IntakeConfiguration
    private let path: EventPath
    private let faults: ActiveFaults
    private let logger: Logger

    /// Reads streams and schemas, strictly, and opens the store.
    ///
    /// - Parameters:
    ///   - configuration: what to serve, and where.
    ///   - logger: where requests are told of.
    /// - Throws: `CatalogError` with every mistake in the schemas and streams, or ``IntakeError``.
    public init(_ configuration: IntakeConfiguration, logger: Logger = Logger(label: "event-intake")) throws {
        try configuration.checkToken()
        let content = try LiveContent(configuration)
        store = try IntakeStore(path: configuration.storePath, maximumEvents: configuration.maximumEvents)
        path = EventPath(
            content: content, store: store, sinks: configuration.sinks, service: configuration.service)
        faults = ActiveFaults(configuration.faults) { content.current.streams ?? StreamConfigurations(streams: [:]) }
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves until the task is cancelled or a graceful shutdown begins; then answers what has arrived and closes the
    /// store.
    ///
    /// An intake runs once.
    ///
    /// - Parameter onReady: told the URL once requests are answered there.
    /// - Throws: ``IntakeError`` when the address cannot be listened on.
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
        try store.close()
    }

    /// Every address, one line for each group.
    private var endpoints: [Endpoint] {
        var endpoints: [Endpoint] = []
        let body = EventBody(maximumBytes: configuration.maximumBodyBytes)
        endpoints += EventsRoute(path: path, body: body, configuration: configuration).endpoints
        endpoints += StreamConfigurationsRoute(streams: faults.streams).endpoints
        endpoints += SchemasRoute(content: path.content).endpoints
        endpoints += ExperimentsRoute(content: path.content).endpoints
        endpoints += QueryRoutes(store: store).endpoints
        endpoints += FeedRoute(store: store, content: path.content).endpoints
        endpoints += FaultsRoute(faults: faults).endpoints
        return endpoints + InfoRoutes(path: path, needsToken: configuration.token != nil).endpoints(beside: endpoints)
    }

    private func serve(_ onReady: @escaping @Sendable (URL) -> Void) async throws {
        let host = configuration.host
        let onNotice = configuration.onNotice ?? { [logger] in logger.warning("\($0)") }
        for notice in path.content.current.notices { onNotice(notice) }
        let watch = ContentWatcher(content: path.content, clock: .continuous, onNotice: onNotice)
        let application = Application(
            router: makeRouter(endpoints, configuration, faults),
            server: .http1(
                configuration: configuration.limits.connection(bodyBytes: configuration.maximumBodyBytes)),
            configuration: .init(
                address: .hostname(host, port: configuration.port),
                availableConnectionsDelegate: .maximum(configuration.limits.connections, logger: logger)),
            onServerRunning: { channel in
                if let port = channel.localAddress?.port, let url = Self.url(host: host, port: port) { onReady(url) }
            },
            logger: logger)
        var services = ServiceGroupConfiguration(services: [application, watch], logger: logger)
        // A client that keeps its request open for ever must not keep the intake from stopping.
        services.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: services)
        // Cancellation asks for the same as a graceful shutdown: requests that have begun are answered first.
        let serving = Task { try await group.run() }
        do {
            try await withTaskCancellationOrGracefulShutdownHandler {
                try await serving.value
            } onCancelOrGracefulShutdown: {
                store.arrivals.end()
                Task { await group.triggerGracefulShutdown() }
            }
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode)).lowercased()
            let remedy =
                error.errnoCode == EADDRNOTAVAIL
                ? "Give an address of this machine." : "Choose another port, or 0 for any that is free."
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
