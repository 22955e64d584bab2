import EventSupport
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Cancels long operations of a request when its client disconnects.
///
/// A client that has closed only its side can still receive the response, but a long wait for it would occupy one of
/// the limited connections until the wait ends.
struct DisconnectMonitor: Sendable {
    /// Ends when the client closes its side of the connection, or the whole connection.
    let disconnection: Signal

    /// Runs an operation that may take long.
    ///
    /// - Returns: the result of the operation; `nil` when the client disconnected first, which cancels the operation.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        guard !disconnection.isEnded else { return nil }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                await disconnection.wait(after: 0)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}

/// Detects that a client disconnects. Without this handler only a failed write would show it.
final class DisconnectHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    let monitor = DisconnectMonitor(disconnection: Signal())

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { monitor.disconnection.end() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        monitor.disconnection.end()
        context.fireChannelInactive()
    }
}
