/// When a stored event is too old to be sent. Pure.
///
/// The age of an event that was stored since boot is measured on the boot clock, which cannot be set. The age of an
/// event of an earlier boot is measured on the wall clock, unless that is implausible: before the last time it was
/// trusted, or more than 90 days after it. While it is implausible, no event of an earlier boot is too old.
package struct AgePolicy: Sendable, Hashable {
    /// Events older than this are pruned. The default is 30 days, as in the platform's own clients.
    package var maximumAge: Duration

    package init(maximumAge: Duration = .seconds(30 * 86_400)) { self.maximumAge = maximumAge }

    /// The longest time after the last trusted time at which the wall clock is plausible.
    package static let plausibleLeap: Duration = .seconds(90 * 86_400)

    /// Whether the wall clock is plausible.
    package func isPlausible(_ now: Timestamp, lastTrusted: Timestamp?) -> Bool {
        guard let lastTrusted else { return true }
        return now >= lastTrusted && now <= lastTrusted.advanced(by: Self.plausibleLeap)
    }

    /// The limit at a time.
    package func limit(at time: StorageTime, lastTrusted: Timestamp?) -> AgeLimit {
        let oldest = time.advanced(by: .zero - maximumAge.bounded)
        return AgeLimit(
            bootID: time.bootID, millisecondsSinceBoot: oldest.millisecondsSinceBoot,
            wallTime: isPlausible(time.wall, lastTrusted: lastTrusted) ? oldest.wall : nil)
    }
}

/// The times before which stored events are too old. A store applies it with ``excludes(_:)``.
public struct AgeLimit: Sendable, Hashable {
    /// The id of the running boot.
    public let bootID: String
    /// Events stored in this boot earlier than this time since boot, in milliseconds, are too old.
    public let millisecondsSinceBoot: Int64
    /// Events stored in another boot before this time of the wall clock are too old; `nil` when the wall clock is
    /// implausible, and none of them is too old.
    public let wallTime: Timestamp?

    /// Creates a limit.
    public init(bootID: String, millisecondsSinceBoot: Int64, wallTime: Timestamp?) {
        self.bootID = bootID
        self.millisecondsSinceBoot = millisecondsSinceBoot
        self.wallTime = wallTime
    }

    /// Whether an event stored at that time is too old.
    public func excludes(_ time: StorageTime) -> Bool {
        if time.bootID == bootID { return time.millisecondsSinceBoot < millisecondsSinceBoot }
        return wallTime.map { time.wall < $0 } ?? false
    }
}
