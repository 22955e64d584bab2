import Foundation

/// The clocks a client lives by. A test replaces all of them at once.
package protocol Clocks: Sendable {
    /// What the user's clock says. It may jump.
    var wall: Timestamp { get }
    /// Time since the system started, going on while the device sleeps. It never jumps.
    var sinceBoot: Duration { get }
    /// Tells one start of the system from every other.
    var bootID: String { get }
    /// Waits until `time` on the boot clock; returns at once when it has come.
    ///
    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    func sleep(until time: Duration) async throws
    /// Waits as ``sleep(until:)`` does, for the latest end of something that is expected to end before. A test's clock
    /// tells the two apart: a deadline is no sign that a client has nothing to do until then.
    func sleep(untilDeadline time: Duration) async throws
}

extension Clocks {
    package func sleep(untilDeadline time: Duration) async throws { try await sleep(until: time) }

    /// Waits that long on the boot clock.
    ///
    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    package func sleep(for duration: Duration) async throws { try await sleep(until: sinceBoot + duration) }
}

/// The system's clocks.
package struct SystemClocks: Clocks {
    package let bootID: String

    package init() { bootID = Self.readBootID() }

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

    package func sleep(until time: Duration) async throws {
        try await Task.sleep(for: min(max(.zero, time - sinceBoot), Self.longestSleep))
    }

    /// Longer than any process lives; the system's own sleep ends the process where its nanoseconds do not hold the time.
    private static let longestSleep: Duration = .seconds(1 << 31)

    /// The id that the system gives each of its starts; where it gives none, every process counts as a start.
    private static func readBootID() -> String {
        #if canImport(Darwin)
            var size = 0
            sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0)
            var bytes = [UInt8](repeating: 0, count: size)
            if size > 0, sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 {
                return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        #else
            if let bytes = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id"), !bytes.isEmpty {
                return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            }
        #endif
        return UUID().uuidString
    }
}
