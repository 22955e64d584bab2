import EventSupport

extension Clocks {
    /// Runs work in a task of its own, and returns when it has ended, at `end`, a time since boot, or when the calling
    /// task is cancelled.
    ///
    /// - Returns: the task, if the work goes on; otherwise `nil`.
    func run(
        until end: Duration, _ work: @escaping @Sendable () async -> Void
    ) async -> Task<Void, Never>? {
        let (done, hasEnded) = (Signal(), Locked(false))
        let task = Task {
            await work()
            hasEnded.withLock { $0 = true }
            done.raise()
        }
        await wait(for: done, after: 0, until: end)
        guard hasEnded.withLock(\.self) else { return task }
        await task.value  // so that what the work refers to is released
        return nil
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
