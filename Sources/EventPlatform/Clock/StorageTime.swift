/// A time on the wall clock and on the boot clock: when an event was stored, or when it may be sent again.
///
/// Within a boot the boot clock is used, since it cannot be set. Across boots only the wall clock remains.
public struct StorageTime: Sendable, Hashable, Codable {
    /// The time on the wall clock.
    public var wall: Timestamp
    /// The id of the boot to which ``millisecondsSinceBoot`` belongs.
    public var bootID: String
    /// The time on the boot clock, in milliseconds since boot. May be negative or later than now.
    public var millisecondsSinceBoot: Int64

    private enum CodingKeys: String, CodingKey {
        case wall, bootID
        case millisecondsSinceBoot = "sinceBoot"  // as stored files have it
    }

    /// Creates a time.
    public init(wall: Timestamp, bootID: String, millisecondsSinceBoot: Int64) {
        self.wall = wall
        self.bootID = bootID
        self.millisecondsSinceBoot = millisecondsSinceBoot
    }

    /// The present.
    package init(_ clocks: any Clocks) {
        self.init(wall: clocks.wall, bootID: clocks.bootID, millisecondsSinceBoot: clocks.sinceBoot.wholeMilliseconds)
    }

    /// This time plus `duration` on both clocks, in whole milliseconds; at an overflow the smallest or largest time.
    package func advanced(by duration: Duration) -> StorageTime {
        let (sum, isBeyond) = millisecondsSinceBoot.addingReportingOverflow(duration.wholeMilliseconds)
        return StorageTime(
            wall: wall.advanced(by: duration), bootID: bootID,
            millisecondsSinceBoot: isBeyond ? (duration < .zero ? .min : .max) : sum)
    }

    /// This time on the running boot clock.
    ///
    /// A time of an earlier boot is converted by the wall clock. Since that may have been set since, the result is
    /// at most `longest` after `now`; a time that has passed becomes `now`.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - longest: the maximum time after `now`. The default is 24 hours.
    /// - Returns: a time with the boot id of `now`; a time of this boot is returned unchanged.
    package func onBootClock(of now: StorageTime, atMost longest: Duration = .seconds(86_400)) -> StorageTime {
        guard bootID != now.bootID else { return self }
        let (left, isBeyond) = wall.milliseconds.subtractingReportingOverflow(now.wall.milliseconds)
        let wait = isBeyond ? 0 : min(max(0, left), longest.wholeMilliseconds)
        return now.advanced(by: .milliseconds(wait))
    }
}
