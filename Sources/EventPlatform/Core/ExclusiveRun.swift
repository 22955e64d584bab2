import EventSupport

/// Runs one operation at a time until its caller is cancelled, or for good until ``stop()``.
actor ExclusiveRun {
    private var task: Task<Void, Never>?
    private var isStopped = false
    /// Raised when an operation has ended, and by ``stop()``.
    private let changed = Signal()

    /// Runs the operation, once no other one is under way. The operation is cancelled with the calling task and by
    /// ``stop()``; afterwards it does not begin.
    func run(_ operation: @escaping @Sendable () async -> Void) async {
        while task != nil, !isStopped, !Task.isCancelled { await changed.wait(after: changed.count) }
        if isStopped || Task.isCancelled { return }
        let task = Task { await operation() }
        self.task = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        self.task = nil
        changed.raise()
    }

    /// Ends the operation under way, and returns when it has ended. No operation begins afterwards.
    func stop() async {
        isStopped = true
        changed.raise()
        task?.cancel()
        await task?.value
    }
}
