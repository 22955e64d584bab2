/// What changed in a store without a transaction of its client.
public struct StoreReport: Sendable, Hashable {
    /// The counts to add to the client's ledger. The store has already added them to the stored ledger.
    public var ledger = Ledger()
    /// Held submissions of clients that have ended, for this client to decide. They are stored under these numbers,
    /// which are below 1, since a client numbers its own from 1.
    public var heldSubmissions: [HeldSubmission] = []
    /// Messages for a developer, such as the name of a file that could not be read. The client reports each as
    /// ``Diagnostic/Kind/store``.
    public var remarks: [String] = []
    /// Whether ``EventStore/maintain(at:maximumAge:)`` has more to do and is to be called again.
    public var hasMore = false

    /// Creates an empty report.
    public init() {}

    init(remarks: [String]) { self.remarks = remarks }

    /// Adds a later report to an earlier one.
    public static func += (left: inout Self, right: Self) {
        left.ledger += right.ledger
        left.heldSubmissions += right.heldSubmissions
        left.remarks += right.remarks
        left.hasMore = left.hasMore || right.hasMore
    }
}
