/// A moment on both clocks: when an event was stored, or when it is to be tried again.
public struct StorageTime: Sendable, Hashable, Codable {
    /// The moment on the wall clock.
    public var wall: Timestamp
    /// The start of the system to which ``sinceBoot`` belongs.
    public var bootID: String
    /// The moment on the boot clock: milliseconds after that start.
    public var sinceBoot: Int64

    /// Creates a time.
    public init(wall: Timestamp, bootID: String, sinceBoot: Int64) {
        self.wall = wall
        self.bootID = bootID
        self.sinceBoot = sinceBoot
    }

    /// The present.
    package init(_ clocks: any Clocks) {
        self.init(wall: clocks.wall, bootID: clocks.bootID, sinceBoot: clocks.sinceBoot.wholeMilliseconds)
    }

    /// This time and `duration` more, on both clocks, in whole milliseconds.
    package func advanced(by duration: Duration) -> StorageTime {
        let (sum, isBeyond) = sinceBoot.addingReportingOverflow(duration.wholeMilliseconds)
        return StorageTime(
            wall: wall.advanced(by: duration), bootID: bootID,
            sinceBoot: isBeyond ? (duration < .zero ? .min : .max) : sum)
    }

    /// The same moment on the boot clock of the running start of the system.
    ///
    /// A time of an earlier start is converted by the wall clock. Since that may have been set meanwhile, the result is at
    /// most `longest` from now; a moment that has passed is now.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - longest: how far in the future a time of an earlier start can be.
    package func onBootClock(of now: StorageTime, atMost longest: Duration = .seconds(86_400)) -> StorageTime {
        guard bootID != now.bootID else { return self }
        let (left, isBeyond) = wall.milliseconds.subtractingReportingOverflow(now.wall.milliseconds)
        let wait = isBeyond ? 0 : min(max(0, left), longest.wholeMilliseconds)
        return now.advanced(by: .milliseconds(wait))
    }
}
