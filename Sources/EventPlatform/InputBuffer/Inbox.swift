import EventSupport

/// The queue between the callers' threads and the pipeline: bounded in submissions and in bytes. A caller never waits for
/// it.
final class Inbox: Sendable {
    private struct State {
        var submissions: [[UInt8]] = []
        var bytes = 0
        var isClosed = false
    }
    private let state = Locked(State())

    /// Raised when the first submission comes, and when the pipeline has other work.
    let arrived = Signal()
    /// Raised when enough have come for a transaction.
    let filled = Signal()

    /// How many submissions may wait for the pipeline; what comes beyond is dropped as ``DropReason/inboxFull``.
    static let capacity = 16_384
    /// How many bytes they may have together.
    static let byteCapacity = 32 << 20

    private let rowsPerTransaction: Int

    init(rowsPerTransaction: Int) { self.rowsPerTransaction = max(1, rowsPerTransaction) }

    /// Adds an encoded submission, or returns why it cannot be added.
    func enqueue(_ submission: [UInt8]) -> DropReason? {
        let (reason, count) = state.withLock { state -> (DropReason?, Int) in
            if state.isClosed { return (.shutDown, 0) }
            guard state.submissions.count < Self.capacity, state.bytes + submission.count <= Self.byteCapacity else {
                return (.inboxFull, 0)
            }
            state.submissions.append(submission)
            state.bytes += submission.count
            return (nil, state.submissions.count)
        }
        if count == 1 { arrived.raise() }
        if count == rowsPerTransaction { filled.raise() }
        return reason
    }

    /// Removes and returns everything, in the order of arrival.
    func drain() -> [[UInt8]] {
        state.withLock { state in
            defer { (state.submissions, state.bytes) = ([], 0) }
            return state.submissions
        }
    }

    /// Refuses what comes from now on.
    func close() { state.withLock { $0.isClosed = true } }
}
