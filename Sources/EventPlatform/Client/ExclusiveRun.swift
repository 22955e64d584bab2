import EventSupport

/// Runs one operation at a time until its caller is cancelled, or for good until ``stop()``.
final class ExclusiveRun: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isStopped = false
    }
    private let state = Locked(State())
    /// Raised when an operation has ended.
    private let ended = Signal()

    /// Whether an operation is under way.
    var isUnderWay: Bool { state.withLock { $0.task != nil } }

    /// Runs the operation, once no other one is under way. The operation is cancelled with the calling task and by
    /// ``stop()``; afterwards it does not begin.
    func run(_ operation: @escaping @Sendable () async -> Void) async {
        while !Task.isCancelled {
            let seen = ended.count
            if let task = begin(operation) {
                await withTaskCancellationHandler {
                    await task.value
                } onCancel: {
                    task.cancel()
                }
                state.withLock { $0.task = nil }
                return ended.raise()
            }
            if state.withLock({ $0.isStopped }) { return }
            await ended.wait(after: seen)
        }
    }

    private func begin(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard state.task == nil, !state.isStopped else { return nil }
            let task = Task { await operation() }
            state.task = task
            return task
        }
    }

    /// Ends the operation under way, and returns when it has ended. No operation begins afterwards.
    func stop() async {
        let task = state.withLock { state in
            state.isStopped = true
            return state.task
        }
        ended.raise()  // those that wait for their turn return
        task?.cancel()
        await task?.value
    }
}
