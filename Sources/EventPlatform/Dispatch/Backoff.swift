/// The pause before the next request to a destination after failures: exponential with full jitter, so that many
/// clients do not retry at the same time.
package struct Backoff: Sendable, Hashable {
    /// The upper bound of the first delay.
    static let base: Duration = .seconds(1)
    /// The upper bound of every delay; a longer `Retry-After` counts as this.
    static let cap: Duration = .seconds(3600)
    /// The lower bound of every delay, since the jitter can be zero.
    static let minimum: Duration = .milliseconds(1)

    /// Failures in a row.
    private(set) var failures = 0
    /// When the destination may be tried again, as time since boot; `nil` for at once.
    private(set) var until: Duration?

    /// Whether the destination may be tried at `now`.
    func allows(_ now: Duration) -> Bool { until.map { now >= $0 } ?? true }

    /// The destination failed: delay = random(0 ... min(cap, base × 2^failures)), and no less than `retryAfter` and
    /// ``minimum``. A date is the same for every client, so a random delay of up to the same length, or up to the
    /// back-off's bound where that is longer, is added to it.
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

    /// A network returned: the destination may be tried at once. ``failures`` stays, so a further failure has a longer
    /// delay.
    mutating func networkReturned(now: Duration) { until = until.map { min($0, now) } }

    private static func randomFraction(_ random: UInt64, of bound: Duration) -> Duration {
        .milliseconds(Int64(Double(bound.wholeMilliseconds) * Double(random >> 11) / Double(1 << 53)))
    }
}

// MARK: - Across restarts

extension Backoff {
    /// The back-off as it is saved in the store, so that an app that is restarted often does not try a failing intake
    /// with each start.
    struct Saved: Codable, Sendable, Hashable {
        /// Failures in a row; 0 when the last request succeeded.
        var failures: Int
        /// When the destination may be tried again.
        var until: StorageTime
    }

    /// The name of a destination's back-off in the store.
    static func name(of destination: String) -> String { "backoff \(destination)" }

    /// The back-off to save.
    func saved(at now: StorageTime) -> Saved {
        Saved(failures: failures, until: now.advanced(by: max(.zero, (until ?? .zero) - now.durationSinceBoot)))
    }

    /// Restores the back-off of an earlier process: by the boot clock within a boot, otherwise by the wall clock. Since
    /// that may have been set, the delay is at most ``cap``.
    init(_ saved: Saved, at now: StorageTime) {
        guard saved.failures > 0 else { return }
        failures = min(saved.failures, 64)
        let left = saved.until.onBootClock(of: now, atMost: Self.cap).durationSinceBoot - now.durationSinceBoot
        until = now.durationSinceBoot + min(max(.zero, left), Self.cap)
    }
}

extension StorageTime {
    /// The time since boot.
    var durationSinceBoot: Duration { .milliseconds(millisecondsSinceBoot) }
}
