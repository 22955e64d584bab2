import EventSupport

extension Clocks {
    /// Waits for the signal to be raised more often than `seen`, but no longer than until `time` on the boot clock;
    /// `nil` sets no limit.
    func wait(for signal: Signal, after seen: UInt64, until time: Duration?) async {
        guard let time else { return await signal.wait(after: seen) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signal.wait(after: seen) }
            group.addTask {
                // Cancelled means that the signal came first.
                do { try await sleep(until: time) } catch { return }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
