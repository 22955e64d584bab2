import EventSupport

extension Clocks {
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
