import EventSchema

/// What an answer, or its absence, means: for each event of the batch, and for the destination as a whole. Pure.
///
/// This is the one place where it is decided; the table in the documentation says the same, and each of its rows has a
/// test of its name.
struct Verdict: Sendable, Hashable {
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
        /// What is kept of the batch goes again at half its size, at once.
        case takesLess(tooLarge: Bool)
        /// The destination is left alone for a while. When the batch may be at fault it goes again at half its size, and
        /// at once if the request before went through.
        case backsOff(retryAfter: RetryAfter?, batchMayBeAtFault: Bool)
    }

    /// One for each event, in order.
    let fates: [Fate]
    let destination: Destination
    /// What to tell a developer, if anything.
    let remark: String?

    /// Statuses that speak of the intake or of the way to it, whatever the batch: a page of somebody else's, a
    /// redirect, a wrong path, a time-out, too early, too many, out of service.
    static func speaksOfTheIntake(_ status: Int) -> Bool {
        (100..<400).contains(status) && status != 207 || [404, 408, 425, 429, 503].contains(status)
    }

    // MARK: - An answer

    /// - Parameter isOutage: whether a 500 that names every event as failed speaks of the intake: nothing has passed
    ///   since, and others wait.
    init(
        _ response: NetworkResponse, lists: IntakeLists?, to batch: Batch, policy: RetryPolicy, now: Timestamp,
        isOutage: Bool = false
    ) {
        let status = response.status
        let isUsersCase = policy.customRetryForStatusCodes[status] != nil
        if status == 201 || status == 202 {
            self.init(batch, .delivered, .goesOn)
        } else if status == 500, !isUsersCase, lists?.failAll(batch.events) == true, isOutage || batch.events.count > 1
        {
            self.init(
                batch, .kept,
                .backsOff(
                    retryAfter: RetryAfter(response.headers["retry-after"], now: now), batchMayBeAtFault: true),
                "the intake failed on everything (500); the events are kept and sent again")
        } else if let lists, !isUsersCase, IntakeLists.statuses.contains(status) {
            self.init(lists, status: status, to: batch.events, policy: policy)
        } else if status == 413, !isUsersCase {
            self = Self.tooLarge(batch)
        } else if policy.retries(status) {
            self.init(
                batch, .kept,
                .backsOff(
                    retryAfter: RetryAfter(response.headers["retry-after"], now: now),
                    batchMayBeAtFault: !Self.speaksOfTheIntake(status)),
                "the intake answered \(status); the events are kept and sent again")
        } else if let verdict = Self.withoutDamaged(batch, status: status) {
            self = verdict
        } else {
            self.init(
                batch, .dropped(.rejectedStatus), .goesOn,
                "the intake answered \(status), which is final; \(batch.events.count) events dropped")
        }
    }

    private static func tooLarge(_ batch: Batch) -> Verdict {
        guard batch.events.count > 1 else {
            return Verdict(batch, .dropped(.tooLarge), .goesOn, "an event is too large for the intake (413)")
        }
        let remark = "\(batch.events.count) events at once are too large (413); halved"
        return Verdict(batch, .kept, .takesLess(tooLarge: true), remark)
    }

    /// Events that are no JSON any more, as after damage to the store, make a body that nobody can read: they go, and the
    /// others go again. `nil` when all are sound.
    private static func withoutDamaged(_ batch: Batch, status: Int) -> Verdict? {
        let fates = batch.events.map { event -> Fate in
            do { _ = try JSONValue(parsing: event.body) } catch { return .dropped(.unencodable) }
            return .kept
        }
        let damaged = fates.filter { $0 != .kept }.count
        guard damaged > 0 else { return nil }
        let remark = "the intake answered \(status) to a batch of which \(damaged) events are no JSON any more; dropped"
        return Verdict(fates: fates, .goesOn, remark)
    }

    /// An answer that speaks event by event. What a 207 does not name was accepted, what a 400 does not name is refused
    /// with the rest, what a 500 does not name is unknown. Where an entry names none of these events, so is the rest.
    private init(_ lists: IntakeLists, status: Int, to events: [StoredEvent], policy: RetryPolicy) {
        let isAlone = events.count == 1
        let namesAll = isAlone || lists.nameOnly(events)
        let others: Fate =
            switch status {
            case 207 where namesAll: .delivered
            case 400 where namesAll: .dropped(.rejectedStatus)
            default: .kept
            }
        let fates = events.map { event -> Fate in
            let id = StoredID(event.id)
            if lists.invalid.contains(id) || isAlone && lists.hasInvalid { return .dropped(.rejectedInvalid) }
            guard lists.failed.contains(id) || isAlone else { return others }
            return event.attempts + 1 >= policy.maximumAttempts ? .dropped(.intakeError) : .failed
        }
        let remark = lists.remark + (namesAll ? "" : "; the answer does not say which, so what is left goes by halves")
        self.init(fates: fates, namesAll ? .goesOn : .takesLess(tooLarge: false), remark)
    }

    // MARK: - No answer

    init(_ error: NetworkError, to batch: Batch) {
        self.init(
            batch, .kept, .backsOff(retryAfter: nil, batchMayBeAtFault: error.code.requestMayBeAtFault),
            "no answer from the intake: \(error)")
    }

    private init(_ batch: Batch, _ fate: Fate, _ destination: Destination, _ remark: String? = nil) {
        self.init(fates: batch.events.map { _ in fate }, destination, remark)
    }

    private init(fates: [Fate], _ destination: Destination, _ remark: String?) {
        self.fates = fates
        self.destination = destination
        self.remark = remark
    }
}
