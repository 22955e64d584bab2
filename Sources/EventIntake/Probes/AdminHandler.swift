import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Responds to the one request of a connection on its event loop, and ends the connection.
///
/// With one request for each connection, a peer that does not read its responses can have no second one. One deadline
/// is for all of it.
final class AdminHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let responses: AdminResponses
    private let timeout: TimeAmount
    private let connections: OpenConnections
    private var connection: OpenConnection?
    private var deadline: Scheduled<Void>?
    /// Whether there is a response, or never will be one.
    private var hasEnded = false

    init(_ responses: AdminResponses, timeout: Duration, _ connections: OpenConnections) {
        (self.responses, self.timeout, self.connections) = (responses, TimeAmount(timeout), connections)
    }

    func channelActive(context: ChannelHandlerContext) {
        let (connection, channel) = (OpenConnection(context.channel), context.channel)
        connection.waitingSince = .nanoseconds(Int64(clamping: context.eventLoop.now.uptimeNanoseconds))
        connections.add(connection)
        self.connection = connection
        deadline = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        if let connection { connections.remove(connection) }
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // A body is not waited for: no request needs one.
        guard !hasEnded, case .head(let request) = unwrapInboundIn(data) else { return }
        respond(to: request, context)
    }

    /// Ends a connection whose peer has closed its side without a request.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent, !hasEnded { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func respond(to request: HTTPRequest, _ context: ChannelHandlerContext) {
        hasEnded = true
        let response = responses.response(to: request)
        var head = HTTPResponse(status: response.status, headerFields: response.headers)
        head.headerFields[.contentLength] = "\(response.body.count)"
        head.headerFields[.connection] = "close"
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .head {
            context.write(wrapOutboundOut(.body(ByteBuffer(bytes: response.body))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(mode: .output, promise: nil)
    }
}
