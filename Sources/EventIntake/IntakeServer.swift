import EventSupport
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The server of an intake's own address.
struct IntakeServer: Service {
    private let address: ListenAddress
    private let listener: Locked<(any Channel)?>
    private let application: any Service

    /// Listens only when it runs; `readiness` then learns the URL.
    init(
        _ configuration: IntakeConfiguration, _ router: Router<IntakeRequestContext>, _ connections: OpenConnections,
        _ readiness: Readiness, _ logger: Logger
    ) {
        let address = ListenAddress(host: configuration.host, port: configuration.port)
        let listener = Locked<(any Channel)?>(nil)
        (self.address, self.listener) = (address, listener)
        application = Application(
            responder: DecodedPathResponder(next: router.buildResponder()),
            server: .http1(
                configuration: configuration.limits.connection(
                    bodyBytes: configuration.maximumBodyBytes, in: connections)),
            configuration: .init(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: ConnectionAdmission(connections: connections)),
            onServerRunning: { channel in
                listener.withLock { $0 = channel }
                if let url = address.url(of: channel) { readiness.listens(at: url) }
            },
            logger: logger)
    }

    /// - Throws: ``IntakeError`` when the address cannot be listened on.
    func run() async throws {
        do { try await application.run() } catch { throw address.described(error) }
    }

    /// Calls a closure when the server no longer listens; at once when it does not listen yet.
    func whenClosed(_ closure: @escaping @Sendable () -> Void) {
        guard let listener = listener.withLock(\.self) else { return closure() }
        listener.closeFuture.whenComplete { _ in closure() }
    }
}
