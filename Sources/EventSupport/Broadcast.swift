/// Sends values to any number of asynchronous streams.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<Value>.Continuation] = [:]
        var nextID: UInt64 = 0
    }
    /// A lock, since any thread sends, begins to listen, or ends a stream by releasing it.
    private let state = Locked(State())

    /// The number of values that are buffered for a slow listener; beyond it, the oldest are dropped.
    private static var capacity: Int { 16 }

    package init() {}

    /// A stream of the values that are sent from now on.
    package func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    package func send(_ value: Value) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(value) }
    }

    private func remove(_ id: UInt64) { state.withLock { $0.listeners[id] = nil } }

    deinit { for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() } }
}
