/// What has changed in a store besides its client's own transactions.
public struct StoreMaintenance: Sendable, Hashable {
    /// What to add to the account: the stored ledger has it already.
    public var ledger = Ledger()
    /// Submissions that clients which have ended left undecided. The store has them, under these numbers, which are
    /// below 1: a client counts its own from 1.
    public var held: [HeldSubmission] = []
    /// What a developer should know, such as a file that could not be read.
    public var remarks: [String] = []
    /// Whether housekeeping has more to do at once.
    public var hasMore = false

    /// Creates a report of nothing.
    public init() {}

    /// Adds a later report.
    public static func += (left: inout Self, right: Self) {
        left.ledger += right.ledger
        left.held += right.held
        left.remarks += right.remarks
        left.hasMore = left.hasMore || right.hasMore
    }
}
