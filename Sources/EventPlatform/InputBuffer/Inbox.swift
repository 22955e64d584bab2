import EventSupport

/// The queue between the callers' threads and the pipeline, bounded in submissions and in bytes. A full queue refuses a
/// submission instead of blocking its caller.
final class Inbox: Sendable {
    private struct State {
        var submissions: [Submission] = []
        var bytes = 0
        var isClosed = false
    }
    private let state = Locked(State())

    /// Raised when a submission is added to the empty queue, and when the pipeline has other work.
    let arrived = Signal()
    /// Raised when there are enough submissions for a transaction.
    let filled = Signal()

    /// The maximum number of submissions; further ones are dropped as ``DropReason/inboxFull``.
    static let capacity = 16_384
    /// The maximum of all ``Submission/size`` together, in bytes.
    static let byteCapacity = 32 << 20

    private let eventsPerTransaction: Int

    init(eventsPerTransaction: Int) { self.eventsPerTransaction = max(1, eventsPerTransaction) }

    /// Adds a submission.
    ///
    /// - Returns: `nil` when it was added; otherwise the reason for which it is dropped.
    func enqueue(_ submission: Submission) -> DropReason? {
        let size = submission.size
        let (reason, count) = state.withLock { state -> (DropReason?, Int) in
            if state.isClosed { return (.shutDown, 0) }
            guard state.submissions.count < Self.capacity, state.bytes + size <= Self.byteCapacity else {
                return (.inboxFull, 0)
            }
            state.submissions.append(submission)
            state.bytes += size
            return (nil, state.submissions.count)
        }
        if count == 1 { arrived.raise() }
        if count == eventsPerTransaction { filled.raise() }
        return reason
    }

    /// Removes and returns everything, in the order of arrival.
    func drain() -> [Submission] {
        state.withLock { state in
            defer { (state.submissions, state.bytes) = ([], 0) }
            return state.submissions
        }
    }

    /// Refuses all further submissions as ``DropReason/shutDown``.
    func close() { state.withLock { $0.isClosed = true } }
}
