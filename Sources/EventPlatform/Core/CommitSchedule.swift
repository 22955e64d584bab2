/// When the core decides and commits next. Pure: the time is an argument, as time since boot.
struct CommitSchedule: Sendable {
    /// Since when there is something to decide or to commit; `nil` for nothing.
    private var workSince: Duration?
    /// When everything was last decided that could be.
    private var decidedAt: Duration?
    /// When the next commit follows one that failed; `nil` after one that did not.
    private(set) var retryAt: Duration?

    /// The pause after a failed commit.
    static let pauseAfterFailure: Duration = .seconds(1)
    /// The minimum pause between two attempts to decide events that wait for their schema.
    private static let minimumPause: Duration = .milliseconds(100)

    /// Whether there is something to decide that was left for later.
    var hasWork: Bool { workSince != nil }

    /// Whether the last commit failed, so that events wait in memory.
    var hasFailed: Bool { retryAt != nil }

    /// Whether a commit may be tried, by the pause after one that failed.
    func mayCommit(now: Duration) -> Bool { retryAt.map { $0 <= now } ?? true }

    /// Notes that there is something to decide or to commit.
    mutating func noteWork(now: Duration) { workSince = workSince ?? now }

    /// Notes that everything is about to be decided that can be.
    mutating func decides(now: Duration) { (workSince, decidedAt) = (nil, now) }

    /// Notes whether a commit has succeeded.
    mutating func committed(_ isDone: Bool, now: Duration) {
        retryAt = isDone ? nil : now.adding(Self.pauseAfterFailure)
    }

    /// When to decide and commit next.
    ///
    /// - Parameters:
    ///   - isFull: whether there are enough submissions for a transaction.
    ///   - delay: how long a submission waits for others.
    ///   - awaited: when the first event stops waiting for its schema.
    /// - Returns: the time; `nil` when nothing waits for it.
    func nextTime(isFull: Bool, delay: Duration, awaited: Duration?) -> Duration? {
        if let retryAt { return isFull ? .zero : retryAt }  // a full inbox is emptied into memory
        let due = workSince.map { isFull ? .zero : $0.adding(delay) }
        return [due, awaited.map { nextDecision(awaited: $0, delay: delay) }].compactMap(\.self).min()
    }

    /// When to decide events that wait for their schema until `deadline`. A store that cannot be read leaves events
    /// whose deadline has passed; these are tried again after `delay`, not all the time.
    func nextDecision(awaited deadline: Duration, delay: Duration) -> Duration {
        decidedAt.map { max(deadline, $0.adding(max(delay, Self.minimumPause))) } ?? deadline
    }
}
