package import EventPlatform
import EventSupport

/// Clocks that stand still until a simulation moves them. Nothing can wait on them: a simulation knows what comes next.
package final class VirtualClock: Clocks {
    private let time = Locked<Duration>(.zero)

    package init() {}

    /// Moves the clocks forward.
    package func advance(by duration: Duration) { time.withLock { $0 += duration } }

    /// 2026-01-01T00:00:00Z and the time that has passed.
    package var wall: Timestamp { Timestamp(milliseconds: 1_767_225_600_000).advanced(by: sinceBoot) }
    package var sinceBoot: Duration { time.withLock { $0 } }
    package var bootID: String { "virtual" }

    /// Returns at once.
    package func sleep(until time: Duration) async throws {}
}
