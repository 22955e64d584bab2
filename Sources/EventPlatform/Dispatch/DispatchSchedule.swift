/// Decides when the next cycle of one destination is due. Pure: the time and the events are arguments.
///
/// It stores what was reported to it, and ``nextCycle`` is computed from that, so that the mode, the conditions and the
/// status of the network may change at any time. A cycle is due only while events wait that may be sent, and otherwise
/// no timer runs, unless ``EmitterConfiguration/emptyReads`` is set: then an empty store is read again a few times.
package struct DispatchSchedule: Sendable {
    package private(set) var mode: DispatchMode
    /// The profile under the present conditions.
    private var profile = DispatchProfile()
    /// Whether there is a network.
    private var isReachable = true
    private let emptyReads: EmitterConfiguration.EmptyReads?

    /// The time since which events wait that no cycle has read.
    private var freshSince: Duration?
    /// The events that the last cycle left: since when they wait, and when they may be sent.
    private var left: (since: Duration, retry: Duration, isRecovering: Bool)?
    /// The end of the last cycle that made a request; at first the start of the session.
    private var lastUpload: Duration
    /// When the app's session began.
    private var sessionBegan: Duration
    /// When the app's own traffic ended, or will; `nil` where a cycle has followed it.
    private var trafficEnd: Duration?
    /// The next read of an empty store, and the number of such reads so far.
    private var emptyRead: (at: Duration, count: Int)?

    /// Whether the last cycle has left events.
    var hasLeftEvents: Bool { left != nil }

    /// The minimum time between two cycles over the same events, where nothing else determines it.
    static let minimumPause: Duration = .seconds(1)
    /// The minimum time between two cycles over the backlog of an outage, so that many clients do not send at the same
    /// time.
    static let recoveryPause: Duration = .seconds(30)

    /// Creates the schedule of a destination. `sessionBegan` is the start of the app's session, which counts as the
    /// first upload, however late the first event of the destination is.
    package init(mode: DispatchMode, sessionBegan: Duration, emptyReads: EmitterConfiguration.EmptyReads? = nil) {
        self.mode = mode
        self.emptyReads = emptyReads
        (lastUpload, self.sessionBegan) = (sessionBegan, sessionBegan)
    }

    // MARK: - Reports

    /// Events were stored since the last cycle, or an earlier process left some.
    ///
    /// `retry` is when they may be sent; `nil` when there are none. If that is now, they begin an interval; otherwise
    /// they wait for the destination like the events before them.
    package mutating func eventsWait(now: Duration, retry: Duration?) {
        guard let retry else { return }
        if retry <= now {
            freshSince = freshSince ?? now
        } else {
            left = (left?.since ?? now, retry, left?.isRecovering ?? false)
        }
    }

    /// Whether events wait that no cycle has read.
    var hasFreshEvents: Bool { freshSince != nil }

    /// A cycle begins: it reads every event that may be sent.
    package mutating func cycleBegan() {
        freshSince = nil
        left = nil
        trafficEnd = nil
        emptyRead?.at = .seconds(Int64.max)
    }

    /// A cycle ended.
    ///
    /// - Parameters:
    ///   - now: the present, as time since boot.
    ///   - retry: when the remaining events may be sent; `nil` when none remain.
    ///   - didSend: whether a request was made.
    ///   - isRecovering: whether the backlog of an outage is larger than what one cycle may send.
    package mutating func cycleEnded(now: Duration, retry: Duration?, didSend: Bool, isRecovering: Bool = false) {
        if didSend { lastUpload = now }
        freshSince = nil
        left = retry.map { (now, $0, isRecovering) }
        guard let emptyReads, retry == nil else { return emptyRead = nil }
        let count = (didSend ? 0 : emptyRead?.count ?? 0) + 1
        emptyRead = (count < emptyReads.count ? now.adding(emptyReads.interval) : .seconds(Int64.max), count)
    }

    /// The mode changed. An interval begins again.
    package mutating func set(_ mode: DispatchMode, now: Duration) {
        self.mode = mode
        if freshSince != nil { freshSince = now }
        left?.since = now
    }

    /// The app's own traffic ended, or will end. The time before is replaced.
    package mutating func primaryTraffic(endsAt end: Duration) { trafficEnd = end }

    /// A session of the app began, which counts as an upload in the piggy-back mode for events that are stored later.
    /// Earlier times change nothing.
    package mutating func sessionBegan(at time: Duration) { sessionBegan = max(sessionBegan, time) }

    /// The conditions changed.
    package mutating func set(_ profile: DispatchProfile, isReachable: Bool) {
        self.profile = profile
        self.isReachable = isReachable
    }

    /// A network returned: events whose requests failed may be sent now.
    mutating func networkReturned(now: Duration) {
        if let left { self.left?.retry = min(left.retry, now) }
    }

    // MARK: - What is due

    /// When the next cycle is due, on the boot clock; `nil` when none is.
    package var nextCycle: Duration? {
        guard isReachable, profile.sendsAutomatically else { return nil }
        guard let due = [freshDue, leftDue, emptyReadDue].compactMap({ $0 }).min() else { return nil }
        return profile.minimumInterval > .zero ? max(due, lastUpload.adding(profile.minimumInterval)) : due
    }

    /// When a cycle may follow one that ended at `end`. A retry time in the future stays as it is: a lower bound of a
    /// random delay would make many clients send at the same moment.
    package static func again(_ retry: Duration, after end: Duration) -> Duration {
        retry > end ? retry : end + minimumPause
    }

    private var freshDue: Duration? {
        guard let since = freshSince else { return nil }
        switch mode.kind {
        case .periodic(let interval): return since.adding(interval)
        case .immediate: return since
        case .manual: return nil
        case .piggyback(let bounds): return piggyback(bounds, since: since, notBefore: since)
        }
    }

    private var leftDue: Duration? {
        guard let left else { return nil }
        let again = Self.again(left.retry, after: left.since)
        switch mode.kind {
        case .periodic(let interval): return max(left.retry, left.since.adding(interval))
        case .immediate: return left.isRecovering ? max(left.retry, left.since + Self.recoveryPause) : again
        case .manual: return nil
        case .piggyback(let bounds): return piggyback(bounds, since: left.since, notBefore: again)
        }
    }

    /// The time at which the app's traffic has been idle for long enough, if that is not before the minimum; at most
    /// the maximum after the last upload or the start of the session. No event waits for longer than the maximum,
    /// however often a session begins.
    /// `since` is when the oldest event began to wait, `earliest` when the events may be sent.
    private func piggyback(
        _ bounds: DispatchMode.Piggyback, since: Duration, notBefore earliest: Duration
    ) -> Duration {
        let last = max(lastUpload, sessionBegan)
        let latest = max(earliest, min(last, since).adding(bounds.max))
        let idle = trafficEnd?.adding(bounds.idle)
        guard let idle, idle >= max(earliest, last.adding(bounds.min)) else { return latest }
        return min(idle, latest)
    }

    private var emptyReadDue: Duration? {
        guard let emptyReads, let emptyRead, emptyRead.count < emptyReads.count, mode != .manual else { return nil }
        return emptyRead.at
    }
}
