/// The search for an event that makes its requests fail: which events may be at fault, and whether the destination has
/// proved to be well since. Pure.
///
/// Whether others pass tells a faulty event from an outage. So while events are suspected and nothing has passed, the
/// next request takes what stands behind them.
struct FaultSearch: Sendable {
    /// Ready events up to this position are suspected.
    private(set) var readyUpTo: SendingPosition?
    /// Rows of suspected events that had failed before.
    private(set) var retries: Set<Int64> = []
    /// When an event was accepted, on the boot clock; `nil` when a request has failed since.
    private var acceptedAt: Duration?

    /// Whether the destination is well.
    enum Proof: Sendable, Hashable {
        /// A request has failed since it accepted an event.
        case none
        /// It has accepted an event, and nothing has failed since.
        case accepted
        /// The same, less than a minute ago.
        case acceptedJustNow
    }

    /// How long an accepted event was accepted just now.
    static let proofLifetime: Duration = .seconds(60)
    /// How many failed events are suspected at once; beyond it the search begins anew at the front.
    private static let maximumRetries = 1000

    /// Whether any event is suspected.
    var isUnderWay: Bool { readyUpTo != nil || !retries.isEmpty }

    /// Whether the destination is well, as far as it is known.
    func proof(now: Duration) -> Proof {
        acceptedAt.map { now - $0 <= Self.proofLifetime ? .acceptedJustNow : .accepted } ?? .none
    }

    /// Whether the next request takes what stands behind the suspected events.
    func isProbing(now: Duration) -> Bool { isUnderWay && proof(now: now) != .acceptedJustNow }

    /// Whether an event is suspected: it was in a request that failed, or was found to be at fault before.
    func suspects(_ event: StoredEvent) -> Bool {
        if event.attempts > 0 { return event.isIsolated || retries.contains(event.row) }
        return readyUpTo.map { event.position <= $0 } ?? false
    }

    // MARK: - What happens

    /// The destination accepted an event.
    mutating func accepted(now: Duration) { acceptedAt = now }

    /// A request failed.
    mutating func failed() { acceptedAt = nil }

    /// Events were in a request that failed, and one of them may be at fault.
    mutating func suspect(_ events: [StoredEvent]) {
        for event in events {
            if event.attempts > 0 {
                retries.insert(event.row)
            } else {
                readyUpTo = max(readyUpTo ?? event.position, event.position)
            }
        }
        if retries.count > Self.maximumRetries { retries = [] }
    }

    /// No event is suspected any more.
    mutating func end() {
        readyUpTo = nil
        retries = []
    }
}
