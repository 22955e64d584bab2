import EventCatalog
import EventSchema
import EventStreams
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
    private let faults: FaultControl
    private let logger: Logger

    /// Reads streams and schemas, strictly, and opens the store.
    ///
    /// - Parameters:
    ///   - configuration: what to serve, and where.
    ///   - logger: where requests are told of.
    /// - Throws: `CatalogError` with every mistake in the schemas and streams, or ``IntakeError``.
    public init(_ configuration: IntakeConfiguration, logger: Logger = Logger(label: "event-intake")) throws {
        try configuration.checkToken()
        let schemas = try SchemaRepository(roots: configuration.schemaRoots)
        let streams = try configuration.streams.load(schemas: schemas)
        store = try IntakeStore(path: configuration.storePath, keptEvents: configuration.keptEvents)
        path = EventPath(streams: streams, schemas: schemas, store: store, sinks: configuration.sinks)
        faults = FaultControl(configuration.faults) { streams ?? StreamConfigurations(streams: [:]) }
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

    private func serve(_ onReady: @escaping @Sendable (URL) -> Void) async throws {
        let host = configuration.host
        let application = Application(
            router: makeRouter(path, configuration, faults),
            server: .http1(configuration: configuration.limits.connection),
            configuration: .init(
                address: .hostname(host, port: configuration.port),
                availableConnectionsDelegate: .maximum(configuration.limits.connections, logger: logger)),
            onServerRunning: { channel in
                if let port = channel.localAddress?.port, let url = Self.url(host: host, port: port) { onReady(url) }
            },
            logger: logger)
        var services = ServiceGroupConfiguration(services: [application], logger: logger)
        // A client that keeps its request open for ever must not keep the intake from stopping.
        services.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: services)
        // Cancellation asks for the same as a graceful shutdown: requests that have begun are answered first.
        let serving = Task { try await group.run() }
        do {
            try await withTaskCancellationOrGracefulShutdownHandler {
                try await serving.value
            } onCancelOrGracefulShutdown: {
                Task { await group.triggerGracefulShutdown() }
            }
        } catch let error as IOError {
            throw IntakeError(
                .addressUnusable,
                "Cannot listen on \(host):\(configuration.port): \(String(cString: strerror(error.errnoCode)).lowercased()). Choose another port, or 0 for any that is free."
            )
        }
    }

    private static func url(host: String, port: Int) -> URL? {
        URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    }
}
