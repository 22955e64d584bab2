import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Puts an answer's own reason into the status line, where the existing intake has the reason for an empty request.
///
/// What translates answers to HTTP/1 writes the usual words of a status. So there are two handlers, one on either side:
/// this one notes the reason, the other writes it.
final class ReasonPhraseHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let statusLine = StatusLineHandler()

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let translation = try pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(statusLine, position: .before(translation.handler))
        } catch {
            // Not HTTP/1, which alone has a status line with words.
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head(let head) = unwrapOutboundIn(data) { statusLine.reason = head.status.reasonPhrase }
        context.write(data, promise: promise)
    }
}

/// Writes the status line of the next answer with that reason. Both handlers run on the connection's event loop.
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
