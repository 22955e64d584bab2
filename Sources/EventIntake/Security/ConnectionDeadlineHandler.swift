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
    private var alarm: (at: Duration, task: Scheduled<Void>)?
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
        if context.channel.isActive { note(.opened, context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        note(.opened, context)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm?.task.cancel()
        alarm = nil
        if let connection { connections.remove(connection) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: note(.head, context)
        case .body: break
        case .end: note(.bodyEnd, context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        note(.writing, context)
        promise.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.note(.written, context)
        }
        if case .end = unwrapOutboundIn(data) { note(.answerEnd, context) }
        context.write(data, promise: promise)
    }

    // MARK: - The alarm

    private func note(_ event: ConnectionDeadlines.Event, _ context: ChannelHandlerContext) {
        deadlines.note(event, at: now(context))
        connection?.waitingSince = deadlines.waitingSince
        setAlarm(context)
    }

    /// Keeps an alarm that is already set for an earlier time, which then sets the next one. So most requests set none.
    private func setAlarm(_ context: ChannelHandlerContext) {
        guard let next = deadlines.next, context.channel.isActive else { return }
        if let alarm, alarm.at <= next { return }
        alarm?.task.cancel()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let task = context.eventLoop.scheduleTask(in: TimeAmount(max(.zero, next - now(context)))) {
            let (handler, context) = bound.value
            handler.ring(context)
        }
        alarm = (next, task)
    }

    private func ring(_ context: ChannelHandlerContext) {
        alarm = nil
        guard let next = deadlines.next, next <= now(context) else { return setAlarm(context) }
        context.close(promise: nil)
    }

    private func now(_ context: ChannelHandlerContext) -> Duration {
        .nanoseconds(Int64(clamping: context.eventLoop.now.uptimeNanoseconds))
    }
}
