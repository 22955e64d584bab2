import EventSupport
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Whether the client of a connection is still there.
///
/// A client that has closed its side takes what it has asked for, but nobody waits for it any longer: it would hold its
/// connection until then, and others want one.
struct Presence: Sendable {
    /// Ended once the client has closed its side, or the whole connection.
    let departure: Signal

    /// Does what may take long.
    ///
    /// - Returns: what the work has brought; `nil` when the client has left before, which cancels the work.
    func during<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        guard !departure.isEnded else { return nil }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                await departure.wait(after: 0)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}

/// Notices that a client leaves. Without it, only a write would.
final class PresenceHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    let presence = Presence(departure: Signal())

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { presence.departure.end() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        presence.departure.end()
        context.fireChannelInactive()
    }
}
