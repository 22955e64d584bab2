/// A counter that tasks can wait for, to be notified of changes.
///
/// A task reads ``count``, then the state that it depends on, and then waits for the counter to exceed the value that
/// it read. So no task misses a change.
package final class Signal: Sendable {
    private struct State {
        var count: UInt64 = 0
        var isEnded = false
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextID: UInt64 = 0
    }
    /// A lock, since any thread raises the signal without waiting, and any task waits for it.
    private let state = Locked(State())

    package init() {}

    /// The number of times that the signal has been raised.
    package var count: UInt64 { state.withLock { $0.count } }

    /// The number of waiting tasks.
    package var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Wakes every waiting task.
    package func raise() {
        let waiters = state.withLock { state in
            state.count += 1
            if state.waiters.isEmpty { return state.waiters }
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Whether the signal has ended: ``wait(after:)`` returns at once.
    package var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Ends the signal: wakes every waiting task, and lets no task wait from now on.
    package func end() {
        state.withLock { $0.isEnded = true }
        raise()
    }

    /// Returns when the signal has been raised more often than `seen`, or has ended, or the task is cancelled.
    package func wait(after seen: UInt64) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.count > seen || state.isEnded || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.resume()
        }
    }
}
