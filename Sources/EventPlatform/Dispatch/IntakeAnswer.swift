/// What the intake's answer means: for each event of the batch, and for the destination as a whole.
struct IntakeAnswer: Sendable, Hashable {
    /// What becomes of one event.
    enum Fate: Sendable, Hashable {
        case delivered
        case dropped(DropReason)
        /// Kept; the intake could not process this one, so it goes alone after a rest, and only so often.
        case failed
        /// Kept; nothing is known of it.
        case kept
    }
    /// What becomes of the destination.
    enum Destination: Sendable, Hashable {
        case goesOn
        /// The batch is to be halved, since it is too large or the answer does not say which event is meant.
        case wantsSmallerBatches
        case backsOff(retryAfter: Duration?)
    }

    /// One for each event, in order.
    let fates: [Fate]
    let destination: Destination
    /// What to tell a developer, if anything.
    let remark: String?

    /// Reads an answer.
    ///
    /// 201 and 202 deliver all. 207, and 400 or 500 with the intake's lists, speak event by event, matched by
    /// `meta.id`. Every other status is looked up in the policy. Source: the intake's contract and the retry table in
    /// the documentation.
    init(_ response: NetworkResponse, to batch: Batch, byteLimit: Int, policy: RetryPolicy, now: Timestamp) {
        let events = batch.events
        func all(_ fate: Fate, _ destination: Destination = .goesOn, _ remark: String? = nil) -> IntakeAnswer {
            IntakeAnswer(fates: events.map { _ in fate }, destination: destination, remark: remark)
        }
        let status = response.status
        let isUsersCase = policy.customRetryForStatusCodes[status] != nil
        if status == 201 || status == 202 {
            self = all(.delivered)
        } else if [207, 400, 500].contains(status), !isUsersCase, let lists = IntakeLists(response.body) {
            self.init(lists, status: status, to: events, policy: policy)
        } else if status == 413, !isUsersCase {
            self =
                events.count > 1
                ? all(.kept, .wantsSmallerBatches, "\(events.count) events at once are too large (413); halved")
                : all(.dropped(.tooLarge), .goesOn, "an event is too large for the intake (413)")
        } else if policy.retries(status), batch.isOver(byteLimit) {
            self.init(oversized: batch, policy: policy, remark: "an event over the byte limit was answered \(status)")
        } else if policy.retries(status) {
            let wait = RetryAfter.duration(response.headers["retry-after"], now: now)
            self = all(
                .kept, .backsOff(retryAfter: wait), "the intake answered \(status); the events are kept and sent again")
        } else {
            self = all(
                .dropped(.rejectedStatus), .goesOn,
                "the intake answered \(status), which is final; \(events.count) events dropped")
        }
    }

    /// An answer that speaks event by event. What a 207 does not name was accepted, what a 400 does not name is refused
    /// with the rest, what a 500 does not name is unknown.
    private init(_ lists: IntakeLists, status: Int, to events: [StoredEvent], policy: RetryPolicy) {
        guard lists.name(events) || events.count == 1 else {
            self.init(
                fates: events.map { _ in .kept }, destination: .wantsSmallerBatches,
                remark: lists.remark + "; the answer does not say which, so the batch is halved")
            return
        }
        let others: Fate =
            switch status {
            case 207: .delivered
            case 400: .dropped(.rejectedStatus)
            default: .kept
            }
        let fates = events.map { event -> Fate in
            let isAlone = events.count == 1
            if lists.invalid.contains(event.id) || isAlone && lists.hasInvalid { return .dropped(.rejectedInvalid) }
            guard lists.failed.contains(event.id) || isAlone else { return others }
            return event.attempts + 1 >= policy.maximumAttempts ? .dropped(.intakeError) : .failed
        }
        let destination: Destination = fates.contains(.kept) ? .backsOff(retryAfter: nil) : .goesOn
        self.init(fates: fates, destination: destination, remark: lists.remark)
    }

    private init(fates: [Fate], destination: Destination, remark: String?) {
        self.fates = fates
        self.destination = destination
        self.remark = remark
    }

    /// There was no answer.
    init(noAnswerTo batch: Batch, byteLimit: Int, policy: RetryPolicy, remark: String) {
        if batch.isOver(byteLimit) {
            self.init(oversized: batch, policy: policy, remark: remark)
        } else {
            self.init(
                fates: batch.events.map { _ in .kept }, destination: .backsOff(retryAfter: nil), remark: remark)
        }
    }

    /// A single event over the limit may be what the intake stumbles over: it must not hold up all others.
    private init(oversized batch: Batch, policy: RetryPolicy, remark: String) {
        let fates = batch.events.map { event -> Fate in
            event.attempts + 1 >= policy.maximumAttempts ? .dropped(.tooLarge) : .failed
        }
        self.init(fates: fates, destination: .goesOn, remark: remark)
    }
}
