import Dispatch
import EventSupport

/// Groups the items of many tasks into commits of one writer: items that arrive during a commit are committed together
/// with the next one, so that the cost of a commit is shared.
final class CommitQueue<Item: Sendable>: Sendable {
    private struct Waiting {
        let item: Item
        let isCommitted: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var waiting: [Waiting] = []
        var isCommitting = false
    }

    private let state = Locked(State())
    private let queue: DispatchQueue
    private let limit: Int
    private let commit: @Sendable ([Item]) throws -> Void

    /// - Parameters:
    ///   - label: the label of the queue that writes.
    ///   - limit: the maximum number of items in a commit, which bounds the wait of the first ones.
    ///   - commit: writes items in order, all or none. Never called concurrently.
    init(label: String, limit: Int, commit: @escaping @Sendable ([Item]) throws -> Void) {
        queue = DispatchQueue(label: label)
        self.limit = limit
        self.commit = commit
    }

    /// Adds an item, which is committed when this returns.
    func add(_ item: Item) async throws {
        try await withCheckedThrowingContinuation { isCommitted in
            let begins = state.withLock { state in
                state.waiting.append(Waiting(item: item, isCommitted: isCommitted))
                defer { state.isCommitting = true }
                return !state.isCommitting
            }
            if begins { queue.async { self.commitAll() } }
        }
    }

    /// The number of items that wait for the next commit.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func commitAll() {
        while let waiting = next() {
            let result = Result { try commit(waiting.map(\.item)) }
            for one in waiting { one.isCommitted.resume(with: result) }
        }
    }

    /// The items of the next commit; `nil` when none waits, which ends the loop.
    private func next() -> ArraySlice<Waiting>? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isCommitting = false
                return nil
            }
            let next = state.waiting.prefix(limit)
            state.waiting.removeFirst(next.count)
            return next
        }
    }
}
