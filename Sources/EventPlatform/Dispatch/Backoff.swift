/// How long a destination is left alone after a failure: exponential with full jitter, as the literature on retries
/// recommends, so that many clients do not come back together.
struct Backoff: Sendable, Hashable {
    /// The upper bound of the first delay.
    static let base: Duration = .seconds(1)
    /// The upper bound of every delay, and of what a `Retry-After` is obeyed for.
    static let cap: Duration = .seconds(3600)

    /// Failures in a row.
    private(set) var failures = 0
    /// When the destination may be tried again, on the boot clock; `nil` when at once.
    private(set) var until: Duration?

    /// Whether the destination may be tried at `now`.
    func allows(_ now: Duration) -> Bool { until.map { now >= $0 } ?? true }

    /// The destination failed: delay = random(0 ... min(cap, base × 2^failures)), and no less than `retryAfter`.
    mutating func failed(now: Duration, retryAfter: Duration?, random: UInt64) {
        let exponential = Self.base * (1 << min(failures, 20))
        let bound = min(Self.cap, exponential)
        let share = Double(random >> 11) / Double(1 << 53)
        let delay = Duration.milliseconds(Int64(Double(bound.wholeMilliseconds) * share))
        failures += 1
        until = now + max(delay, min(retryAfter ?? .zero, Self.cap))
    }

    /// The destination answered: the count starts anew.
    mutating func succeeded() { self = Backoff() }
}
