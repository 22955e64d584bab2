#if Kafka
    import EventSupport

    /// Limits librdkafka's lines: so many of each facility in a minute. What was left out is counted.
    ///
    /// While a cluster is away, each broker has a line for each attempt to connect.
    final class LineLimit: Sendable {
        /// The most lines of a facility in ``interval``.
        static let count = 5
        static let interval = Duration.seconds(60)

        private struct Window {
            let end: ContinuousClock.Instant
            var lines = 0
        }

        private let windows = Locked<[String: Window]>([:])
        private let now: @Sendable () -> ContinuousClock.Instant

        /// - Parameter now: the time on a clock that is never set back.
        init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

        /// Counts a line.
        ///
        /// - Returns: whether it is within the limit; and how many lines were left out, by facility, in the minutes
        ///   that have ended since the last call.
        func add(_ facility: String) -> (isWithin: Bool, leftOut: [String: Int]) {
            let now = now()
            return windows.withLock { windows in
                let ended = windows.filter { $0.value.end <= now }
                for facility in ended.keys { windows[facility] = nil }
                var window = windows[facility] ?? Window(end: now + Self.interval)
                window.lines += 1
                windows[facility] = window
                let leftOut = ended.mapValues { $0.lines - Self.count }.filter { $0.value > 0 }
                return (window.lines <= Self.count, leftOut)
            }
        }
    }
#endif
