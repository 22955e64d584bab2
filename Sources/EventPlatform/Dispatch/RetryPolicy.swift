/// What a status code of the intake means for the batch, and how often one event is tried.
///
/// ```swift
/// configuration.emitter.retryPolicy.customRetryForStatusCodes = [403: true, 500: false]
/// configuration.emitter.retryPolicy.maximumAttempts = 3
/// ```
///
/// Without any setting: events of a request without a response, and of one with any status but 201 and 202, are kept
/// and sent again after a back-off, unless the response names the events that it refuses. An event that makes its
/// requests fail while others pass is found by halves: it is dropped after a 400, 410, 413 or 422, otherwise isolated:
/// it is sent alone and, after ``maximumAttempts``, once a day.
public struct RetryPolicy: Sendable, Hashable {
    /// Statuses with a meaning of the app's own: `true` keeps the events and tries again, `false` drops them as
    /// ``DropReason/rejectedStatus``. Empty by default.
    ///
    /// ```swift
    /// configuration.emitter.retryPolicy.customRetryForStatusCodes = [403: true, 500: false]
    /// ```
    ///
    /// They take precedence over every other rule, apart from 201 and 202, which are always deliveries. A response with
    /// such a status applies to every event of the request, even if its body names single events.
    ///
    /// Source: Snowplow's `customRetryForStatusCodes`.
    public var customRetryForStatusCodes: [Int: Bool]

    /// How often an event that the intake could not process (an `error` entry of its response) is sent before it is
    /// dropped as ``DropReason/intakeError``. The default is 5; with 1 or less it is dropped after the first.
    ///
    /// ```swift
    /// configuration.emitter.retryPolicy.maximumAttempts = 3
    /// ```
    ///
    /// The next attempt follows after 30 seconds, and each further one after twice that time. Failures of the whole
    /// destination do not count.
    public var maximumAttempts: Int

    /// The statuses that drop a batch at once, as ``DropReason/rejectedStatus``, when the response names no single
    /// events. None by default, since a proxy may respond with them too.
    ///
    /// ```swift
    /// configuration.emitter.retryPolicy.finalStatusCodes = [401, 403, 410]
    /// ```
    ///
    /// ``EmitterProfile/snowplow`` has 400, 401, 403, 410 and 422. ``customRetryForStatusCodes`` takes precedence. A
    /// 413 halves the batch in any case.
    public var finalStatusCodes: Set<Int> = []

    /// Creates a policy; without arguments, the default one.
    public init(customRetryForStatusCodes: [Int: Bool] = [:], maximumAttempts: Int = 5) {
        self.customRetryForStatusCodes = customRetryForStatusCodes
        self.maximumAttempts = maximumAttempts
    }

    /// Whether events are kept and sent again after a response of that status that names no single events. For 201 and
    /// 202 the response has no meaning, since they are deliveries.
    public func retries(status: Int) -> Bool {
        customRetryForStatusCodes[status] ?? !finalStatusCodes.contains(status)
    }
}

extension RetryPolicy {
    /// How long an event that the intake could not process waits after its first attempt; each further attempt doubles
    /// it.
    static let firstPause: Duration = .seconds(30)
    /// Events that fail within such a time are tried again together.
    static let grouping: Duration = .seconds(5)
    /// How long an event waits that was tried as often as the policy allows, and that no response gives a reason to
    /// drop.
    static let isolatedPause: Duration = .seconds(86_400)

    /// How long an event waits until its next attempt.
    ///
    /// - Parameter attempts: how often it has failed, this time included.
    /// - Returns: ``firstPause`` after the first failure, doubled by each further one, at most 2048 times as long;
    ///   ``isolatedPause`` from ``maximumAttempts`` on.
    func pause(afterAttempts attempts: Int) -> Duration {
        if attempts >= maximumAttempts { return Self.isolatedPause }
        return Self.firstPause * (1 << min(max(0, attempts - 1), 11))
    }

    /// When an event is tried again: after its pause, at the next whole ``grouping`` on the boot clock.
    ///
    /// `attempts` is how often it has failed, this time included.
    func retryTime(afterAttempts attempts: Int, at now: StorageTime) -> StorageTime {
        let due = now.advanced(by: pause(afterAttempts: attempts))
        let grouping = Self.grouping.wholeMilliseconds
        let over = due.millisecondsSinceBoot % grouping
        return over == 0 ? due : due.advanced(by: .milliseconds(grouping - over))
    }
}
