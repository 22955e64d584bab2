import EventSchema
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Adds a status and a problem object to responses to requests that are not HTTP or have an unknown method. The server
/// responds to these with an empty 400, in order after the preceding requests, and they reach no route.
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
        var response = HTTPResponse(status: status, headerFields: [.connection: "close"])
        response.headerFields[.contentType] = "application/json; charset=utf-8"
        response.headerFields[.contentLength] = "\(body.jsonBytes.count)"
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body.jsonBytes))), promise: promise)
    }

    private static func reason(
        for error: HTTPParserError
    ) -> (status: HTTPResponse.Status, title: String, detail: String) {
        switch error {
        case .invalidMethod:
            (.notImplemented, "Unknown method", "The method of the request is not known in HTTP. See /openapi.json.")
        case .headerOverflow:
            (.requestHeaderFieldsTooLarge, "Head too large", "There are too many header fields, or they are too large.")
        default: (.badRequest, "Not HTTP", "The request cannot be read as HTTP/1.1: \(error).")
        }
    }
}

extension HTTPResponse {
    /// Whether this is the server's response to a request that it could not parse.
    fileprivate var isBare: Bool { status == .badRequest && headerFields[.contentLength] == "0" }
}
