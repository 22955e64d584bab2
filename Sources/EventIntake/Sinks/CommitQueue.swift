import Dispatch
import EventSupport

/// Groups the items of many tasks into commits of one writer: items that arrive during a commit are committed together
/// with the next one, so that the cost of a commit is shared.
///
/// A commit can hang, as a write to a pipe that nobody reads does, and nothing can end it. It then delays neither the
/// tasks, whose wait is limited, nor the end.
final class CommitQueue<Item: Sendable>: Sendable {
    /// How long an item may wait until it is committed, and the error beyond that.
    struct WaitLimit: Sendable {
        let maximum: Duration
        let error: IntakeError
    }
    private struct Waiting {
        let item: Item
        let since = ContinuousClock.now
        /// Has one element when the item is committed.
        let commits: AsyncThrowingStream<Void, any Error>
        let result: AsyncThrowingStream<Void, any Error>.Continuation

        init(_ item: Item) {
            self.item = item
            (commits, result) = AsyncThrowingStream.makeStream()
        }
    }
    private struct State {
        var waiting: [Waiting] = []
        /// The items of the commit in progress whose tasks still wait for it.
        var committing: [Waiting] = []
        var isCommitting = false
        /// Whether the queue's thread takes what waits.
        var isRunning = false
        /// Whether a look at the waiting items is scheduled.
        var isWatched = false
        var isEnded = false
    }

    private let state = Locked(State())
    private let queue: DispatchQueue
    private let watch: DispatchQueue
    private let limit: Int
    private let waitLimit: WaitLimit?
    private let commit: @Sendable ([Item], _ oldest: ContinuousClock.Instant) throws -> Void

    /// - Parameters:
    ///   - label: the label of the queue that writes.
    ///   - limit: the maximum number of items in a commit, which bounds the wait of the first ones.
    ///   - waitLimit: how long an item may wait. An item that did not become part of a commit by then is removed; the
    ///     others may still be committed. The default is `nil`: the commits limit the wait themselves.
    ///   - commit: writes items in order, all or none. Gets the time since which the first one waits. Never called
    ///     concurrently.
    init(
        label: String, limit: Int, waitLimit: WaitLimit? = nil,
        commit: @escaping @Sendable ([Item], _ oldest: ContinuousClock.Instant) throws -> Void
    ) {
        queue = DispatchQueue(label: label)
        watch = DispatchQueue(label: label + ".watch")
        self.limit = limit
        self.waitLimit = waitLimit
        self.commit = commit
    }

    /// Adds an item, which is committed when this returns.
    ///
    /// - Throws: the error of the commit or of the wait limit; `CancellationError` when the task is cancelled or the
    ///   queue is ended first, although the item may still be committed.
    func add(_ item: Item) async throws {
        let waiting = Waiting(item)
        let (begins, watches) = try state.withLock { [isLimited = waitLimit != nil] state in
            guard !state.isEnded else { throw CancellationError() }
            state.waiting.append(waiting)
            defer { (state.isRunning, state.isWatched) = (true, isLimited) }
            return (!state.isRunning, isLimited && !state.isWatched)
        }
        if begins { queue.async { self.commitAll() } }
        if watches { scheduleWatch(of: waiting.since) }
        guard try await waiting.commits.first(where: { _ in true }) != nil else { throw CancellationError() }
    }

    /// The number of items that wait for the next commit.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    // MARK: - The end

    /// Takes no further item, removes those that wait, and runs an action after the last commit.
    ///
    /// Returns when the action has run. While a commit is in progress, which only a task that was cancelled or has
    /// waited for too long leaves behind, it returns at once.
    func end(_ action: @escaping @Sendable () -> Void) async {
        if removeAll() { return queue.async(execute: action) }
        await withCheckedContinuation { continuation in
            queue.async {
                action()
                continuation.resume()
            }
        }
    }

    /// Takes no further item, removes those that wait, and waits for the commit in progress.
    func endAfterCommit() {
        _ = removeAll()
        queue.sync {}
    }

    /// - Returns: whether a commit is in progress.
    private func removeAll() -> Bool {
        let (removed, isCommitting) = state.withLock { state in
            defer { (state.waiting, state.isEnded) = ([], true) }
            return (state.waiting, state.isCommitting)
        }
        for one in removed { one.result.finish(throwing: CancellationError()) }
        return isCommitting
    }

    // MARK: - Commits

    private func commitAll() {
        while let items = next() {
            let result = Result { try commit(items.map(\.item), items[0].since) }
            state.withLock { ($0.committing, $0.isCommitting) = ([], false) }
            for one in items { one.result.yield(with: result) }
        }
    }

    /// The items of the next commit; `nil` when none waits, which ends the loop.
    private func next() -> [Waiting]? {
        state.withLock { [limit] state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            state.committing = Array(state.waiting.prefix(limit))
            state.waiting.removeFirst(state.committing.count)
            state.isCommitting = true
            return state.committing
        }
    }

    // MARK: - The wait limit

    /// Looks at the items when the oldest one will have waited for too long.
    private func scheduleWatch(of oldest: ContinuousClock.Instant) {
        guard let waitLimit else { return }
        let wait = ContinuousClock.now.duration(to: oldest + waitLimit.maximum)
        watch.asyncAfter(deadline: .now() + max(0, wait / .seconds(1))) { self.failLateItems(waitLimit) }
    }

    private func failLateItems(_ waitLimit: WaitLimit) {
        let latest = ContinuousClock.now - waitLimit.maximum
        let (late, oldest) = state.withLock { state in
            let late = (state.committing + state.waiting).prefix { $0.since <= latest }
            state.committing.removeAll { $0.since <= latest }
            state.waiting.removeAll { $0.since <= latest }
            let oldest = (state.committing.first ?? state.waiting.first)?.since
            state.isWatched = oldest != nil
            return (late, oldest)
        }
        for one in late { one.result.finish(throwing: waitLimit.error) }
        if let oldest { scheduleWatch(of: oldest) }
    }
}
