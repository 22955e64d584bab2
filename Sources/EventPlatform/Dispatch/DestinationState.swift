/// What is known of one destination: whether and how it may be tried, and which events may be at fault. Pure.
struct DestinationState: Sendable {
    var backoff = Backoff()
    var limit = BatchLimit()
    var gzip = GzipTrial.untried
    /// Events read from the store, to be sent in this cycle.
    var ready: [StoredEvent] = []
    /// Whether what comes next is no longer what was read.
    var mustReadAnew = false
    /// Requests under way.
    private var requests = 0
    /// Whether an outage has just ended and its backlog is still there.
    private(set) var isRecovering = false
    /// Requests of this cycle.
    private var requestsInCycle = 0
    /// Whether the last cycle ended before everything was tried.
    private(set) var isCutShort = false

    /// Whether the last request went through: then what fails next fails by its own fault.
    private(set) var lastSucceeded = false
    /// Up to where events have failed that may be at fault; what is behind it tells whether the destination is well.
    private var suspectedUpTo: Int64 = 0
    /// Whether the request under way is to tell that.
    private var isProbing = false
    /// Events that failed by their own fault.
    var rests = Rests()

    /// How many requests a cycle makes while the backlog of an outage is there: a thousand clients that all send what
    /// an outage has left would make the next one.
    static let requestsWhileRecovering = 2

    /// Whether another request may begin beside those under way. Only one at a time while something is wrong.
    func mayBegin(now: Duration, atMost pool: Int) -> Bool {
        let isWell = backoff.failures == 0 && limit.count == nil
        return backoff.allows(now) && requests < (isWell ? pool : 1)
    }

    /// Behind which row the next events are looked for. While a faulty event is looked for and the last request failed,
    /// behind those that may be at fault: whether others pass tells them from an outage. Else from the front.
    var readsAfter: Int64 { lastSucceeded ? 0 : suspectedUpTo }

    /// Nothing is behind the events that may be at fault.
    mutating func nothingToProbe() { suspectedUpTo = 0 }

    // MARK: - What happens

    /// A cycle begins.
    mutating func cycleBegan(now: Duration) {
        rests.expire(now: now)
        requestsInCycle = 0
        isCutShort = false
    }

    /// A request begins.
    mutating func began() {
        requests += 1
        requestsInCycle += 1
        isProbing = readsAfter > 0
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
        lastSucceeded = true
        // A probe says nothing of how many of the others may go at once.
        if isProbing { mustReadAnew = true } else { limit.succeeded(within: most) }
        if limit.count == nil { suspectedUpTo = 0 }
    }

    /// A batch is to go again at half its size.
    mutating func takesLess(than events: Int, tooLarge: Bool) {
        if tooLarge { limit.wasTooLarge(events) } else { limit.failed(events) }
        mustReadAnew = true
    }

    /// A request failed that says nothing of its events.
    mutating func failed(now: Duration, retryAfter: RetryAfter?, random: UInt64) {
        backoff.failed(now: now, retryAfter: retryAfter, random: random)
        lastSucceeded = false
        suspectedUpTo = 0
        mustReadAnew = true
    }

    /// A request failed, and its events may be at fault. The destination is left alone unless it was well just before:
    /// then another request may follow at once, and tells.
    ///
    /// - Returns: whether the one event of the request is at fault, since the destination was well just before.
    mutating func failed(_ events: [StoredEvent], now: Duration, retryAfter: RetryAfter?, random: UInt64) -> Bool {
        let wasWell = lastSucceeded
        lastSucceeded = false
        mustReadAnew = true
        if !wasWell || retryAfter != nil { backoff.failed(now: now, retryAfter: retryAfter, random: random) }
        if events.count == 1, wasWell { return true }
        // The first failure of a batch may be a moment's: its half goes before what is behind it, in order.
        if limit.count != nil || events.count == 1 {
            suspectedUpTo = max(suspectedUpTo, events.last?.row ?? 0)
        }
        limit.failed(events.count)
        return false
    }

    /// Nothing that may be tried is left.
    mutating func ranEmpty() { isRecovering = false }

    /// A network returned.
    mutating func networkReturned(now: Duration) { backoff.networkReturned(now: now) }
}
