import EventSchema

/// What a response, or its absence, means for each event of the batch and for the destination. Pure.
///
/// This is the only place where responses are interpreted. The table in <doc:VerdictsOfTheIntake> documents it, and
/// each row of the table has a test.
struct Verdict: Sendable, Hashable {
    /// The verdict on one event.
    enum Outcome: Sendable, Hashable {
        case delivered
        case dropped(DropReason)
        /// Kept: the intake could not process this event. It is sent again at its retry time, a limited number of
        /// times.
        case failed
        /// Kept: the response does not say anything about this event.
        case kept
    }
    /// The consequence for the destination.
    enum Destination: Sendable, Hashable {
        /// The destination works: its back-off ends, and the next request follows at once.
        case proceed
        /// The response concerns its events only: back-off and batch size stay, and the next request follows at once.
        case unchanged
        /// The kept events are sent again at once in batches of half the size.
        case halveBatch(tooLarge: Bool)
        /// The next request follows after a back-off.
        case backOff(retryAfter: RetryAfter?, Suspicion)
    }
    /// Which events of the request a failure makes suspect.
    enum Suspicion: Sendable, Hashable {
        /// None.
        case none
        /// All: the destination named every event, and may itself be at fault. The whole batch is sent again, after
        /// other events.
        case wholeBatch
        /// One of them: the batch is sent again by halves. An event that fails alone while others are accepted is
        /// dropped with the reason, and without one isolated.
        case singleEvent(dropAs: DropReason?)
    }

    /// The verdict on each event, in order.
    let outcomes: [Outcome]
    let destination: Destination
    /// The message for a developer, if any.
    let remark: String?
    /// Whether the response shows that no intake takes events at this URL.
    private(set) var hasNoIntake = false

    /// Whether an event was delivered.
    var hasAccepted: Bool { outcomes.contains(.delivered) }

    // MARK: - A response

    /// The verdict of a response to a batch.
    ///
    /// `lists` are the intake's lists; `nil` when the body is something else. `now` is the time by the server's clock;
    /// by the wall clock when the response has no date. `hasAcceptedSince` is whether the destination accepted an event
    /// after the last try of each event of the batch.
    init(
        _ response: CompleteResponse, lists: IntakeLists?, to batch: Batch, policy: RetryPolicy, now: Timestamp,
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
        case (413, _) where custom == nil: self = Self.tooLarge(batch, retryAfter)
        case _ where !policy.retries(status: status): self = Self.final(status, batch)
        default: self = Self.kept(status, batch, retryAfter, isCustom: custom != nil)
        }
    }

    /// Which events a failure status without lists makes suspect.
    private static func suspicion(_ status: Int) -> Suspicion {
        switch status {
        case 207: .singleEvent(dropAs: nil)
        // 2xx of a proxy, redirects, credentials, a wrong URL, 408, 425, 429 and 503 concern the intake, the client or
        // the network between them, whatever the batch holds.
        case 100..<400, 401, 403, 404, 405, 408, 425, 429, 503: .none
        case 400, 410, 422: .singleEvent(dropAs: .rejectedStatus)
        default: .singleEvent(dropAs: nil)
        }
    }

    private static func kept(_ status: Int, _ batch: Batch, _ retryAfter: RetryAfter?, isCustom: Bool) -> Verdict {
        var suspicion = suspicion(status)
        // No event is dropped for a status that the user's map marks as retried.
        if isCustom, case .singleEvent = suspicion { suspicion = .singleEvent(dropAs: nil) }
        let isOfTheBody = !isCustom && [400, 422].contains(status)
        if isOfTheBody, let verdict = withoutDamaged(batch, status: status) { return verdict }
        if !isCustom, [404, 405].contains(status) { return noIntake(status, batch, retryAfter) }
        let isOfTheClient = [401, 403].contains(status)
        let hint = isOfTheClient ? "; check the client's credentials and the proxies on its way" : ""
        return Verdict(
            batch, .kept, .backOff(retryAfter: retryAfter, suspicion),
            "the intake responded with \(status); the events are kept and sent again\(hint)")
    }

    private static func noIntake(_ status: Int, _ batch: Batch, _ retryAfter: RetryAfter?) -> Verdict {
        var verdict = Verdict(
            batch, .kept, .backOff(retryAfter: retryAfter, .none),
            "no intake takes events at this URL (the response is \(status)); correct the URL, whose path usually is "
                + "\(NetworkConfiguration.defaultIntakePath). The events are kept and sent again")
        verdict.hasNoIntake = true
        return verdict
    }

    private static func final(_ status: Int, _ batch: Batch) -> Verdict {
        if let verdict = withoutDamaged(batch, status: status) { return verdict }
        return Verdict(
            batch, .dropped(.rejectedStatus), .proceed,
            "the intake responded with \(status), which is final; \(batch.events.count) events dropped")
    }

    private static func outage(_ batch: Batch, _ retryAfter: RetryAfter?) -> Verdict {
        Verdict(
            batch, .kept, .backOff(retryAfter: retryAfter, .wholeBatch),
            "the intake failed on everything (500); the events are kept and sent again")
    }

    private static func tooLarge(_ batch: Batch, _ retryAfter: RetryAfter?) -> Verdict {
        guard batch.events.count > 1 else {
            return Verdict(
                batch, .kept, .backOff(retryAfter: retryAfter, .singleEvent(dropAs: .tooLarge)),
                "the intake responded with 413 to a single event; it is kept until others are accepted")
        }
        let remark = "\(batch.events.count) events at once are too large (413); halved"
        return Verdict(batch, .kept, .halveBatch(tooLarge: true), remark)
    }

    /// The verdict that drops events which are not JSON, as after damage to the store, and keeps the others: one such
    /// event makes the whole body unreadable. `nil` when all events are JSON.
    private static func withoutDamaged(_ batch: Batch, status: Int) -> Verdict? {
        let outcomes = batch.events.map { event -> Outcome in
            do { _ = try JSONValue(parsingLeniently: event.body) } catch { return .dropped(.unencodable) }
            return .kept
        }
        let damaged = outcomes.filter { $0 != .kept }.count
        guard damaged > 0 else { return nil }
        let remark = "the intake responded with \(status) to a batch of which \(damaged) events are not JSON; dropped"
        return Verdict(outcomes: outcomes, .unchanged, remark)
    }

    /// The verdict of a response with lists. An event that the lists do not name was accepted with a 207, and is kept
    /// with a 500. A 400 names every event: where it does not, and where an entry names none of these events, every
    /// event that is not named is kept and sent again by halves.
    private init(_ lists: IntakeLists, status: Int, to events: [LeasedEvent], policy: RetryPolicy) {
        let isAlone = events.count == 1
        let namesAll = isAlone || lists.nameOnly(events) && (status != 400 || lists.nameEach(of: events))
        let others: Outcome = status == 207 && namesAll ? .delivered : .kept
        let outcomes = events.map { event -> Outcome in
            if lists.refuses(event) || isAlone && lists.hasInvalid { return .dropped(.rejectedInvalid) }
            guard lists.failsOn(event) || isAlone else { return others }
            return event.attempts + 1 >= policy.maximumAttempts ? .dropped(.intakeError) : .failed
        }
        let isWholeFailure = status == 500 && lists.failsOnAll(events)
        let remark =
            lists.remark
            + (namesAll ? "" : "; the response does not name all of them, so the others are sent again by halves")
        self.init(
            outcomes: outcomes, isWholeFailure ? .unchanged : namesAll ? .proceed : .halveBatch(tooLarge: false), remark
        )
    }

    // MARK: - No response

    init(_ error: NetworkError, to batch: Batch) {
        self.init(
            batch, .kept,
            .backOff(retryAfter: nil, error.code.requestMayBeAtFault ? .singleEvent(dropAs: nil) : .none),
            "no response from the intake: \(error)")
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
