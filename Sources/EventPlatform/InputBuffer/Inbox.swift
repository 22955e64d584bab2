import EventSupport

/// The queue between the callers' threads and the pipeline: bounded, and never waited for by those who submit.
final class Inbox: Sendable {
    private struct State {
        var submissions: [Submission] = []
        var isClosed = false
    }
    private let state = Locked(State())

    /// Raised when the first submission comes.
    let arrived = Signal()
    /// Raised when enough have come for a transaction.
    let filled = Signal()

    /// How many submissions may wait for the pipeline; what comes beyond is dropped as ``DropReason/inboxFull``.
    static let capacity = 16_384

    private let rowsPerTransaction: Int

    init(rowsPerTransaction: Int) { self.rowsPerTransaction = max(1, rowsPerTransaction) }

    /// Adds a submission, or says why it cannot be taken.
    func put(_ submission: Submission) -> DropReason? {
        let (reason, count) = state.withLock { state -> (DropReason?, Int) in
            if state.isClosed { return (.shutDown, 0) }
            if state.submissions.count >= Self.capacity { return (.inboxFull, 0) }
            state.submissions.append(submission)
            return (nil, state.submissions.count)
        }
        if count == 1 { arrived.raise() }
        if count == rowsPerTransaction { filled.raise() }
        return reason
    }

    func takeAll() -> [Submission] {
        state.withLock { state in
            defer { state.submissions = [] }
            return state.submissions
        }
    }

    func close() { state.withLock { $0.isClosed = true } }
}
