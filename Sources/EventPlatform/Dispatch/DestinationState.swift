/// What is known of one destination: whether and how it may be tried, and which events may be at fault. Pure.
struct DestinationState: Sendable {
    var backoff = Backoff()
    var limit = BatchLimit()
    var gzip = GzipTrial.untried
    var search = FaultSearch()
    var acceptances = AcceptanceRecord()
    /// Whether the next request takes other events than those that were read for it.
    var needsReread = false
    /// Whether an outage has ended and its backlog is still there.
    private(set) var isRecovering = false
    /// Requests of this cycle.
    private var requestsInCycle = 0
    /// Whether the last cycle ended before everything was tried.
    private(set) var isCutShort = false

    /// How many requests a cycle makes while the backlog of an outage is there: a thousand clients that all send what
    /// an outage has left would make the next one.
    static let requestsWhileRecovering = 2

    /// Whether another request may begin beside those under way. Only one at a time while something is wrong.
    func mayBegin(now: Duration, underWay: Int, atMost limit: Int) -> Bool {
        let isWell = backoff.failures == 0 && self.limit.count == nil && !search.isUnderWay
        return backoff.allows(now) && underWay < (isWell ? limit : 1)
    }

    // MARK: - What happens

    /// A cycle begins.
    mutating func cycleBegan() {
        requestsInCycle = 0
        isCutShort = false
    }

    /// A request begins.
    mutating func began() { requestsInCycle += 1 }

    /// Whether this cycle has made as many requests as it may after an outage; then the rest is for the next.
    mutating func consumeRecoveryQuota(isPaced: Bool) -> Bool {
        guard isPaced, isRecovering, requestsInCycle >= Self.requestsWhileRecovering else { return false }
        isCutShort = true
        return true
    }

    /// The destination answered a request event by event.
    ///
    /// - Parameters:
    ///   - hasAccepted: whether it accepted an event.
    ///   - most: the most events in one request, by the settings.
    mutating func answered(_ delivery: Delivery, hasAccepted: Bool, within most: Int, now: Duration) {
        if backoff.failures > 0 { isRecovering = true }
        backoff = Backoff()
        if hasAccepted {
            search.accepted(now: now)
            acceptances.accepted()
        }
        // A probe says nothing of how many of the others may go at once.
        if delivery.isProbe { needsReread = true } else { limit.succeeded(within: most) }
        if limit.count == nil { search.end() }
    }

    /// A batch is to go again at half its size.
    mutating func halveBatch(_ events: Int, tooLarge: Bool) {
        if tooLarge { limit.wasTooLarge(events) } else { limit.failed(events) }
        needsReread = true
    }

    /// A request failed, which says nothing of its events.
    mutating func failed(now: Duration, retryAfter: RetryAfter?, random: UInt64) {
        backoff.failed(now: now, retryAfter: retryAfter, random: random)
        search.failed()
        search.end()
        needsReread = true
    }

    /// The destination failed on every event of a batch. The batch goes again whole, behind others.
    mutating func wholeBatchFailed(_ batch: Batch, now: Duration, retryAfter: RetryAfter?, random: UInt64) {
        backoff.failed(now: now, retryAfter: retryAfter, random: random)
        search.failed()
        search.suspect(batch.events)
        needsReread = true
    }

    /// A request failed, and one of its events may be at fault. The destination is left alone unless it accepted an
    /// event before: then another request may follow at once, and tells.
    ///
    /// - Parameter isFinal: whether an event at fault is dropped. Then it must have been suspected before another one
    ///   passed, and that just now.
    /// - Returns: whether the one event of the request is at fault, since the destination was well before.
    mutating func failed(
        _ delivery: Delivery, isFinal: Bool, now: Duration, retryAfter: RetryAfter?, random: UInt64
    ) -> Bool {
        let events = delivery.batch.events
        search.failed()
        needsReread = true
        if delivery.priorProof == .none || retryAfter != nil {
            backoff.failed(now: now, retryAfter: retryAfter, random: random)
        }
        if events.count == 1, isFinal ? isConfirmedFaulty(events[0], delivery) : delivery.priorProof != .none {
            return true
        }
        // The first failure of a batch may have passed already: its half goes before what is behind it, in order.
        if limit.count != nil || events.count == 1 { search.suspect(events) }
        limit.failed(events.count)
        return false
    }

    private func isConfirmedFaulty(_ event: StoredEvent, _ delivery: Delivery) -> Bool {
        delivery.priorProof == .acceptedJustNow && search.suspects(event)
    }

    /// Nothing that may be tried is left.
    mutating func backlogEmptied() { isRecovering = false }

    /// A network returned.
    mutating func networkReturned(now: Duration) { backoff.networkReturned(now: now) }
}
