/// The state of one destination: when and how requests may be made, and which events may be at fault. Pure.
struct DestinationState: Sendable {
    private(set) var backoff: Backoff
    private(set) var limit = BatchLimit()
    private(set) var gzip = GzipTrial.untried
    private(set) var search = FaultSearch()
    private(set) var acceptances = AcceptanceRecord()
    /// Whether the latest response showed that no intake takes events at the URL.
    var hasNoIntake = false
    /// Whether the queued events are to be released and read again before the next request.
    var needsReread = false
    /// Whether an outage has ended and its backlog is not sent yet.
    private(set) var isRecovering = false
    /// The number of requests in this cycle.
    private var requestsInCycle = 0
    /// Whether the cycle ended before the backlog of an outage was sent.
    private(set) var isCutShort = false

    /// The maximum number of requests in a cycle after an outage, so that many clients that send their backlogs at the
    /// same time do not cause the next outage.
    static let requestsWhileRecovering = 2

    /// Creates the state of a destination, with the saved back-off of an earlier process.
    init(_ backoff: Backoff = Backoff()) { self.backoff = backoff }

    /// Whether no failure is unresolved.
    var isHealthy: Bool { backoff.failures == 0 && limit.count == nil && !search.isUnderWay }

    /// Whether another request may begin. While failures are not resolved, one request at a time is allowed.
    func mayBegin(now: Duration, inFlight: Int, atMost limit: Int) -> Bool {
        backoff.allows(now) && inFlight < (isHealthy ? limit : 1)
    }

    // MARK: - Events

    /// A cycle begins.
    mutating func cycleBegan() {
        requestsInCycle = 0
        isCutShort = false
    }

    /// A request begins.
    mutating func began() { requestsInCycle += 1 }

    /// Returns whether this cycle has used up its requests after an outage, and then marks it as cut short: the next
    /// cycle sends the rest.
    mutating func consumeRecoveryQuota(isPaced: Bool) -> Bool {
        guard isPaced, isRecovering, requestsInCycle >= Self.requestsWhileRecovering else { return false }
        isCutShort = true
        return true
    }

    /// The destination responded to a request with a verdict for each event.
    ///
    /// `hasAccepted` is whether it accepted an event; `maximum` is the limit of events in one request by the
    /// settings.
    mutating func recordResponse(to request: BatchRequest, hasAccepted: Bool, within maximum: Int, now: Duration) {
        if backoff.failures > 0 { isRecovering = true }
        backoff = Backoff()
        if hasAccepted {
            search.accepted(now: now)
            acceptances.accepted()
        }
        // The success of a probe does not show that a larger batch of the suspected events would succeed.
        if request.isProbe { needsReread = true } else { limit.succeeded(within: maximum) }
        if limit.count == nil { search.end() }
    }

    /// The next batch has half the size of one with `events` events.
    mutating func halveBatch(_ events: Int, tooLarge: Bool) {
        if tooLarge { limit.wasTooLarge(events) } else { limit.failed(events) }
        needsReread = true
    }

    /// A request failed, whatever its events were.
    mutating func failed(now: Duration, retryAfter: RetryAfter?, random: UInt64) {
        backoff.failed(now: now, retryAfter: retryAfter, random: random)
        search.failed()
        search.end()
        needsReread = true
    }

    /// The destination failed on every event of a batch. The whole batch is sent again, after other events.
    mutating func wholeBatchFailed(_ batch: Batch, now: Duration, retryAfter: RetryAfter?, random: UInt64) {
        backoff.failed(now: now, retryAfter: retryAfter, random: random)
        search.failed()
        search.suspect(batch.events)
        for event in batch.events { acceptances.attempted(event) }
        needsReread = true
    }

    /// A request failed, and one of its events may be at fault.
    ///
    /// The destination backs off if the response has `Retry-After`, or if the destination has accepted no event since
    /// its last failure. Otherwise the next request follows at once and shows whether the destination or the event is
    /// at fault.
    ///
    /// With `isFinal` an event at fault is dropped. Then it counts as at fault only when it was suspected before, and
    /// another event was accepted just now.
    ///
    /// - Returns: whether the only event of the request is at fault.
    mutating func failed(
        _ request: BatchRequest, isFinal: Bool, now: Duration, retryAfter: RetryAfter?, random: UInt64
    ) -> Bool {
        let events = request.batch.events
        search.failed()
        needsReread = true
        if request.destinationHealthAtStart == .none || retryAfter != nil {
            backoff.failed(now: now, retryAfter: retryAfter, random: random)
        }
        if events.count == 1,
            isFinal ? isConfirmedFaulty(events[0], request) : request.destinationHealthAtStart != .none
        {
            return true
        }
        // A full batch is not suspected yet: its first half is sent next, in order.
        if limit.count != nil || events.count == 1 { search.suspect(events) }
        limit.failed(events.count)
        return false
    }

    private func isConfirmedFaulty(_ event: LeasedEvent, _ request: BatchRequest) -> Bool {
        request.destinationHealthAtStart == .acceptedJustNow && search.suspects(event)
    }

    /// Records whether the destination supports compression, as far as the status of a response shows it.
    ///
    /// - Returns: whether the events are to be sent again at once, uncompressed.
    mutating func recordCompression(of status: Int, hasLists: Bool, toCompressed: Bool) -> Bool {
        gzip.recordResponse(status, hasLists: hasLists, toCompressed: toCompressed)
    }

    /// The verdict on events is about to be recorded.
    mutating func settled(_ events: [LeasedEvent], _ changes: [Resolution.Change]) {
        for (event, change) in zip(events, changes) {
            switch change {
            case .finished: acceptances.finished(event)
            case .failed: acceptances.attempted(event)
            case .kept: break
            }
        }
    }

    /// There are no events behind the suspected ones.
    mutating func probeFoundNoEvent() { search.end() }

    /// No event is left that may be sent now.
    mutating func backlogEmptied() { isRecovering = false }

    /// A network returned.
    mutating func networkReturned(now: Duration) { backoff.networkReturned(now: now) }
}
