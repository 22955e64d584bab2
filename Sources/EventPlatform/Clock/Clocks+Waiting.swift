import EventSupport

extension Clocks {
    /// Runs work in a task of its own, and returns when it has ended, at `end`, a time since boot, or when the calling
    /// task is cancelled.
    ///
    /// - Returns: what the work returned, or the task in which it goes on.
    func run<Value: Sendable>(
        until end: Duration, _ work: @escaping @Sendable () async -> Value
    ) async -> TimedResult<Value> {
        let done = Signal()
        let task = Task {
            defer { done.raise() }
            return await work()
        }
        await wait(for: done, after: 0, until: end)
        return await done.count > 0 ? .value(task.value) : .unfinished(task)
    }

    /// Waits until the signal was raised more often than `seen`, or until `time`, a time since boot; `nil` for no
    /// limit.
    func wait(for signal: Signal, after seen: UInt64, until time: Duration?) async {
        guard let time else { return await signal.wait(after: seen) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signal.wait(after: seen) }
            group.addTask {
                // It is cancelled when the signal is raised first.
                do { try await sleep(until: time) } catch { return }
            }
            await group.next()
            group.cancelAll()
        }
    }
}

/// The result of work that is waited for until a time.
enum TimedResult<Value: Sendable>: Sendable {
    case value(Value)
    /// The work goes on.
    case unfinished(Task<Value, Never>)
}
