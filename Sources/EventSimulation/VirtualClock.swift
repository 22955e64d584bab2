package import EventPlatform
import EventSupport

/// Clocks that only a simulation advances. `sleep` returns at once, because a simulation schedules every wait itself.
package final class VirtualClock: Clocks {
    private let time = Locked<Duration>(.zero)

    package init() {}

    /// Moves the clocks forward.
    package func advance(by duration: Duration) { time.withLock { $0 += duration } }

    /// 2026-01-01T00:00:00Z plus the virtual time.
    package var wall: Timestamp { Timestamp(milliseconds: 1_767_225_600_000).advanced(by: sinceBoot) }
    package var sinceBoot: Duration { time.withLock { $0 } }
    package var bootID: String { "virtual" }

    /// Returns at once.
    package func sleep(until time: Duration) async throws {}
}
