/// When a stored event is too old to be sent. Pure.
///
/// Within one start of the system age is measured on the boot clock, which nobody can set. Events of earlier starts are
/// measured on the wall clock, unless that cannot be believed: it stands before the last time it was believed, or more
/// than 90 days past it. Then such events are kept until they are sent.
struct AgePolicy: Sendable, Hashable {
    /// Events older than this are pruned. The default is 30 days, as in the platform's own clients.
    var maximumAge: Duration = .seconds(30 * 86_400)

    /// How far past the last time it was believed the wall clock may stand and still be believed.
    static let plausibleLeap: Duration = .seconds(90 * 86_400)

    /// Whether the wall clock can be believed.
    func believes(_ now: Timestamp, lastBelieved: Timestamp?) -> Bool {
        guard let lastBelieved else { return true }
        return now >= lastBelieved && now <= lastBelieved.advanced(by: Self.plausibleLeap)
    }

    /// What is too old now.
    func limit(now: Timestamp, sinceBoot: Duration, bootID: String, lastBelieved: Timestamp?) -> AgeLimit {
        AgeLimit(
            bootID: bootID, bootTime: (sinceBoot - maximumAge).wholeMilliseconds,
            wallTime: believes(now, lastBelieved: lastBelieved) ? now.advanced(by: .zero - maximumAge) : nil)
    }
}

/// Where too old begins.
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
