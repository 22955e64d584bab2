import EventSchema
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Says why a request is refused that no route sees, since it is no HTTP or has a method that HTTP does not know. The
/// server behind answers it in its turn, behind the requests before, but with a bare 400.
final class MalformedRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var error: HTTPParserError?

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        self.error = error as? HTTPParserError ?? self.error
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let error, case .head(let head) = unwrapOutboundIn(data), head.isBare else {
            return context.write(data, promise: promise)
        }
        let (status, title, detail) = Self.reason(for: error)
        let body: JSONValue = [
            "status": .number(status.code), "type": "bad_request", "title": .string(title), "detail": .string(detail),
        ]
        var answer = HTTPResponse(status: status, headerFields: [.connection: "close"])
        answer.headerFields[.contentType] = "application/json; charset=utf-8"
        answer.headerFields[.contentLength] = "\(body.jsonBytes.count)"
        context.write(wrapOutboundOut(.head(answer)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body.jsonBytes))), promise: promise)
    }

    private static func reason(
        for error: HTTPParserError
    ) -> (status: HTTPResponse.Status, title: String, detail: String) {
        switch error {
        case .invalidMethod:
            (.notImplemented, "Unknown method", "The request's method is none that HTTP knows. See /openapi.json.")
        case .headerOverflow:
            (.requestHeaderFieldsTooLarge, "Head too large", "The header fields are too large, or too many.")
        default: (.badRequest, "Not HTTP", "The request cannot be read as HTTP/1.1: \(error).")
        }
    }
}

extension HTTPResponse {
    /// Whether this is the answer of a server that could not read a request.
    fileprivate var isBare: Bool { status == .badRequest && headerFields[.contentLength] == "0" }
}
