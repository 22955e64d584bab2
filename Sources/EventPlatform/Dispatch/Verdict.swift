import EventSchema

/// What an answer, or its absence, means: for each event of the batch, and for the destination as a whole. Pure.
///
/// This is the one place where it is decided; the table in the documentation says the same, and each of its rows has a
/// test of its name.
struct Verdict: Sendable, Hashable {
    /// What becomes of one event.
    enum Outcome: Sendable, Hashable {
        case delivered
        case dropped(DropReason)
        /// Kept; the intake could not process this one, so it is sent again after a pause, and only so often.
        case failed
        /// Kept; nothing is known of it.
        case kept
    }
    /// What becomes of the destination.
    enum Destination: Sendable, Hashable {
        /// The next request follows at once.
        case proceed
        /// The next request follows at once, without back-off: the answer concerns its events only.
        case unchanged
        /// What is kept of the batch goes again at half its size, at once.
        case halveBatch(tooLarge: Bool)
        /// The destination is left alone for a while.
        case backOff(retryAfter: RetryAfter?, Suspicion)
    }
    /// What a failure says of the events in the request.
    enum Suspicion: Sendable, Hashable {
        /// Nothing.
        case none
        /// The destination may be at fault, and named every event: the batch goes again whole, behind others.
        case wholeBatch
        /// One of the events may be at fault: the batch goes again by halves. An event that fails alone while others
        /// pass is dropped where the answer `isFinal`, else set aside.
        case singleEvent(isFinal: Bool)
    }

    /// One for each event, in order.
    let outcomes: [Outcome]
    let destination: Destination
    /// What to tell a developer, if anything.
    let remark: String?

    /// Whether an event was delivered.
    var hasAccepted: Bool { outcomes.contains(.delivered) }

    // MARK: - An answer

    /// - Parameters:
    ///   - lists: the intake's lists, where the body is those.
    ///   - now: the time by the clock of the server, as far as it is known.
    ///   - hasAcceptedSince: whether the destination has accepted an event since each of these was last tried.
    init(
        _ response: NetworkResponse, lists: IntakeLists?, to batch: Batch, policy: RetryPolicy, now: Timestamp,
        hasAcceptedSince: Bool
    ) {
        let status = response.status
        let retryAfter = RetryAfter(response.headers["retry-after"], now: now)
        let custom = policy.customRetryForStatusCodes[status]
        switch (status, lists) {
        case (201, _), (202, _): self.init(batch, .delivered, .proceed)
        case _ where custom == false: self = Self.final(status, batch)
        case (500, let lists?) where custom == nil && lists.failsOnAll(batch.events) && !hasAcceptedSince:
            self = Self.outage(batch, retryAfter)
        case (207, let lists?) where custom == nil, (400, let lists?) where custom == nil,
            (500, let lists?) where custom == nil:
            self.init(lists, status: status, to: batch.events, policy: policy)
        case (413, _) where custom == nil: self = Self.tooLarge(batch)
        case _ where !policy.retries(status): self = Self.final(status, batch)
        default: self = Self.kept(status, batch, retryAfter, isCustom: custom != nil)
        }
    }

    /// What a status without lists says of the events.
    private static func suspicion(_ status: Int) -> Suspicion {
        switch status {
        // A page of somebody else's, a redirect, credentials, a wrong path, a time-out, too early, too many, out of
        // service: they concern the intake, the client or the way between them, whatever the batch.
        case 207: .singleEvent(isFinal: false)
        case 100..<400, 401, 403, 404, 408, 425, 429, 503: .none
        case 400, 410, 422: .singleEvent(isFinal: true)
        default: .singleEvent(isFinal: false)
        }
    }

    private static func kept(_ status: Int, _ batch: Batch, _ retryAfter: RetryAfter?, isCustom: Bool) -> Verdict {
        var suspicion = suspicion(status)
        // Where the user's map says that a status is tried again, no event is dropped for it.
        if isCustom, suspicion == .singleEvent(isFinal: true) { suspicion = .singleEvent(isFinal: false) }
        let isOfTheBody = !isCustom && [400, 422].contains(status)
        if isOfTheBody, let verdict = withoutDamaged(batch, status: status) { return verdict }
        let isOfTheClient = [401, 403].contains(status)
        let hint = isOfTheClient ? "; check the client's credentials and the proxies on its way" : ""
        return Verdict(
            batch, .kept, .backOff(retryAfter: retryAfter, suspicion),
            "the intake answered \(status); the events are kept and sent again\(hint)")
    }

    private static func final(_ status: Int, _ batch: Batch) -> Verdict {
        if let verdict = withoutDamaged(batch, status: status) { return verdict }
        return Verdict(
            batch, .dropped(.rejectedStatus), .proceed,
            "the intake answered \(status), which is final; \(batch.events.count) events dropped")
    }

    private static func outage(_ batch: Batch, _ retryAfter: RetryAfter?) -> Verdict {
        Verdict(
            batch, .kept, .backOff(retryAfter: retryAfter, .wholeBatch),
            "the intake failed on everything (500); the events are kept and sent again")
    }

    private static func tooLarge(_ batch: Batch) -> Verdict {
        guard batch.events.count > 1 else {
            return Verdict(batch, .dropped(.tooLarge), .proceed, "an event is too large for the intake (413)")
        }
        let remark = "\(batch.events.count) events at once are too large (413); halved"
        return Verdict(batch, .kept, .halveBatch(tooLarge: true), remark)
    }

    /// Events that are no JSON any more, as after damage to the store, make a body that nobody can read: they go, and the
    /// others go again. `nil` when all are sound.
    private static func withoutDamaged(_ batch: Batch, status: Int) -> Verdict? {
        let outcomes = batch.events.map { event -> Outcome in
            do { _ = try JSONValue(parsing: event.body) } catch { return .dropped(.unencodable) }
            return .kept
        }
        let damaged = outcomes.filter { $0 != .kept }.count
        guard damaged > 0 else { return nil }
        let remark = "the intake answered \(status) to a batch of which \(damaged) events are no JSON any more; dropped"
        return Verdict(outcomes: outcomes, .unchanged, remark)
    }

    /// An answer that speaks event by event. What a 207 does not name was accepted, what a 400 does not name is refused
    /// with the rest, what a 500 does not name is unknown. Where an entry names none of these events, so is the rest.
    private init(_ lists: IntakeLists, status: Int, to events: [StoredEvent], policy: RetryPolicy) {
        let isAlone = events.count == 1
        let namesAll = isAlone || lists.nameOnly(events)
        let others: Outcome =
            switch status {
            case 207 where namesAll: .delivered
            case 400 where namesAll: .dropped(.rejectedStatus)
            default: .kept
            }
        let outcomes = events.map { event -> Outcome in
            if lists.refuses(event) || isAlone && lists.hasInvalid { return .dropped(.rejectedInvalid) }
            guard lists.failsOn(event) || isAlone else { return others }
            return event.attempts + 1 >= policy.maximumAttempts ? .dropped(.intakeError) : .failed
        }
        let isWholeFailure = status == 500 && lists.failsOnAll(events)
        let remark = lists.remark + (namesAll ? "" : "; the answer does not say which, so what is left goes by halves")
        self.init(
            outcomes: outcomes, isWholeFailure ? .unchanged : namesAll ? .proceed : .halveBatch(tooLarge: false), remark
        )
    }

    // MARK: - No answer

    init(_ error: NetworkError, to batch: Batch) {
        self.init(
            batch, .kept,
            .backOff(retryAfter: nil, error.code.requestMayBeAtFault ? .singleEvent(isFinal: false) : .none),
            "no answer from the intake: \(error)")
    }

    private init(_ batch: Batch, _ outcome: Outcome, _ destination: Destination, _ remark: String? = nil) {
        self.init(outcomes: batch.events.map { _ in outcome }, destination, remark)
    }

    private init(outcomes: [Outcome], _ destination: Destination, _ remark: String?) {
        self.outcomes = outcomes
        self.destination = destination
        self.remark = remark
    }
}
