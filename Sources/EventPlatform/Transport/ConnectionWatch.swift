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

        /// Adds a watch to a connection that was opened.
        static func add(to channel: any Channel) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                try pipeline.addHandler(ConnectionWatch(), position: .after(parser))
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
            isWaiting = false
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
            if !isOfConnection { isWaiting = false }  // the parser has met the end of a response that had begun
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
