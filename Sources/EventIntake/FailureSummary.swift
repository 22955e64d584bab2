import EventSupport

/// Limits the lines in the log about a failure that every request may have: the first failure has one at once, later
/// ones share one a minute.
///
/// A full disk fails thousands of requests a second, and a line for each would fill the disk that has the log.
final class FailureSummary: Sendable {
    /// The minimum time between two lines.
    static let interval = Duration.seconds(60)

    private struct State {
        /// The failures since the last line.
        var count = 0
        /// The time from which the next failure has a line.
        var nextLine: Duration?
        /// Whether the last line was about a failure, and not about its end.
        var isReported = false
    }

    private let state = Locked(State())
    private let now: @Sendable () -> Duration

    /// - Parameter now: the time on a clock that is never set back.
    init(now: @escaping @Sendable () -> Duration) { self.now = now }

    /// Counts failures.
    ///
    /// - Returns: the number of failures since the last line, when they are due to be logged; otherwise `nil`.
    func failed(_ count: Int = 1) -> Int? {
        let now = now()
        return state.withLock { state in
            state.count += count
            if let next = state.nextLine, now < next { return nil }
            defer { state.count = 0 }
            (state.nextLine, state.isReported) = (now + Self.interval, true)
            return state.count
        }
    }

    /// Ends a failure.
    ///
    /// - Returns: the number of failures since the last line, when that line was about the failure; otherwise `nil`. So
    ///   a failure that comes and goes has at most two lines a minute.
    func ended() -> Int? {
        state.withLock { state in
            guard state.isReported else { return nil }
            defer { (state.count, state.isReported) = (0, false) }
            return state.count
        }
    }
}
