import Foundation

/// The clocks a client lives by. A test replaces all of them at once.
package protocol Clocks: Sendable {
    /// What the user's clock says. It may jump.
    var wall: Timestamp { get }
    /// Time since the system started, going on while the device sleeps. It never jumps.
    var sinceBoot: Duration { get }
    /// Waits that long on the monotonic clock.
    ///
    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    func sleep(for duration: Duration) async throws
}

/// The system's clocks.
package struct SystemClocks: Clocks {
    package init() {}

    package var wall: Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    package var sinceBoot: Duration {
        var time = timespec()
        #if canImport(Darwin)
            clock_gettime(CLOCK_MONOTONIC, &time)  // on Darwin this one goes on during sleep
        #else
            clock_gettime(CLOCK_BOOTTIME, &time)
        #endif
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
