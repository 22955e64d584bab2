/// When a stored event is too old to be sent. Pure.
///
/// Within one start of the system age is measured on the boot clock, which nobody can set. Events of earlier starts are
/// measured on the wall clock, unless that is implausible: before the last time it was trusted, or more than 90 days past
/// it. Then such events are kept until they are sent.
package struct AgePolicy: Sendable, Hashable {
    /// Events older than this are pruned. The default is 30 days, as in the platform's own clients.
    package var maximumAge: Duration

    package init(maximumAge: Duration = .seconds(30 * 86_400)) { self.maximumAge = maximumAge }

    /// How far past the last time it was trusted the wall clock may stand and still be plausible.
    package static let plausibleLeap: Duration = .seconds(90 * 86_400)

    /// Whether the wall clock is plausible.
    package func isPlausible(_ now: Timestamp, lastTrusted: Timestamp?) -> Bool {
        guard let lastTrusted else { return true }
        return now >= lastTrusted && now <= lastTrusted.advanced(by: Self.plausibleLeap)
    }

    /// What is too old now.
    package func limit(at time: StorageTime, lastTrusted: Timestamp?) -> AgeLimit {
        let oldest = time.advanced(by: .zero - maximumAge)
        return AgeLimit(
            bootID: time.bootID, bootTime: oldest.sinceBoot,
            wallTime: isPlausible(time.wall, lastTrusted: lastTrusted) ? oldest.wall : nil)
    }
}

/// The times before which events are too old.
public struct AgeLimit: Sendable, Hashable {
    /// The running start of the system.
    public let bootID: String
    /// Events stored in it before this many milliseconds after the start are too old.
    public let bootTime: Int64
    /// Events stored in another start before this moment are too old; `nil` when that cannot be told.
    public let wallTime: Timestamp?

    /// Creates a limit.
    public init(bootID: String, bootTime: Int64, wallTime: Timestamp?) {
        self.bootID = bootID
        self.bootTime = bootTime
        self.wallTime = wallTime
    }

    /// Whether an event stored at that time is too old.
    public func excludes(_ time: StorageTime) -> Bool {
        if time.bootID == bootID { return time.sinceBoot < bootTime }
        return wallTime.map { time.wall < $0 } ?? false
    }
}
