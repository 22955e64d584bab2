/// What a status code of the intake means for the batch, and how often one event is tried.
public struct RetryPolicy: Sendable, Hashable {
    /// Answers of the user's own: `true` keeps the events and tries again, `false` drops them. They win over every other
    /// rule, apart from 201 and 202, which are deliveries.
    ///
    /// Source: Snowplow's `customRetryForStatusCodes`.
    public var customRetryForStatusCodes: [Int: Bool]

    /// How often an event that the intake could not process (an `error` entry of its answer) is sent before it is
    /// dropped as ``DropReason/intakeError``. The default is 5.
    public var maximumAttempts: Int

    /// The statuses that end all tries of a batch at once, without the intake's lists. None by default: a proxy on the way
    /// answers like that too. ``EmitterProfile/snowplow`` has 400, 401, 403, 410 and 422.
    public var finalStatusCodes: Set<Int> = []

    /// Creates a policy.
    public init(customRetryForStatusCodes: [Int: Bool] = [:], maximumAttempts: Int = 5) {
        self.customRetryForStatusCodes = customRetryForStatusCodes
        self.maximumAttempts = maximumAttempts
    }

    /// Whether events are kept and sent again after an answer of that status.
    public func retries(_ status: Int) -> Bool {
        customRetryForStatusCodes[status] ?? !finalStatusCodes.contains(status)
    }
}

extension RetryPolicy {
    /// How long an event that the intake could not process waits after its first attempt; each further attempt doubles
    /// it.
    static let firstPause: Duration = .seconds(30)
    /// Events that fail within such a time are tried again together.
    static let grouping: Duration = .seconds(5)
    /// How long an event waits that was tried as often as the policy allows, and that no answer gives a reason to drop.
    static let setAsidePause: Duration = .seconds(86_400)

    /// How long an event waits until its next attempt.
    ///
    /// - Parameter attempts: how often it has failed, this time included.
    func pause(afterAttempts attempts: Int) -> Duration {
        if attempts >= maximumAttempts { return Self.setAsidePause }
        return Self.firstPause * (1 << min(max(0, attempts - 1), 11))
    }

    /// When an event is tried again: after its pause, at the next whole ``grouping`` on the boot clock.
    ///
    /// - Parameter attempts: how often it has failed, this time included.
    func retryTime(afterAttempts attempts: Int, at now: StorageTime) -> StorageTime {
        let due = now.advanced(by: pause(afterAttempts: attempts))
        let grouping = Self.grouping.wholeMilliseconds
        let over = due.sinceBoot % grouping
        return over == 0 ? due : due.advanced(by: .milliseconds(grouping - over))
    }
}
