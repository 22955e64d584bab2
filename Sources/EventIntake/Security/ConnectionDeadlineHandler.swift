import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection that has passed one of its ``ConnectionDeadlines``, and reports to ``OpenConnections`` since
/// when it waits for its peer.
final class ConnectionDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var deadlines: ConnectionDeadlines
    private var timer: (deadline: Duration, task: Scheduled<Void>)?
    private let connections: OpenConnections
    private var connection: OpenConnection?

    init(_ limits: IntakeLimits, _ connections: OpenConnections) {
        deadlines = ConnectionDeadlines(limits)
        self.connections = connections
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let connection = OpenConnection(context.channel)
        self.connection = connection
        connections.add(connection)
        if context.channel.isActive { handle(.opened, context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        handle(.opened, context)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.task.cancel()
        timer = nil
        if let connection { connections.remove(connection) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: handle(.head, context)
        case .body: break
        case .end: handle(.bodyEnd, context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        handle(.writing, context)
        promise.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.handle(.written, context)
        }
        if case .end = unwrapOutboundIn(data) { handle(.responseEnd, context) }
        context.write(data, promise: promise)
    }

    // MARK: - The timer

    private func handle(_ event: ConnectionDeadlines.Event, _ context: ChannelHandlerContext) {
        deadlines.handle(event, at: now(context))
        connection?.waitingSince = deadlines.waitingSince
        scheduleTimer(context)
    }

    /// Keeps a timer that is due earlier, which schedules the next one when it fires: so most requests schedule none.
    private func scheduleTimer(_ context: ChannelHandlerContext) {
        guard let next = deadlines.next, context.channel.isActive else { return }
        if let timer, timer.deadline <= next { return }
        timer?.task.cancel()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let task = context.eventLoop.scheduleTask(in: TimeAmount(max(.zero, next - now(context)))) {
            let (handler, context) = bound.value
            handler.timerFired(context)
        }
        timer = (next, task)
    }

    private func timerFired(_ context: ChannelHandlerContext) {
        timer = nil
        guard let next = deadlines.next, next <= now(context) else { return scheduleTimer(context) }
        context.close(promise: nil)
    }

    private func now(_ context: ChannelHandlerContext) -> Duration {
        .nanoseconds(Int64(clamping: context.eventLoop.now.uptimeNanoseconds))
    }
}
