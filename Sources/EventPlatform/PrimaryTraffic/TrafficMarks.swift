/// The marks of the app's own requests: which are under way, and when the traffic ends. Pure: the time is an argument.
package struct TrafficMarks: Sendable {
    /// When each request that is under way began, by its number.
    private var begins: [UInt64: Duration] = [:]
    private var lastNumber: UInt64 = 0
    /// The latest end of a request.
    private var lastEnd: Duration?

    /// How long a request counts as traffic without an end mark. Later it counts as ended after this time, so that a
    /// request without an end does not keep events waiting for as long as the app runs. Source: the default time-out of
    /// URLSession.
    package static let longestRequest: Duration = .seconds(60)

    package init() {}

    /// A request began.
    ///
    /// - Returns: the number of the request, for ``end(_:now:)``.
    package mutating func begin(now: Duration) -> UInt64 {
        forgetEndless(now: now)
        lastNumber += 1
        begins[lastNumber] = now
        return lastNumber
    }

    /// A request ended: by an answer, by an error or because it was cancelled. A second end of the same request changes
    /// nothing, unless the request was under way for longer than ``longestRequest``.
    package mutating func end(_ number: UInt64, now: Duration) {
        begins[number] = nil
        lastEnd = max(lastEnd ?? now, now)
    }

    /// When the traffic ended, or will at the latest; `nil` before the first request.
    package var endsAt: Duration? {
        [lastEnd, begins.values.max().map { $0.adding(Self.longestRequest) }].compactMap(\.self).max()
    }

    /// Counts requests as ended that have been under way for too long, so that the memory is bounded.
    private mutating func forgetEndless(now: Duration) {
        let endless = begins.filter { now - $0.value >= Self.longestRequest }
        for (number, begin) in endless {
            begins[number] = nil
            lastEnd = max(lastEnd ?? .zero, begin.adding(Self.longestRequest))
        }
    }
}
