import EventSupport
import EventPlatform
import EventSchema
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Testing

/// A server on a free port whose reaction to each request a test chooses: a response, an aborted response, or none.
final class FaultServer: Sendable {
    /// How the server reacts to a request.
    enum Reaction: Sendable {
        case response(Int, headers: [String: String] = [:], body: String = "")
        /// The content length is larger than the body that is sent; then the connection closes.
        case truncated(Int, body: String)
        /// Bytes that are not HTTP.
        case garbage
        /// The connection is reset; the events are not accepted.
        case resetBefore
        /// The events are accepted, and the connection is reset.
        case resetAfter
        /// No response.
        case silence
    }

    struct Request: Sendable {
        let method: String
        let uri: String
        let headers: [String: String]
        let body: [UInt8]
        /// The `meta.id` of each event.
        var ids: [String] {
            guard !body.isEmpty else { return [] }
            do {
                let isPacked = headers["content-encoding"] == "gzip"
                let bytes = isPacked ? try Deflation.decompressed(body, atMost: 1 << 20) : body
                return try (JSONValue(parsing: bytes).array ?? []).compactMap { $0["meta"]?["id"]?.string }
            } catch {
                Issue.record(error, "the body of \(method) \(uri) cannot be read")
                return []
            }
        }
    }

    private let channel: any Channel
    private let requests: Locked<[Request]>
    private let taken: Locked<[String]>
    let isSecure: Bool

    /// Starts a server.
    ///
    /// With `keeps`, requests are kept for ``seen``. `react` returns the reaction to the request with that number,
    /// counted from 0.
    init(
        tls: NIOSSLContext? = nil, keeps: Bool = true, _ react: @escaping @Sendable (Int, Request) -> Reaction
    ) async throws {
        let (requests, taken) = (Locked([Request]()), Locked([String]()))
        let count = Locked(0)
        isSecure = tls != nil
        self.requests = requests
        self.taken = taken
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandlers([
                        ByteToMessageHandler(HTTPRequestDecoder()),
                        FaultHandler { request in
                            if keeps { requests.withLock { $0.append(request) } }
                            let number = count.withLock { count in
                                defer { count += 1 }
                                return count
                            }
                            let reaction = react(number, request)
                            if reaction.takes { taken.withLock { $0 += request.ids } }
                            return reaction
                        },
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var url: URL {
        let port = channel.localAddress?.port ?? 0
        let text = "\(isSecure ? "https://localhost" : "http://127.0.0.1"):\(port)/v1/events"
        return URL(string: text) ?? URL(fileURLWithPath: text)
    }

    /// Every request so far.
    var seen: [Request] { requests.withLock { $0 } }
    /// The ids of the events that were accepted, in order, with repeats.
    var takenIDs: [String] { taken.withLock { $0 } }

    func stop() async throws { try await channel.close() }
}

extension FaultServer.Reaction {
    /// Whether the events of the request are accepted.
    var takes: Bool {
        switch self {
        case .response(201, _, _), .resetAfter: true
        default: false
        }
    }
}

/// Reads requests and writes the bytes of reactions.
private final class FaultHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let react: @Sendable (FaultServer.Request) -> FaultServer.Reaction
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(react: @escaping @Sendable (FaultServer.Request) -> FaultServer.Reaction) { self.react = react }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, [])
        case .body(let part): body += part.readableBytesView
        case .end:
            guard let head else { return }
            let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
            perform(
                react(.init(method: head.method.rawValue, uri: head.uri, headers: headers, body: body)), context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func perform(_ reaction: FaultServer.Reaction, _ context: ChannelHandlerContext) {
        switch reaction {
        case .response(let status, let headers, let body):
            let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            write("HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)", context)
        case .truncated(let status, let body):
            write("HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count + 100)\r\n\r\n\(body)", context)
            context.close(promise: nil)
        case .garbage:
            write("this is no HTTP\r\n\r\n", context)
            context.close(promise: nil)
        case .resetBefore, .resetAfter:
            if let socket = context.channel as? any SocketOptionProvider {
                socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { [loopBound = context.loopBound] _ in
                    loopBound.value.close(mode: .all, promise: nil)
                }
            } else {
                context.close(promise: nil)
            }
        case .silence: break
        }
    }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
}
