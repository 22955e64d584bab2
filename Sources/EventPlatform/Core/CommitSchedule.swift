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

    /// Whether there is something to decide that was left for later.
    var hasWork: Bool { workSince != nil }

    /// Whether the last commit failed, so that events wait in memory.
    var hasFailed: Bool { retryAt != nil }

    /// Whether a commit may be tried, by the pause after one that failed.
    func mayCommit(now: Duration) -> Bool { retryAt.map { $0 <= now } ?? true }

    /// There is something to decide or to commit.
    mutating func noteWork(now: Duration) { workSince = workSince ?? now }

    /// Everything is about to be decided that can be.
    mutating func decides(now: Duration) { (workSince, decidedAt) = (nil, now) }

    /// A commit has succeeded or failed.
    mutating func committed(_ isDone: Bool, now: Duration) {
        retryAt = isDone ? nil : now.adding(Self.pauseAfterFailure)
    }

    /// When to decide and commit next; `nil` when nothing waits for it.
    ///
    /// - Parameters:
    ///   - isFull: whether there is enough for a transaction.
    ///   - delay: how long what was submitted waits for more.
    ///   - awaited: when the first event stops waiting for its schema.
    func nextTime(isFull: Bool, delay: Duration, awaited: Duration?) -> Duration? {
        if let retryAt { return isFull ? .zero : retryAt }  // a full inbox is emptied into memory
        let due = workSince.map { isFull ? .zero : $0.adding(delay) }
        return [due, awaited.map { nextDecision(awaited: $0, delay: delay) }].compactMap(\.self).min()
    }

    /// When to decide events that stop waiting for their schema then. A store that cannot be read leaves events whose
    /// time is over: they are not tried all the time.
    func nextDecision(awaited deadline: Duration, delay: Duration) -> Duration {
        decidedAt.map { max(deadline, $0.adding(delay)) } ?? deadline
    }
}
