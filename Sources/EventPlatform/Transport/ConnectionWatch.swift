#if ASYNC_HTTP_CLIENT
    import NIOCore
    import NIOHTTP1

    /// Watches one connection of async-http-client, between the parser of responses and the client.
    ///
    /// - A response whose status is below 100 ends the connection. async-http-client takes its head for that of an
    ///   interim response, and its end for a violated precondition, which ends the process.
    /// - A connection that had earlier requests and ends before the first byte of a response says nothing about the
    ///   request: the server has closed it while it was idle.
    final class ConnectionWatch: ChannelDuplexHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        private var requests = 0
        /// Whether a request waits for the first byte of its response.
        private var isWaiting = false

        /// Tells the watch of the first byte of a response, of which the parser may never make a head.
        private final class FirstByte: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            private let watch: ConnectionWatch

            init(_ watch: ConnectionWatch) { self.watch = watch }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                watch.isWaiting = false
                context.fireChannelRead(data)
            }
        }

        /// Adds a watch to a connection that was opened.
        static func add(to channel: any Channel) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                let watch = ConnectionWatch()
                try pipeline.addHandler(watch, position: .after(parser))
                try pipeline.addHandler(FirstByte(watch), position: .before(parser))
            }
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if case .head = unwrapOutboundIn(data) {
                requests += 1
                isWaiting = true
            }
            context.write(data, promise: promise)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
                let message = "the server responded with the status \(head.status.code), which is none"
                context.fireErrorCaught(NetworkError(.incomplete, message))
                context.close(promise: nil)
                return
            }
            context.fireChannelRead(data)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            let isOfConnection = error is IOError
            context.fireErrorCaught(isStale && isOfConnection ? StaleConnectionError() : error)
        }

        func channelInactive(context: ChannelHandlerContext) {
            if isStale { context.fireErrorCaught(StaleConnectionError()) }
            context.fireChannelInactive()
        }

        private var isStale: Bool { isWaiting && requests > 1 }
    }

    /// A connection that was used before has ended before a response began.
    struct StaleConnectionError: Error {}
#endif
