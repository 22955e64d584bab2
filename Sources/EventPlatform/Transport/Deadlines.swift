import EventSupport

/// Ends what takes longer than it may.
///
/// One timer serves everything that is under way: it ends at the earliest deadline, and is then set for the next. A
/// timer of the system stays until its time even when the task that waits for it is cancelled: one for each exchange
/// would keep the memory of thousands. An exchange that begins while the timer runs for an earlier deadline sets none.
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
        /// What waits for the earliest deadline, or for an earlier one whose exchange has ended.
        var timer: Timer?
    }
    private let clocks: any Clocks
    private let state = Locked(State())

    init(clocks: any Clocks) { self.clocks = clocks }

    deinit { state.withLock { $0.timer?.task.cancel() } }

    /// Calls `expire` when `time` has come on the boot clock, unless the deadline is removed before.
    func add(_ time: Duration, _ expire: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.nextID += 1
            state.entries[state.nextID] = Entry(time: time, expire: expire)
            if state.timer.map({ time < $0.time }) ?? true { start(at: time, &state) }
            return state.nextID
        }
    }

    /// Forgets a deadline. The timer stays.
    func remove(_ id: UInt64) { state.withLock { $0.entries[id] = nil } }

    private func start(at time: Duration, _ state: inout State) {
        state.timer?.task.cancel()
        let task = Task { [clocks, weak self] in
            // Cancelled means that an earlier deadline has a timer of its own now, or that nobody is left.
            do { try await clocks.sleep(untilDeadline: time) } catch { return }
            await Self.yieldToReadyTasks()
            self?.timerEnded(at: time)
        }
        state.timer = Timer(time: time, task: task)
    }

    /// Lets what is ready to run go first. Where the process had no time, as an app that was suspended, an answer may
    /// have come before its deadline and wait to be read, which takes a few steps.
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
            return Array(due.values)
        }
        for entry in due { entry.expire() }
    }
}
