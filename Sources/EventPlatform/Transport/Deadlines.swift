import EventSupport

/// Calls a closure for each exchange that exceeds its deadline.
///
/// One timer serves all exchanges: it is set for the earliest deadline, and then for the next. A timer for each
/// exchange would cost more memory, since a timer of the system is kept until its time even when the waiting task is
/// cancelled.
final class Deadlines: Sendable {
    private struct Entry {
        let time: Duration
        let expire: @Sendable () -> Void
    }
    private struct Timer {
        let time: Duration
        let task: Task<Void, Never>
    }
    private struct State {
        var entries: [UInt64: Entry] = [:]
        var nextID: UInt64 = 0
        /// The timer for the earliest deadline, or for an earlier one that was removed.
        var timer: Timer?
    }
    private let clocks: any Clocks
    private let state = Locked(State())

    init(clocks: any Clocks) { self.clocks = clocks }

    deinit { state.withLock { $0.timer?.task.cancel() } }

    /// Calls `expire` at `time`, a time since boot, unless the deadline is removed before.
    ///
    /// - Returns: the id of the deadline.
    func add(_ time: Duration, _ expire: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.nextID += 1
            state.entries[state.nextID] = Entry(time: time, expire: expire)
            if state.timer.map({ time < $0.time }) ?? true { start(at: time, &state) }
            return state.nextID
        }
    }

    /// Removes a deadline. The timer is not changed.
    func remove(_ id: UInt64) { state.withLock { $0.entries[id] = nil } }

    private func start(at time: Duration, _ state: inout State) {
        state.timer?.task.cancel()
        let task = Task { [clocks, weak self] in
            // It is cancelled when a timer for an earlier deadline replaces it, or with this object.
            do { try await clocks.sleep(untilDeadline: time) } catch { return }
            await Self.yieldToReadyTasks()
            self?.timerEnded(at: time)
        }
        state.timer = Timer(time: time, task: task)
    }

    /// Yields to tasks that are ready to run. After the process was suspended, a response that arrived before its
    /// deadline may still have to be read, which takes a few steps.
    private static func yieldToReadyTasks() async {
        for _ in 0..<16 { await Task.yield() }
    }

    private func timerEnded(at time: Duration) {
        let now = clocks.sinceBoot
        let due = state.withLock { state -> [Entry] in
            guard state.timer?.time == time else { return [] }
            let due = state.entries.filter { $0.value.time <= now }
            for id in due.keys { state.entries[id] = nil }
            state.timer = nil
            if let next = state.entries.values.map(\.time).min() { start(at: next, &state) }
            return due.sorted { $0.key < $1.key }.map(\.value)
        }
        for entry in due { entry.expire() }
    }
}
