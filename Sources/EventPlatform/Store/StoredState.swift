/// What a store holds when it is opened.
public struct StoredState: Sendable {
    /// The account of all earlier runs.
    public var ledger = Ledger()
    /// Submissions that wait for stream configurations, in the order of their numbers.
    public var heldSubmissions: [HeldSubmission] = []
    /// Settings of the client.
    public var values: [String: String] = [:]

    /// Creates the state of an empty store.
    public init() {}
}

/// A submission that waits for stream configurations: the copy that the store keeps of an entry of the input buffer.
public struct HeldSubmission: Sendable, Hashable {
    /// Its place in the order of arrival. No two that a store has share one.
    public var number: Int64
    /// The stream it is for.
    public var stream: String
    /// The submission, in a form that only the client reads.
    public var submission: [UInt8]

    /// Creates a held submission.
    public init(number: Int64, stream: String, submission: [UInt8]) {
        self.number = number
        self.stream = stream
        self.submission = submission
    }
}

extension [HeldSubmission] {
    /// The same, in the same order, with numbers of which the last is just below the least that is in use, and below 1.
    func numbered(below least: Int64?) -> [HeldSubmission] {
        let first = Swift.max(Swift.min(least ?? 1, 1), -(1 << 60)) - Int64(count)
        return enumerated().map {
            HeldSubmission(number: first + Int64($0), stream: $1.stream, submission: $1.submission)
        }
    }
}
