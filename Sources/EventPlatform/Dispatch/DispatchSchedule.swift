/// Decides when the next cycle of one destination is due. Pure: the time and the events are arguments.
///
/// It keeps what has happened, and ``nextCycle`` is computed from that, so the mode, the circumstances and the network
/// may change at any moment. There is a due time only while events wait that may be sent: that is the power-save mode.
package struct DispatchSchedule: Sendable {
    package private(set) var mode: DispatchMode
    /// What the circumstances change.
    private var profile = DispatchProfile()
    /// Whether there is a network.
    private var isReachable = true
    private let emptyReads: EmitterConfiguration.EmptyReads?

    /// Since when events wait that no cycle has seen.
    private var freshSince: Duration?
    /// What the last cycle left: since when, and when it may be tried again.
    private var left: (since: Duration, retry: Duration, isRecovering: Bool)?
    /// When the last cycle ended that sent something, or the schedule was made.
    private var lastUpload: Duration
    /// When the app's own traffic will have been idle for long enough.
    private var idleAt: Duration?
    /// The next look into an empty store, and how many have been.
    private var emptyRead: (at: Duration, count: Int)?

    /// The shortest time between two cycles over the same events, where nothing else sets the time.
    static let shortestPause: Duration = .seconds(1)
    /// The shortest time between two cycles over what an outage has left, so that many clients do not come at once.
    static let recoveryPause: Duration = .seconds(30)

    package init(mode: DispatchMode, now: Duration, emptyReads: EmitterConfiguration.EmptyReads? = nil) {
        self.mode = mode
        self.emptyReads = emptyReads
        lastUpload = now
    }

    // MARK: - What happens

    /// Events were stored since the last cycle, or an earlier process left some.
    ///
    /// `retry` is when they may be sent; `nil` when there are none. Where that is now they start an interval; otherwise
    /// they wait for the destination as those before them do.
    package mutating func eventsWait(now: Duration, retry: Duration?) {
        guard let retry else { return }
        if retry <= now {
            freshSince = freshSince ?? now
        } else {
            left = (left?.since ?? now, retry, left?.isRecovering ?? false)
        }
    }

    /// Whether events wait that no cycle has seen.
    var hasFreshEvents: Bool { freshSince != nil }

    /// A cycle began: it sees everything that waits.
    package mutating func cycleBegan() {
        freshSince = nil
        left = nil
        idleAt = nil
        emptyRead?.at = .seconds(Int64.max)
    }

    /// A cycle ended.
    ///
    /// - Parameters:
    ///   - now: the present, as time since boot.
    ///   - retry: when what is left may be sent; `nil` when nothing is left.
    ///   - didSend: whether a request was made.
    ///   - isRecovering: whether an outage has left more than one cycle may send.
    package mutating func cycleEnded(now: Duration, retry: Duration?, didSend: Bool, isRecovering: Bool = false) {
        if didSend { lastUpload = now }
        freshSince = nil
        left = retry.map { (now, $0, isRecovering) }
        guard let emptyReads, retry == nil else { return emptyRead = nil }
        let count = (didSend ? 0 : emptyRead?.count ?? 0) + 1
        emptyRead = (count < emptyReads.count ? now.adding(emptyReads.interval) : .seconds(Int64.max), count)
    }

    /// The mode changed. An interval begins anew.
    package mutating func set(_ mode: DispatchMode, now: Duration) {
        self.mode = mode
        if freshSince != nil { freshSince = now }
        left?.since = now
    }

    /// The app's own traffic went over the network.
    package mutating func noteNetworkActivity(now: Duration) {
        guard case .piggyback(let bounds) = mode.kind else { return }
        idleAt = now.adding(bounds.idle)
    }

    /// The circumstances changed.
    package mutating func set(_ profile: DispatchProfile, isReachable: Bool) {
        self.profile = profile
        self.isReachable = isReachable
    }

    /// A network returned: what failed may be tried now.
    mutating func networkReturned(now: Duration) {
        if let left { self.left?.retry = min(left.retry, now) }
    }

    // MARK: - What is due

    /// When the next cycle is due, on the boot clock; `nil` when none is.
    package var nextCycle: Duration? {
        guard isReachable, profile.sends else { return nil }
        guard let due = [freshDue, leftDue, emptyReadDue].compactMap({ $0 }).min() else { return nil }
        return profile.minimumInterval > .zero ? max(due, lastUpload.adding(profile.minimumInterval)) : due
    }

    /// When a cycle may follow one that ended at `end`. A retry time in the future stays as it is: a lower bound of a
    /// random delay would make many clients send at the same moment.
    package static func again(_ retry: Duration, after end: Duration) -> Duration {
        retry > end ? retry : end + shortestPause
    }

    private var freshDue: Duration? {
        guard let since = freshSince else { return nil }
        switch mode.kind {
        case .periodic(let interval): return since.adding(interval)
        case .immediate: return since
        case .manual: return nil
        case .piggyback(let bounds): return piggyback(bounds, notBefore: since)
        }
    }

    private var leftDue: Duration? {
        guard let left else { return nil }
        let again = Self.again(left.retry, after: left.since)
        switch mode.kind {
        case .periodic(let interval): return max(left.retry, left.since.adding(interval))
        case .immediate: return left.isRecovering ? max(left.retry, left.since + Self.recoveryPause) : again
        case .manual: return nil
        case .piggyback(let bounds): return piggyback(bounds, notBefore: again)
        }
    }

    /// The end of the app's traffic where it is not too early, and no later than the maximum after the last upload.
    private func piggyback(_ bounds: DispatchMode.Piggyback, notBefore earliest: Duration) -> Duration {
        let latest = max(earliest, lastUpload.adding(bounds.max))
        guard let idleAt, idleAt >= max(earliest, lastUpload.adding(bounds.min)) else { return latest }
        return min(idleAt, latest)
    }

    private var emptyReadDue: Duration? {
        guard let emptyReads, let emptyRead, emptyRead.count < emptyReads.count, mode != .manual else { return nil }
        return emptyRead.at
    }
}
