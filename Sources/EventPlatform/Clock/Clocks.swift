import EventSupport
import Foundation

/// The clocks of a client. A test replaces them with a manual clock.
///
/// Durations are measured on the boot clock, which cannot be set. The wall clock is used for dates in events, and for
/// times of earlier boots.
package protocol Clocks: Sendable {
    /// The time of the wall clock, which the user or the network may set to any other time.
    var wall: Timestamp { get }
    /// The time since boot, including the time that the device sleeps. It never goes back.
    var sinceBoot: Duration { get }
    /// The id of the running boot, unique for each boot.
    var bootID: String { get }
    /// Waits until a time since boot; returns at once when that has passed.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(until time: Duration) async throws
    /// Waits as ``sleep(until:)`` does, for a deadline that is normally cancelled before it passes.
    ///
    /// A manual clock distinguishes the two: it may advance to the next ``sleep(until:)`` of an idle client, but not to
    /// a deadline.
    func sleep(untilDeadline time: Duration) async throws
}

extension Clocks {
    package func sleep(untilDeadline time: Duration) async throws { try await sleep(until: time) }

    /// Waits for a duration on the boot clock.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package func sleep(for duration: Duration) async throws { try await sleep(until: sinceBoot.adding(duration)) }
}

/// The system's clocks.
package struct SystemClocks: Clocks {
    /// It is read once, when it is needed first: a client that is being created must not touch the disk.
    package var bootID: String { Self.currentBootID }
    private static let currentBootID = readBootID()

    package init() {}

    package var wall: Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    package var sinceBoot: Duration {
        var time = timespec()
        #if canImport(Darwin)
            clock_gettime(CLOCK_MONOTONIC, &time)  // on Darwin it includes the time asleep
        #else
            clock_gettime(CLOCK_BOOTTIME, &time)
        #endif
        return .nanoseconds(time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    package func sleep(until time: Duration) async throws {
        try await Task.sleep(for: min(max(.zero, time - sinceBoot), Self.maximumSleep))
    }

    /// Longer than any process runs. `Task.sleep` traps on a duration that does not fit into 64 bits of nanoseconds.
    private static let maximumSleep: Duration = .seconds(1 << 31)

    /// The system's id of the running boot. When the system has none, a random one, so that each process counts as a
    /// boot.
    private static func readBootID() -> String {
        #if canImport(Darwin)
            var size = 0
            sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0)
            var bytes = [UInt8](repeating: 0, count: size)
            if size > 0, sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 {
                return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        #else
            do {
                let bytes = try RegularFile.bytes(at: "/proc/sys/kernel/random/boot_id", limit: 1024)
                let id = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
                if !id.isEmpty { return id }
            } catch {}  // a system without it gives each process an id of its own
        #endif
        return UUID().uuidString
    }
}
