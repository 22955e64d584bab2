import EventSupport

/// The queue between the callers' threads and the core, bounded in submissions and in bytes. A full queue refuses a
/// submission instead of blocking its caller.
final class Inbox: Sendable {
    struct Content: Sendable {
        fileprivate var submissions: [Submission] = []
        fileprivate var bytes = 0
        fileprivate var isClosed = false
        fileprivate let eventsPerTransaction: Int

        /// How much there is: nothing, something, or enough for a transaction.
        var fill: Fill {
            submissions.isEmpty ? .empty : submissions.count < eventsPerTransaction ? .some : .full
        }

        /// Why a submission of this size is refused; `nil` when there is room.
        fileprivate func refusal(ofSize size: Int) -> DropReason? {
            if isClosed { return .shutDown }
            return submissions.count < capacity && bytes + size <= byteCapacity ? nil : .inboxFull
        }

        /// Removes and returns everything, in the order of arrival.
        mutating func drain() -> [Submission] {
            defer { (submissions, bytes) = ([], 0) }
            return submissions
        }
    }
    enum Fill { case empty, some, full }

    /// A lock, since any thread of the app submits events and the core takes them. The counts of `ledger` share it.
    let content: Locked<Content>
    private let ledger: LiveLedger

    /// The signal of the ``Mailbox``. It is raised when a submission is added to the empty queue, and when there are
    /// enough for a transaction.
    private let arrived: Signal

    /// The maximum number of submissions; further ones are dropped as ``DropReason/inboxFull``.
    static let capacity = 16_384
    /// The maximum of all ``Submission/size`` together, in bytes.
    static let byteCapacity = 32 << 20

    private let eventsPerTransaction: Int

    init(eventsPerTransaction: Int, ledger: LiveLedger, arrived: Signal) {
        (self.eventsPerTransaction, self.ledger, self.arrived) = (max(1, eventsPerTransaction), ledger, arrived)
        content = Locked(Content(eventsPerTransaction: max(1, eventsPerTransaction)), sharing: ledger.counts)
    }

    /// Adds a submission, or drops it; counts it in the same step. `size` is its ``Submission/size``, `accountIndex`
    /// that of a configured stream, where it is known.
    ///
    /// - Returns: `nil` when it was added; otherwise the reason for which it was dropped.
    func enqueue(
        _ submission: Submission, size: Int, at accountIndex: LiveLedger.AccountIndex? = nil
    ) -> DropReason? {
        let (reason, count) = content.withLock(and: ledger.counts) { content, counts -> (DropReason?, Int) in
            if let reason = content.refusal(ofSize: size) {
                counts.countSubmittedAndDropped(submission.stream, at: accountIndex, reason)
                return (reason, 0)
            }
            counts.countSubmitted(submission.stream, at: accountIndex)
            content.submissions.append(submission)
            content.bytes += size
            return (nil, content.submissions.count)
        }
        if count == 1 || count == eventsPerTransaction { arrived.raise() }
        return reason
    }

    /// Removes and returns everything, in the order of arrival.
    func drain() -> [Submission] { content.withLock { $0.drain() } }

    /// Refuses all further submissions as ``DropReason/shutDown``.
    func close() { content.withLock { $0.isClosed = true } }
}
