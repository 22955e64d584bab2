/// How long a destination is left alone after a failure: exponential with full jitter, as the literature on retries
/// recommends, so that many clients do not come back together.
package struct Backoff: Sendable, Hashable {
    /// The upper bound of the first delay.
    static let base: Duration = .seconds(1)
    /// The upper bound of every delay, and of what a `Retry-After` is obeyed for.
    static let cap: Duration = .seconds(3600)
    /// The lower bound: without it one failure in a thousand would be followed by a request at the same moment.
    static let least: Duration = .milliseconds(1)

    /// Failures in a row.
    private(set) var failures = 0
    /// When the destination may be tried again, on the boot clock; `nil` when at once.
    private(set) var until: Duration?

    /// Whether the destination may be tried at `now`.
    func allows(_ now: Duration) -> Bool { until.map { now >= $0 } ?? true }

    /// The destination failed: delay = random(0 ... min(cap, base × 2^failures)), and no less than `retryAfter` and
    /// ``least``. A date is the same for every client that is told of it, so as much again is spread over chance.
    mutating func failed(now: Duration, retryAfter: RetryAfter?, random: UInt64) {
        let bound = min(Self.cap, Self.base * (1 << min(failures, 20)))
        failures += 1
        let delay: Duration =
            switch retryAfter {
            case nil: Self.share(random, of: bound)
            case .delay(let asked): max(asked, Self.share(random, of: bound))
            case .date(let left): left + Self.share(random, of: max(bound, left))
            }
        until = now + min(max(delay, Self.least), Self.cap)
    }

    /// A network returned: nothing is known of the destination any more, so it may be tried. A further failure counts
    /// on.
    mutating func networkReturned(now: Duration) { until = until.map { min($0, now) } }

    private static func share(_ random: UInt64, of bound: Duration) -> Duration {
        .milliseconds(Int64(Double(bound.wholeMilliseconds) * Double(random >> 11) / Double(1 << 53)))
    }
}

// MARK: - Across restarts

extension Backoff {
    /// The back-off as the store keeps it: failures, the moment on the wall clock, and on the boot clock of which start.
    ///
    /// Without it an app that is killed and started again and again would try a failing intake each time.
    func text(_ clocks: any Clocks) -> String {
        let left = max(.zero, (until ?? clocks.sinceBoot) - clocks.sinceBoot)
        let wall = clocks.wall.advanced(by: left).milliseconds
        return "\(failures) \(wall) \((clocks.sinceBoot + left).wholeMilliseconds) \(clocks.bootID)"
    }

    /// Reads what ``text(_:)`` wrote. Within one start of the system the boot clock counts; otherwise the wall clock,
    /// which may have leapt: no wait is longer than the cap.
    ///
    /// - Returns: `nil` when the text is nothing of ours: then the destination may be tried at once.
    init?(text: String, _ clocks: any Clocks) {
        let parts = text.split(separator: " ", maxSplits: 3)
        guard parts.count == 4, let failures = Int(parts[0]), failures > 0, let wall = Int64(parts[1]),
            let sinceBoot = Int64(parts[2])
        else { return nil }
        let now = clocks.sinceBoot
        let (wallLeft, isFarPast) = wall.subtractingReportingOverflow(clocks.wall.milliseconds)
        let left: Duration =
            parts[3] == clocks.bootID ? .milliseconds(sinceBoot) - now : .milliseconds(isFarPast ? 0 : wallLeft)
        self.failures = min(failures, 64)
        until = now + min(max(.zero, left), Self.cap)
    }
}
