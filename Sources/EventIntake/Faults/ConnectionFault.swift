import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// What is done to the connection on which an answer goes out. The answer carries it in a header of its own, which
/// ``ConnectionFaultHandler`` takes out: a route has no hold of the connection.
enum ConnectionFault: String {
    /// Nothing is sent, the connection is reset (TCP RST).
    case reset
    /// The connection is closed once the body is out, which is shorter than the header promised.
    case cut

    fileprivate static let header = HTTPField.Name("Connection-Fault")
}

extension Response {
    /// An answer that is none.
    init(connection fault: ConnectionFault) {
        self.init(status: .ok)
        mark(fault)
    }

    /// This answer with half of its body, behind which the connection is closed. Of an answer without a body, a body is
    /// promised that never comes.
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

/// Does to the connection what an answer's ``ConnectionFault`` says.
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

    /// Closes without lingering, which the peer sees as a reset.
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
