/// The marks of the app's own requests: which are in flight, and when the traffic ends. Pure: the time is an argument.
package struct TrafficMarks: Sendable {
    /// When each request that is in flight began, by its number.
    private var begins: [UInt64: Duration] = [:]
    private var lastNumber: UInt64 = 0
    /// The latest end of a request.
    private var lastEnd: Duration?

    /// How long a request counts as traffic without an end mark, so that one that never ends does not keep events
    /// waiting for as long as the app runs. Source: the default time-out of URLSession.
    package static let maximumRequestDuration: Duration = .seconds(60)

    package init() {}

    /// A request began.
    ///
    /// - Returns: the number of the request, for ``end(_:now:)``.
    package mutating func begin(now: Duration) -> UInt64 {
        endLongRequests(now: now)
        lastNumber += 1
        begins[lastNumber] = now
        return lastNumber
    }

    /// A request ended: by a response, by an error or because it was cancelled.
    package mutating func end(_ number: UInt64, now: Duration) {
        begins[number] = nil
        lastEnd = max(lastEnd ?? now, now)
    }

    /// The number of requests that are in flight, without those that have been for too long.
    func inFlight(now: Duration) -> Int { begins.values.count { now - $0 < Self.maximumRequestDuration } }

    /// When the traffic ended, or will at the latest; `nil` before the first request.
    package var endsAt: Duration? {
        let latest = begins.values.max().map { $0.adding(Self.maximumRequestDuration) }
        return [lastEnd, latest].compactMap(\.self).max()
    }

    /// Ends the requests that have been in flight for too long, so that memory does not grow with them.
    private mutating func endLongRequests(now: Duration) {
        for (number, begin) in begins where now - begin >= Self.maximumRequestDuration {
            end(number, now: begin.adding(Self.maximumRequestDuration))
        }
    }
}
