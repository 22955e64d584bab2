import NIOConcurrencyHelpers

/// Tells tasks that something has happened, such as a commit: a counter that can be waited for.
///
/// A task reads ``count``, looks for itself, and then waits for the counter to pass what it read. So nothing is missed,
/// however many tasks wait.
final class TaskSignal: Sendable {
    private struct State {
        var count: UInt64 = 0
        var isEnded = false
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextID: UInt64 = 0
    }
    private let state = NIOLockedValueBox(State())

    /// How often it has happened.
    var count: UInt64 { state.withLockedValue(\.count) }

    /// Wakes every waiting task.
    func raise() {
        let waiters = state.withLockedValue { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Whether nothing more is to be waited for.
    var isEnded: Bool { state.withLockedValue(\.isEnded) }

    /// Ends all waiting.
    func end() {
        state.withLockedValue { $0.isEnded = true }
        raise()
    }

    /// Returns when it has happened after `seen`, the waiting was ended, or the task is cancelled.
    func wait(after seen: UInt64) async {
        let id = state.withLockedValue { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLockedValue { state in
                    if state.count > seen || state.isEnded || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLockedValue { $0.waiters.removeValue(forKey: id) }
            waiter?.resume()
        }
    }
}
