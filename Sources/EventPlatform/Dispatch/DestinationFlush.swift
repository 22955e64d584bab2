/// What a flush waits for.
enum FlushState: Sendable, Equatable {
    /// A response.
    case response
    /// A time since boot.
    case time(Duration)
    /// Nothing: it has ended.
    case ended(FlushEnd)

    /// A time before the deadline, or the end.
    static func time(_ time: Duration, until deadline: Duration, orBecause reason: String) -> FlushState {
        time < deadline ? .time(time) : .ended(.blocked(reason))
    }

    /// The state of a flush by those of its destinations, and by that of the events that have no row yet.
    ///
    /// What a destination waits for does not keep other events from being decided and sent, if `decidesMore`.
    static func combined(
        _ destinations: [FlushState], undecided: FlushState?, decidesMore: Bool
    ) -> FlushState {
        let ends = destinations.compactMap { if case .ended(let end) = $0 { end } else { nil } }
        guard ends.count == destinations.count else {
            // A time that has passed meanwhile is not waited for.
            let times = (destinations + [undecided].compactMap(\.self)).compactMap { state -> Duration? in
                if case .time(let time) = state { time } else { nil }
            }
            return times.min().map { .time($0) } ?? .response
        }
        let sent = FlushEnd.combined(ends)
        guard sent == .nothingPending || decidesMore, let undecided else { return .ended(sent) }
        if case .ended = undecided, sent != .nothingPending { return .ended(sent) }
        return undecided
    }
}

/// What a flush has done so far.
struct Flush: Sendable {
    /// Its deadline, as time since boot.
    let end: Duration
    var destinations: [String: DestinationFlush] = [:]
    /// The number of changes in the client that its last step has seen.
    var seen: UInt64 = 0
}

/// What a flush has done at one destination, and what it waits for there. Pure, but for the ``Sender``.
struct DestinationFlush: Sendable {
    /// The number of requests that the destination had made before.
    private let requestsBefore: UInt64
    /// The last cycle of the flush.
    private var cycle: Int?
    /// When that cycle ended, and when the next one may begin.
    private var pause: (since: Duration, until: Duration)?

    init(of sender: Sender) { requestsBefore = sender.requestsMade }

    /// Begins a cycle if one may begin now.
    ///
    /// It ends early where no intake takes events: the URL has to be corrected.
    ///
    /// - Parameters:
    ///   - sender: the sender of the destination.
    ///   - deadline: the end of the flush, as time since boot.
    ///   - begin: performs requests.
    /// - Returns: what the flush waits for.
    mutating func go(on sender: inout Sender, until deadline: Duration, _ begin: ([BatchRequest]) -> Void) -> FlushState
    {
        if sender.nextRecording.map({ cycle == nil || $0 <= sender.now }) == true {
            sender.recordVerdicts()
            sender.eventsCommitted()  // the destination may have paused
        }
        if let obstacle = obstacle(to: sender, until: deadline) { return obstacle }
        begin(sender.beginCycle(isPaced: false))
        (cycle, pause) = (sender.cycles, nil)
        // A cycle without a request has ended.
        return obstacle(to: sender, until: deadline) ?? .time(sender.now)
    }

    /// What keeps the flush from beginning a cycle; `nil` when it may begin one, or continue the one under way.
    private mutating func obstacle(to sender: Sender, until deadline: Duration) -> FlushState? {
        let now = sender.now
        guard now < deadline else { return .ended(.deadline) }
        if sender.isInCycle { return cycle == sender.cycles ? .response : nil }
        if let next = sender.nextRecording {
            return .time(
                next, until: deadline,
                orBecause: "the store cannot be written, to record what the intake accepted")
        }
        guard let time = sender.nextSendTime(at: now) else { return .ended(.nothingPending) }
        guard sender.settings.maySend else {
            return .ended(
                .blocked("nothing may be sent: by the user's consent, or before the remote configuration has arrived"))
        }
        // Events that came after the last cycle wait for no pause.
        guard cycle == sender.cycles, sender.hasLeftEvents else { return nil }
        guard !sender.hasNoIntake || sender.requestsMade == requestsBefore else {
            return .ended(.blocked("no intake takes events at the URL of destination \(sender.destination)"))
        }
        let next = nextCycle(time, now: now)
        return next <= now
            ? nil
            : .time(
                next, until: deadline,
                orBecause: "destination \(sender.destination) cannot be tried again before the deadline")
    }

    /// When a cycle may follow the last one, where events may be sent at `time`. A network that returns, and events
    /// that are stored, bring a back-off or a retry forward.
    private mutating func nextCycle(_ time: Duration, now: Duration) -> Duration {
        guard let pause else {
            let next = DispatchSchedule.again(time, after: now)
            pause = (now, next)
            return next
        }
        let isBackoff = pause.until > pause.since + DispatchSchedule.minimumPause
        return isBackoff ? min(pause.until, time) : pause.until
    }
}
