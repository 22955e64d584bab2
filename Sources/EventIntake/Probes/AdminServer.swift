import Foundation
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOPosix

/// The listener for supervisors and Prometheus, with an event loop that serves nothing else.
///
/// Requests with events are handled by tasks, on as many threads as there are processors. A probe that were a task too
/// would wait behind them, and a supervisor would end an intake that only has much to do.
struct AdminServer: Sendable {
    private let address: ListenAddress
    private let responses: AdminResponses
    private let sinks: SinkWatch
    /// The maximum time of a connection.
    private let timeout: Duration

    private static let maximumConnections = 64
    /// The files that it may have open: connections, the listener, and three of the event loop.
    static let openFiles = maximumConnections + 4

    /// `nil` when the configuration has no admin port.
    init?(_ configuration: IntakeConfiguration, _ probes: Probes, _ readiness: Readiness) {
        guard let port = configuration.adminPort else { return nil }
        address = ListenAddress(host: configuration.adminHost, port: port)
        sinks = SinkWatch(probes.sinks)
        responses = AdminResponses(
            probes: probes, sinks: sinks, readiness: readiness, metrics: configuration.metrics,
            isLoopback: configuration.adminHost.isLoopbackName)
        timeout = configuration.limits.headTimeout
    }

    /// Serves while `body` runs.
    ///
    /// - Parameters:
    ///   - onListening: called with the URL before `body`.
    ///   - body: runs the intake.
    /// - Throws: ``IntakeError`` when the address cannot be listened on; the error of `body`.
    func running(_ onListening: (URL) -> Void, _ body: () async throws -> Void) async throws {
        let watching = Task { await sinks.run() }
        defer { watching.cancel() }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let listener = try await listen(on: group)
            if let url = address.url(of: listener) { onListening(url) }
            try await body()
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
        try await group.shutdownGracefully()
    }

    private func listen(on group: MultiThreadedEventLoopGroup) async throws -> any Channel {
        let connections = OpenConnections(maximum: Self.maximumConnections)
        do {
            return try await ServerBootstrap(group: group)
                .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let admission = ConnectionAdmission(connections: connections)
                        try channel.pipeline.syncOperations.addHandler(
                            AvailableConnectionsChannelHandler(delegate: admission))
                    }
                }
                .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try addHandlers(to: channel.pipeline, connections) }
                }
                .bind(host: address.host, port: address.port).get()
        } catch {
            throw address.described(error)
        }
    }

    private func addHandlers(to pipeline: ChannelPipeline, _ connections: OpenConnections) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        (limits.maxHeaderFieldSize, limits.maxHeaderListSize, limits.maxHeaderFieldCount) = (8 << 10, 16 << 10, 64)
        let handlers = pipeline.syncOperations
        try handlers.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: limits)
        try handlers.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try handlers.addHandler(AdminHandler(responses, timeout: timeout, connections))
    }
}
