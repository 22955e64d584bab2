/// Wakes one waiting task. A signal that nobody waits for is kept, once, for the next who does.
final class Signal: Sendable {
    private struct State {
        var isRaised = false
        var waiter: (continuation: CheckedContinuation<Void, Never>, id: UInt64)?
        var nextID: UInt64 = 0
    }
    private let state = Locked(State())

    /// Wakes the waiting task, or the next one that waits.
    func raise() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state.waiter = nil }
            if state.waiter == nil { state.isRaised = true }
            return state.waiter?.continuation
        }
        waiter?.resume()
    }

    /// Returns when the signal is raised, or the task is cancelled. A second waiter sends the first one on its way.
    func wait() async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let woken = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    if state.isRaised || Task.isCancelled {
                        state.isRaised = false
                        return continuation
                    }
                    defer { state.waiter = (continuation, id) }
                    return state.waiter?.continuation
                }
                woken?.resume()
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard state.waiter?.id == id else { return nil }
                defer { state.waiter = nil }
                return state.waiter?.continuation
            }
            waiter?.resume()
        }
    }
}

extension Clocks {
    /// Waits for the signal, but no longer than until `time` on the boot clock; `nil` sets no limit.
    func wait(for signal: Signal, until time: Duration?) async {
        guard let time else { return await signal.wait() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signal.wait() }
            group.addTask {
                // Cancelled means that the signal came first.
                do { try await sleep(for: max(.zero, time - sinceBoot)) } catch { return }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
