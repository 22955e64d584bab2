/// What a status code of the intake means for the batch.
public struct RetryPolicy: Sendable, Hashable {
    /// Answers of the user's own: `true` keeps the events and tries again, `false` drops them.
    ///
    /// Source: Snowplow's `customRetryForStatusCodes`.
    public var customRetryForStatusCodes: [Int: Bool]

    /// How often an event that the intake could not process (an `error` entry of its answer) is sent before it is
    /// dropped as ``DropReason/intakeError``. The default is 5.
    public var maximumAttempts: Int

    /// Creates a policy.
    public init(customRetryForStatusCodes: [Int: Bool] = [:], maximumAttempts: Int = 5) {
        self.customRetryForStatusCodes = customRetryForStatusCodes
        self.maximumAttempts = maximumAttempts
    }

    /// The statuses that end all tries by default: bad request, unauthorised, forbidden, gone, unprocessable.
    public static let finalStatusCodes: Set<Int> = [400, 401, 403, 410, 422]

    /// Whether events are kept and sent again after an answer of that status.
    public func retries(_ status: Int) -> Bool {
        customRetryForStatusCodes[status] ?? !Self.finalStatusCodes.contains(status)
    }
}
