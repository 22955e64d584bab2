import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Writes a response's own reason phrase into the status line, where the existing intake reports an empty request.
///
/// The codec for HTTP/1 writes the standard phrase of a status. So there are two handlers: this one, before the codec,
/// records the phrase, and the other, after it, writes the phrase.
final class ReasonPhraseHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let statusLine = StatusLineHandler()

    func handlerAdded(context: ChannelHandlerContext) { context.addBeforeTranslation(statusLine) }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head(let head) = unwrapOutboundIn(data) { statusLine.reason = head.status.reasonPhrase }
        context.write(data, promise: promise)
    }
}

/// Writes the recorded phrase into the next status line. Both handlers run on the connection's event loop.
private final class StatusLineHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    var reason = ""

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), head.status.code >= 200, !reason.isEmpty,
            reason != head.status.reasonPhrase
        else {
            return context.write(data, promise: promise)
        }
        head.status = .custom(code: head.status.code, reasonPhrase: reason)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
