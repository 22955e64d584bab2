import Dispatch
import EventSupport

/// Gathers what many tasks want to have written, for one writer: while a commit is under way, everything that arrives
/// is committed with the next. So a commit costs as much as it brings, however many tasks wait for it.
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
    ///   - label: names the thread that writes.
    ///   - limit: how many items one commit takes at most, so that the first do not wait for all others.
    ///   - commit: writes items, in order, all or none. Never called twice at the same time.
    init(label: String, limit: Int, commit: @escaping @Sendable ([Item]) throws -> Void) {
        queue = DispatchQueue(label: label)
        self.limit = limit
        self.commit = commit
    }

    /// Has an item written; it is committed when this returns.
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

    /// How many items wait for the next commit.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func commitAll() {
        while let waiting = next() {
            let result = Result { try commit(waiting.map(\.item)) }
            for one in waiting { one.isCommitted.resume(with: result) }
        }
    }

    /// What the next commit brings; `nil` when nothing waits, which ends the work.
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
