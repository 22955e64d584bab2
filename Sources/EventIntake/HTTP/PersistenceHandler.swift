import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Decides by the version and `Connection` of each request whether its connection persists (RFC 9112 §9.3).
///
/// HTTP types have no version, so a second handler before the translation into them does the work.
final class PersistenceHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    func handlerAdded(context: ChannelHandlerContext) { context.addBeforeTranslation(MessagePersistenceHandler()) }
}

extension ChannelHandlerContext {
    /// Adds a handler of HTTP/1 messages before the translation into HTTP types.
    func addBeforeTranslation(_ handler: any ChannelHandler) {
        do {
            let translation = try pipeline.syncOperations.context(handlerType: HTTP1ToHTTPServerCodec.self)
            try pipeline.syncOperations.addHandler(handler, position: .before(translation.handler))
        } catch {
            // Not HTTP/1: other versions have neither reason phrases nor connections that end with a response.
        }
    }
}

private final class MessagePersistenceHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The requests without a response yet, in order.
    private var requestsAwaitingResponse: [MessagePersistence] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let persistence = MessagePersistence(head)
        requestsAwaitingResponse.append(persistence)
        persistence.prepare(&head)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200 && !requestsAwaitingResponse.isEmpty:
            requestsAwaitingResponse[0].prepare(&head)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where !requestsAwaitingResponse.isEmpty:
            let persistence = requestsAwaitingResponse.removeFirst()
            context.write(data, promise: promise)
            // The server ends the connection by itself only after requests that asked for it.
            if persistence.endsAfterResponse {
                context.flush()
                context.close(mode: .output, promise: nil)
            }
        default: context.write(data, promise: promise)
        }
    }
}

/// Whether a connection persists after a request and its response.
private struct MessagePersistence {
    /// Whether the request is of HTTP/1.0 or older.
    private let isOld: Bool
    private let isWanted: Bool
    /// Whether the response, in contrast to its request, ends the connection.
    private(set) var endsAfterResponse = false

    init(_ request: HTTPRequestHead) {
        isOld = (request.version.major, request.version.minor) < (1, 1)
        let options = request.headers[canonicalForm: "connection"].map { $0.lowercased() }
        isWanted = !options.contains("close") && (!isOld || options.contains("keep-alive"))
    }

    /// Sets `Connection` as the server reads it. A client of HTTP/1.0 must not be sent 100, and needs no `Host`: the
    /// same request of HTTP/1.1 has an empty one (RFC 9112 §3.2).
    func prepare(_ request: inout HTTPRequestHead) {
        if !isWanted { request.headers.replaceOrAdd(name: "connection", value: "close") }
        guard isOld else { return }
        request.headers.remove(name: "expect")
        if !request.headers.contains(name: "host") { request.headers.add(name: "host", value: "") }
    }

    /// Sets `Connection` for the client. A response without a length would be chunked, which HTTP/1.0 does not have: as
    /// a response of HTTP/1.0 it ends with the connection.
    mutating func prepare(_ response: inout HTTPResponseHead) {
        let hasEnd = response.headers.contains(name: "content-length") || !response.status.mayHaveResponseBody
        if isOld, !hasEnd { response.version = .http1_0 }
        if !isWanted || (isOld && !hasEnd) {
            endsAfterResponse = isWanted
            response.headers.replaceOrAdd(name: "connection", value: "close")
        } else if isOld {
            response.headers.replaceOrAdd(name: "connection", value: "keep-alive")
        }
    }
}
