/// How often and how soon a failed fetch of stream configurations is tried again: 10 times, after 30 seconds, each
/// delay 1.5 times the one before. Source: the Metrics Platform's Swift client.
struct RetrySchedule: Sendable, Hashable {
    static let maximumRetries = 10
    static let firstDelay: Duration = .seconds(30)

    private let firstDelay: Duration
    private var failures = 0

    /// Longer than any process runs, and short enough for the arithmetic on it.
    private static let maximumFirstDelay: Duration = .seconds(1 << 31)

    init(firstDelay: Duration = Self.firstDelay) {
        self.firstDelay = min(max(.zero, firstDelay), Self.maximumFirstDelay)
    }

    /// The delay before the next retry; `nil` after the last one.
    mutating func failed() -> Duration? {
        guard failures < Self.maximumRetries else { return nil }
        defer { failures += 1 }
        // 1.5ⁿ in whole milliseconds: exact in doubles for every n used here.
        let factor = (0..<failures).reduce(1.0) { product, _ in product * 1.5 }
        return .milliseconds(Int64(Double(firstDelay.wholeMilliseconds) * factor))
    }
}
