/// How long a destination is left alone after a failure: exponential with full jitter, as the literature on retries
/// recommends, so that many clients do not come back together.
package struct Backoff: Sendable, Hashable {
    /// The upper bound of the first delay.
    static let base: Duration = .seconds(1)
    /// The upper bound of every delay, and of what a `Retry-After` is obeyed for.
    static let cap: Duration = .seconds(3600)
    /// The lower bound: without it one failure in a thousand would be followed by a request at the same moment.
    static let minimum: Duration = .milliseconds(1)

    /// Failures in a row.
    private(set) var failures = 0
    /// When the destination may be tried again, on the boot clock; `nil` when at once.
    private(set) var until: Duration?

    /// Whether the destination may be tried at `now`.
    func allows(_ now: Duration) -> Bool { until.map { now >= $0 } ?? true }

    /// The destination failed: delay = random(0 ... min(cap, base × 2^failures)), and no less than `retryAfter` and
    /// ``minimum``. A date is the same for every client that is told of it, so as much again is spread over chance.
    mutating func failed(now: Duration, retryAfter: RetryAfter?, random: UInt64) {
        let bound = min(Self.cap, Self.base * (1 << min(failures, 20)))
        failures += 1
        let delay: Duration =
            switch retryAfter {
            case nil: Self.randomFraction(random, of: bound)
            case .delay(let asked): max(asked, Self.randomFraction(random, of: bound))
            case .date(let left): left + Self.randomFraction(random, of: max(bound, left))
            }
        until = now + min(max(delay, Self.minimum), Self.cap)
    }

    /// A network returned: nothing is known of the destination any more, so it may be tried. A further failure counts
    /// on.
    mutating func networkReturned(now: Duration) { until = until.map { min($0, now) } }

    private static func randomFraction(_ random: UInt64, of bound: Duration) -> Duration {
        .milliseconds(Int64(Double(bound.wholeMilliseconds) * Double(random >> 11) / Double(1 << 53)))
    }
}

// MARK: - Across restarts

extension Backoff {
    /// The back-off as the store keeps it: without it, an app that is killed and started again and again would try a
    /// failing intake each time.
    struct Saved: Codable, Sendable, Hashable {
        /// Failures in a row; 0 when the destination is well.
        var failures: Int
        /// When the destination may be tried again.
        var until: StorageTime
    }

    /// The name of a destination's back-off in the store.
    static func name(of destination: String) -> String { "backoff \(destination)" }

    /// The back-off as the store keeps it.
    func saved(at now: StorageTime) -> Saved {
        Saved(failures: failures, until: now.advanced(by: max(.zero, (until ?? .zero) - now.bootTime)))
    }

    /// The back-off of an earlier process. Within one start of the system the boot clock counts; otherwise the wall
    /// clock, which may have been set: no wait is longer than the cap.
    init(_ saved: Saved, at now: StorageTime) {
        guard saved.failures > 0 else { return }
        failures = min(saved.failures, 64)
        let left = saved.until.onBootClock(of: now, atMost: Self.cap).bootTime - now.bootTime
        until = now.bootTime + min(max(.zero, left), Self.cap)
    }
}

extension StorageTime {
    /// The moment on the boot clock.
    var bootTime: Duration { .milliseconds(sinceBoot) }
}
