public import Foundation
import HTTPTypes
import Hummingbird
public import Logging
import NIOCore
public import ServiceLifecycle

/// A platform over HTTP: the stream configuration API, the schema repository, and the intake that validates events and
/// keeps them.
public struct Intake: Service {
    private let configuration: IntakeConfiguration
    private let logger: Logger
    private let catalog: IntakeCatalog
    private let onReady: @Sendable (URL) -> Void
    /// What has arrived.
    public let store: IntakeStore

    /// Loads streams and schemas and opens the store; nothing listens yet.
    ///
    /// - Parameters:
    ///   - configuration: what to serve, and where.
    ///   - logger: where problems of the server are logged; never the values of events.
    ///   - onReady: called with the base URL once the server listens.
    /// - Throws: what is wrong with a stream, a schema or the store, with its place.
    public init(
        _ configuration: IntakeConfiguration, logger: Logger, onReady: @escaping @Sendable (URL) -> Void = { _ in }
    ) throws {
        self.configuration = configuration
        self.logger = logger
        self.onReady = onReady
        catalog = try IntakeCatalog(configuration)
        store = try IntakeStore(path: configuration.storePath ?? Self.temporaryPath())
    }

    private static func temporaryPath() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("intake-\(UUID().uuidString).sqlite").path
    }

    /// Serves until the task is cancelled or a graceful shutdown asks it to end; then finishes what is under way and
    /// closes the store.
    ///
    /// - Throws: ``IntakeError`` when the address cannot be listened on.
    public func run() async throws {
        let application = Application(
            router: router(),
            configuration: .init(address: .hostname(configuration.host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in
                if let port = channel.localAddress?.port, let url = url(port: port) { onReady(url) }
            },
            logger: logger)
        do {
            try await application.run()
        } catch let error as IOError {
            throw IntakeError(
                "cannot listen on \(configuration.host):\(configuration.port): \(error.description). Is another program using the port? --port 0 takes a free one"
            )
        }
        try store.close()
    }

    private func url(port: Int) -> URL? {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return URL(string: "http://\(host):\(port)")
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.add(
            middleware: CORSMiddleware(
                allowOrigin: .all,
                allowHeaders: [.accept, HTTPField.Name("X-Requested-With"), .contentType].compactMap(\.self),
                allowMethods: [.get, .post]))
        EventRoutes(
            pipeline: IntakePipeline(catalog: catalog), store: store, maximumBodyBytes: configuration.maximumBodyBytes
        ).add(to: router)
        StreamConfigRoutes(streams: catalog.streams).add(to: router)
        SchemaRoutes(schemas: catalog.schemas).add(to: router)
        InfoRoutes().add(to: router)
        return router
    }
}
