import EventSupport
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
                maxHeaderFieldCount: min(maximumHeaderFields, Self.mostHeaderFields)))
    }

    /// The open connections of an intake: at most ``maximumConnections``, at most half of the files that the process
    /// may have open, and fewer where the others would not suffice. Without a file for it, a connection cannot even be
    /// refused: the event loop would try for ever.
    ///
    /// With `hasAdminPort`, there are files for the admin port too.
    ///
    /// - Throws: ``IntakeError`` when hardly any connection is left.
    func openConnections(hasAdminPort: Bool = false) throws(IntakeError) -> OpenConnections {
        let otherFiles = Self.otherFiles + (hasAdminPort ? AdminServer.openFiles : 0)
        let minimum = otherFiles + Self.fewestConnections
        guard let limit = Descriptors.maximumCount else { return OpenConnections(maximum: maximumConnections) }
        guard limit >= minimum else {
            throw IntakeError(
                .tooFewFiles,
                "The process may have \(limit) files open, and an intake needs \(minimum) on this "
                    + "machine. Raise the limit, as with `ulimit -n 1024`.")
        }
        // SwiftNIO ends the process where an event loop gets no file.
        guard Descriptors.areLeft(otherFiles) else {
            throw IntakeError(
                .tooFewFiles,
                "The process has too many files open: an intake needs \(otherFiles) besides its connections. "
                    + "Close some, or raise the limit, as with `ulimit -n 1024`.")
        }
        return OpenConnections(maximum: max(1, min(maximumConnections, limit / 2, limit - otherFiles)))
    }

    /// The type of the fields ends the process for 65 535 of them.
    private static let mostHeaderFields = 65_000

    /// The files beside the connections: standard streams, store, sinks, served files while they are read, signals, and
    /// three for each event loop.
    private static let otherFiles = 32 + 3 * System.coreCount
    private static let fewestConnections = 8
}
