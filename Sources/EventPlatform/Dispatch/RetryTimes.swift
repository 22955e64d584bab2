/// When what failed may be tried again: destinations that did not answer, and single events that the intake could not
/// process. Pure, on the boot clock; a new process may try everything at once.
struct RetryTimes: Sendable {
    private var destinations: [String: Backoff] = [:]
    private var events: [Int64: (destination: String, time: Duration)] = [:]

    /// How long an event that the intake could not process rests after its first attempt; each further attempt doubles
    /// it.
    static let firstRest: Duration = .seconds(30)

    /// Whether a destination may be tried.
    func allow(_ destination: String, now: Duration) -> Bool { destinations[destination]?.allows(now) ?? true }

    /// Whether an event may be tried.
    func allow(_ event: StoredEvent, now: Duration) -> Bool { events[event.row].map { now >= $0.time } ?? true }

    /// A destination answered.
    mutating func succeeded(_ destination: String) { destinations[destination] = nil }

    /// A destination failed as a whole.
    mutating func failed(_ destination: String, now: Duration, retryAfter: Duration?, random: UInt64) {
        destinations[destination, default: Backoff()].failed(now: now, retryAfter: retryAfter, random: random)
    }

    /// The intake could not process an event; `attempts` is how often that had happened before.
    mutating func failed(_ event: StoredEvent, for destination: String, now: Duration) {
        events[event.row] = (destination, now + Self.firstRest * (1 << min(event.attempts, 16)))
    }

    /// An event is done with.
    mutating func finished(_ row: Int64) { events[row] = nil }

    /// When a destination that still has events may be tried again; now, when nothing of it failed.
    func retry(of destination: String, now: Duration) -> Duration {
        if let until = destinations[destination]?.until { return until }
        return events.values.filter { $0.destination == destination }.map(\.time).min() ?? now
    }
}
