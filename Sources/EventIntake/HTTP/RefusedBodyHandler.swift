import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Reads and discards the rest of a body that was refused before it had arrived, and then closes the connection.
///
/// Some clients read the response only after they have written the whole body. If the connection were closed at once,
/// such a client would get an error instead of the response; if nothing were read, it would wait.
final class RefusedBodyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The maximum number of bytes that are discarded. The time is limited by the deadline of the body.
    static let maximumDiscardedBytes = 16 * 1024 * 1024

    /// The number of requests that have begun and whose response has not ended.
    private var requestsAwaitingResponse = 0
    private var isBodyArriving = false
    private var isResponseSent = false
    /// The number of bytes that are still discarded; `nil` when no body was refused.
    private var remainingBytes: Int?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch part {
        case .head:
            requestsAwaitingResponse += 1
            isBodyArriving = true
        case .body: break
        case .end: isBodyArriving = false
        }
        if remainingBytes == nil { context.fireChannelRead(data) } else { discard(part, context) }
    }

    /// Continues to read: the handlers behind this one do not read more of a request that has a response.
    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if remainingBytes != nil { context.read() }
    }

    private func discard(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if case .body(let bytes) = part { remainingBytes = remainingBytes.map { $0 - bytes.readableBytes } }
        closeIfDone(context)
    }

    private func closeIfDone(_ context: ChannelHandlerContext) {
        guard isResponseSent, let remainingBytes, !isBodyArriving || remainingBytes < 0 else { return }
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 400 && isBodyArriving && requestsAwaitingResponse == 1:
            remainingBytes = Self.maximumDiscardedBytes
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            requestsAwaitingResponse -= 1
            guard remainingBytes != nil else { return context.write(data, promise: promise) }
            end(data, context, promise)
        default: context.write(data, promise: promise)
        }
    }

    /// Sends the last part of the response and then only reads.
    private func end(_ data: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let sent = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        sent.futureResult.whenSuccess {
            let (handler, context) = bound.value
            handler.isResponseSent = true
            context.close(mode: .output, promise: nil)
            handler.closeIfDone(context)
            context.read()
        }
        context.writeAndFlush(data, promise: sent)
    }
}
