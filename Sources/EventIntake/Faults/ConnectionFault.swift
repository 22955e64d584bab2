import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// A fault of the connection that a response is sent on. Routes have no access to the connection, so the response has
/// the fault in a private header, which ``ConnectionFaultHandler`` removes.
enum ConnectionFault: String {
    /// The connection is reset (TCP RST) instead of a response.
    case reset
    /// The connection is closed after the body, which is shorter than `Content-Length`.
    case cut

    fileprivate static let header = HTTPField.Name("Connection-Fault")
}

extension Response {
    /// A response in whose place the connection fails.
    init(connection fault: ConnectionFault) {
        self.init(status: .ok)
        mark(fault)
    }

    /// This response with half of its body, after which the connection is closed. For a response without a body,
    /// `Content-Length` announces one that is never sent.
    func cut() async throws -> Response {
        let bytes = try await body.collected()
        var headers = headers
        headers[.contentLength] = "\(max(bytes.count, 64))"
        headers[.transferEncoding] = nil
        var cut = Response(
            status: status, headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: bytes.prefix(bytes.count / 2))))
        cut.mark(.cut)
        return cut
    }

    private mutating func mark(_ fault: ConnectionFault) {
        if let name = ConnectionFault.header { headers[name] = fault.rawValue }
    }
}

/// Applies the ``ConnectionFault`` of a response to its connection.
final class ConnectionFaultHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var fault: ConnectionFault?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.connectionFault != nil: begin(head, context, promise)
        case .end where fault == .cut:
            context.flush()
            context.close(mode: .all, promise: promise)
        case _ where fault == .reset: promise?.succeed()
        default: context.write(data, promise: promise)
        }
    }

    private func begin(_ head: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        fault = head.connectionFault
        guard fault == .cut else { return reset(context, promise) }
        var head = head
        if let name = ConnectionFault.header { head.headerFields[name] = nil }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Closes with a linger time of 0, which resets the connection.
    private func reset(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let channel = context.channel
        if let options = channel as? any SocketOptionProvider {
            options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: promise) }
        } else {
            channel.close(promise: promise)
        }
    }
}

extension HTTPResponse {
    fileprivate var connectionFault: ConnectionFault? {
        ConnectionFault.header.flatMap { headerFields[$0] }.flatMap(ConnectionFault.init(rawValue:))
    }
}
