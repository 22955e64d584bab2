/// What is known of one destination: whether and how it may be tried, and which events are under suspicion. Pure.
struct DestinationState: Sendable {
    var backoff = Backoff()
    var limit = BatchLimit()
    var gzip = GzipTrial.untried
    /// Events read from the store, to be sent in this cycle.
    var ready: [StoredEvent] = []
    /// Requests under way.
    private var requests = 0
    /// Whether an outage has just ended and its backlog is still there.
    private(set) var isRecovering = false
    /// Requests of this cycle.
    private var requestsInCycle = 0
    /// Whether the last cycle ended before everything was tried.
    private(set) var isCutShort = false

    /// Whether the last request went through: then what fails next fails by its own fault.
    private var lastSucceeded = false
    /// Events that failed alone while nothing was known of the destination, oldest first.
    private(set) var suspects: [StoredEvent] = []
    /// Events that failed by their own fault, and until when they rest.
    private var resting: [Int64: Duration] = [:]

    /// How many requests a cycle makes while the backlog of an outage is there: a thousand clients that all send what
    /// an outage has left would make the next one.
    static let requestsWhileRecovering = 2
    /// How many events may be under suspicion at once.
    static let maximumSuspects = 8
    /// How long an event that the intake could not process rests after its first attempt; each further attempt doubles
    /// it.
    static let firstRest: Duration = .seconds(30)
    /// How long one rests that was tried as often as the policy allows, and that nothing gives a reason to drop.
    static let setAside: Duration = .seconds(86_400)

    /// Whether another request may begin beside those under way. Only one at a time while something is wrong.
    func mayBegin(now: Duration, atMost pool: Int) -> Bool {
        let isWell = backoff.failures == 0 && limit.count == nil && suspects.isEmpty
        return backoff.allows(now) && requests < (isWell ? pool : 1)
    }

    /// Whether an event may be tried with others: it does not rest and is not under suspicion.
    func mayTry(_ event: StoredEvent, now: Duration) -> Bool {
        resting[event.row].map { now >= $0 } ?? true && !suspects.contains { $0.row == event.row }
    }

    /// How many rows a read may meet that cannot be tried.
    var unavailable: Int { resting.count + suspects.count }

    /// The event that is to be sent alone now, since the destination has just proved to be well.
    mutating func takeSuspect() -> StoredEvent? {
        lastSucceeded && !suspects.isEmpty ? suspects.removeFirst() : nil
    }

    /// Behind which event the next is looked for: while nothing is known of the destination, behind the last that
    /// failed; else from the front.
    var probeAfter: Int64 { lastSucceeded ? 0 : suspects.last?.row ?? 0 }

    /// Nothing else waits, so those under suspicion may be tried like any other.
    mutating func clearSuspects() { suspects = [] }

    /// When the destination may be tried again, if it has events: now, unless something failed.
    func retry(now: Duration) -> Duration {
        if let until = backoff.until { return until }
        return isCutShort ? now : resting.values.min() ?? now
    }

    // MARK: - What happens

    /// A cycle begins.
    mutating func cycleBegan() {
        requestsInCycle = 0
        isCutShort = false
    }

    /// A request begins.
    mutating func began() {
        requests += 1
        requestsInCycle += 1
    }

    /// A request ended, one way or another.
    mutating func ended() { requests -= 1 }

    /// Whether this cycle has done its share; then the rest is for the next.
    mutating func hasDoneItsShare(isPaced: Bool) -> Bool {
        guard isPaced, isRecovering, requestsInCycle >= Self.requestsWhileRecovering else { return false }
        isCutShort = true
        return true
    }

    /// A request went through.
    mutating func succeeded(within most: Int) {
        if backoff.failures > 0 { isRecovering = true }
        backoff = Backoff()
        limit.succeeded(within: most)
        lastSucceeded = true
    }

    /// A request failed that says nothing of its events.
    mutating func failed(now: Duration, retryAfter: RetryAfter?, random: UInt64) {
        backoff.failed(now: now, retryAfter: retryAfter, random: random)
        lastSucceeded = false
        suspects = []
    }

    /// A request failed, and its events may be at fault.
    ///
    /// - Returns: whether the one event of the request is at fault, since the destination was well just before.
    mutating func failed(_ events: [StoredEvent], now: Duration, retryAfter: RetryAfter?, random: UInt64) -> Bool {
        let wasWell = lastSucceeded
        lastSucceeded = false
        if events.count == 1, wasWell { return true }
        backoff.failed(now: now, retryAfter: retryAfter, random: random)
        if events.count > 1 {
            limit.failed(events.count)
        } else {
            suspects = (suspects + events).suffix(Self.maximumSuspects)
        }
        return false
    }

    /// An event rests; `attempts` is how often that had happened before.
    mutating func rest(_ event: StoredEvent, now: Duration, policy: RetryPolicy) {
        let isSetAside = event.attempts + 1 >= policy.maximumAttempts
        resting[event.row] = now + (isSetAside ? Self.setAside : Self.firstRest * (1 << min(event.attempts, 11)))
    }

    /// An event is done with.
    mutating func finished(_ row: Int64) {
        resting[row] = nil
        suspects.removeAll { $0.row == row }
    }

    /// Nothing that may be tried is left.
    mutating func ranEmpty() { isRecovering = false }

    /// A network returned.
    mutating func networkReturned(now: Duration) { backoff.networkReturned(now: now) }
}
