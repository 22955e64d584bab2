/// The search for an event that makes its requests fail: which events are suspected, and whether the destination has
/// accepted others since. Pure.
///
/// A faulty event differs from an outage in that other events are accepted. So while events are suspected and none has
/// been accepted just now, the next request is a probe: it has events that come after the suspected ones.
struct FaultSearch: Sendable {
    /// Ready events up to this position are suspected.
    private(set) var readyUpTo: SendingPosition?
    /// Rows of suspected events that had failed before.
    private(set) var retries: Set<Int64> = []
    /// When an event was last accepted, as time since boot; `nil` when a request failed after that.
    private var acceptedAt: Duration?

    /// Whether the destination has been shown to work.
    enum Proof: Sendable, Hashable {
        /// A request failed after the last accepted event, or no event was accepted yet.
        case none
        /// An event was accepted, and no request failed after that.
        case accepted
        /// As ``accepted``, within the last ``proofLifetime``.
        case acceptedJustNow
    }

    /// How long after it was accepted an event counts as accepted just now.
    static let proofLifetime: Duration = .seconds(60)
    /// The maximum number of suspected retries; beyond it all of them are cleared and the search begins again.
    private static let maximumRetries = 1000

    /// Whether any event is suspected.
    var isUnderWay: Bool { readyUpTo != nil || !retries.isEmpty }

    /// Whether the destination has been shown to work.
    func proof(now: Duration) -> Proof {
        acceptedAt.map { now - $0 <= Self.proofLifetime ? .acceptedJustNow : .accepted } ?? .none
    }

    /// Whether the next request takes events behind the suspected ones.
    func isProbing(now: Duration) -> Bool { isUnderWay && proof(now: now) != .acceptedJustNow }

    /// Whether an event is suspected: it was in a failed request, or was isolated by an earlier failure.
    func suspects(_ event: LeasedEvent) -> Bool {
        if event.attempts > 0 { return event.isIsolated || retries.contains(event.row) }
        return readyUpTo.map { event.position <= $0 } ?? false
    }

    // MARK: - Events

    /// The destination accepted an event.
    mutating func accepted(now: Duration) { acceptedAt = now }

    /// A request failed.
    mutating func failed() { acceptedAt = nil }

    /// Events were in a request that failed, and one of them may be at fault.
    mutating func suspect(_ events: [LeasedEvent]) {
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
