/// Events that failed by their own fault, and until when each of them rests. Pure.
struct Rests: Sendable, Hashable {
    /// On the boot clock, by row.
    private var ends: [Int64: Duration] = [:]

    /// How long an event that the intake could not process rests after its first attempt; each further attempt doubles
    /// it.
    static let first: Duration = .seconds(30)
    /// How long one rests that was tried as often as the policy allows, and that nothing gives a reason to drop.
    static let setAside: Duration = .seconds(86_400)

    /// How many rests are known, with those that have ended since the last ``expire(now:)``.
    var count: Int { ends.count }
    /// The earliest end; `nil` when none is known.
    var firstEnd: Duration? { ends.values.min() }
    /// The last of the rows, in the order of sending.
    var lastRow: Int64? { ends.keys.max() }

    /// Whether an event may not be tried yet.
    func contains(_ row: Int64, now: Duration) -> Bool { ends[row].map { now < $0 } ?? false }

    /// An event rests; `attempts` is how often that had happened before.
    mutating func add(_ event: StoredEvent, now: Duration, policy: RetryPolicy) {
        let isSetAside = event.attempts + 1 >= policy.maximumAttempts
        ends[event.row] = now + (isSetAside ? Self.setAside : Self.first * (1 << min(event.attempts, 11)))
    }

    /// Forgets the rests that have ended.
    mutating func expire(now: Duration) { ends = ends.filter { now < $0.value } }

    /// An event is done with.
    mutating func remove(_ row: Int64) { ends[row] = nil }
}

// MARK: - Across restarts

extension Rests {
    /// How many rests are kept, those that end last: what is tried too early costs an attempt, no event.
    private static let maximumKept = 1000

    /// The rests as the store keeps them: the moment of writing on both clocks, the start of the system, then row and
    /// milliseconds that are left, for each. Empty when nothing rests.
    ///
    /// Without it a process that is started again and again would use up an event's attempts within seconds.
    func text(_ clocks: any Clocks) -> String {
        let now = clocks.sinceBoot
        let left = ends.filter { $0.value > now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        guard !left.isEmpty else { return "" }
        let rows = left.suffix(Self.maximumKept).map { "\($0.key):\(($0.value - now).wholeMilliseconds)" }
        let moment = "\(clocks.wall.milliseconds) \(now.wholeMilliseconds) \(clocks.bootID)"
        return ([moment] + rows).joined(separator: " ")
    }

    /// Reads what ``text(_:)`` wrote. Within one start of the system the boot clock tells how much time has passed, else
    /// the wall clock; when that went back, none has. What is nothing of ours is no rest.
    init(text: String, _ clocks: any Clocks) {
        let parts = text.split(separator: " ")
        guard parts.count > 3, let wall = Int64(parts[0]), let sinceBoot = Int64(parts[1]) else { return }
        let isSameStart = parts[2] == clocks.bootID
        let (now, then) =
            isSameStart ? (clocks.sinceBoot.wholeMilliseconds, sinceBoot) : (clocks.wall.milliseconds, wall)
        let (passed, isBeyond) = now.subtractingReportingOverflow(then)
        let elapsed: Duration = .milliseconds(isBeyond ? 0 : max(0, passed))
        for part in parts.dropFirst(3) {
            let pair = part.split(separator: ":")
            guard pair.count == 2, let row = Int64(pair[0]), let left = Int64(pair[1]) else { continue }
            let rest = min(.milliseconds(left), Self.setAside) - elapsed
            if rest > .zero { ends[row] = clocks.sinceBoot + rest }
        }
    }

    /// A kept text without some rows, which are to be tried at once.
    static func text(_ text: String, without rows: Set<Int64>) -> String {
        let parts = text.split(separator: " ")
        let left = parts.dropFirst(3).filter { part in
            Int64(part.prefix { $0 != ":" }).map { !rows.contains($0) } ?? false
        }
        return left.isEmpty ? "" : (parts.prefix(3) + left).joined(separator: " ")
    }
}
