import Foundation
import HummingbirdCore
import NIOCore

extension IntakeLimits {
    /// The channel handlers between the connection and the router, and the limits of the header fields.
    ///
    /// - Parameters:
    ///   - bodyBytes: the maximum size of a body in bytes. It limits only the length that a request with
    ///     `Expect: 100-continue` declares.
    ///   - connections: the open connections of the intake, to which each connection is added.
    /// - Returns: the configuration of a connection's HTTP/1 channel.
    func connection(bodyBytes: Int, in connections: OpenConnections) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                PersistenceHandler(), ContinueHandler(maximumBytes: bodyBytes), DisconnectHandler(),
                ConnectionDeadlineHandler(self, connections), RefusedBodyHandler(), ConnectionFaultHandler(),
                ReasonPhraseHandler(), MalformedRequestHandler(),
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: maximumHeaderFieldBytes, maxHeaderListSize: maximumHeaderBytes,
                maxHeaderFieldCount: maximumHeaderFields))
    }

    /// The open connections of an intake: at most ``maximumConnections``, and at most half of the files that the
    /// process may have open, so that files and further sockets can be opened.
    func openConnections() -> OpenConnections {
        var files = rlimit()
        guard getrlimit(Self.openFiles, &files) == 0 else { return OpenConnections(maximum: maximumConnections) }
        return OpenConnections(maximum: max(1, min(maximumConnections, Int(clamping: files.rlim_cur / 2))))
    }

    #if canImport(Darwin)
        private static let openFiles = RLIMIT_NOFILE
    #else
        private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}
