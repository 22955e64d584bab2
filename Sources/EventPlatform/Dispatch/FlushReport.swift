/// What a flush achieved.
public struct FlushReport: Sendable, Hashable {
    /// Events delivered while it ran.
    public let delivered: Int
    /// Events dropped while it ran, by reason.
    public let dropped: [DropReason: Int]
    /// Events that still wait.
    public let pending: Int
    /// Whether the deadline ended it.
    public let deadlinePassed: Bool

    init(from before: Ledger.Account, to after: Ledger.Account, deadlinePassed: Bool) {
        delivered = after.delivered - before.delivered
        dropped = after.dropped.merging(before.dropped) { $0 - $1 }.filter { $0.value > 0 }
        pending = after.pending
        self.deadlinePassed = deadlinePassed
    }
}
