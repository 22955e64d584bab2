/// The times before which stored events are too old. A store applies it with ``excludes(_:)``.
///
/// The age of an event is measured on the boot clock, which cannot be set: from the time of its boot to the present.
public struct AgeLimit: Sendable, Hashable {
    /// The id of the running boot.
    public let bootID: String
    /// Events stored in this boot earlier than this time since boot, in milliseconds, are too old.
    public let millisecondsSinceBoot: Int64
    /// The same for earlier boots, by their ids. Boots that are missing are judged by ``wallTime``. The default is
    /// empty.
    public let earlierBoots: [String: Int64]
    /// Events stored in another boot before this time of the wall clock are too old; `nil` when none of them is: their
    /// clock may have been wrong.
    public let wallTime: Timestamp?

    /// Creates a limit.
    public init(
        bootID: String, millisecondsSinceBoot: Int64, earlierBoots: [String: Int64] = [:], wallTime: Timestamp?
    ) {
        self.bootID = bootID
        self.millisecondsSinceBoot = millisecondsSinceBoot
        self.earlierBoots = earlierBoots
        self.wallTime = wallTime
    }

    /// Whether an event stored at that time is too old.
    public func excludes(_ time: StorageTime) -> Bool {
        let limit = time.bootID == bootID ? millisecondsSinceBoot : earlierBoots[time.bootID]
        if let limit { return time.millisecondsSinceBoot < limit }
        return wallTime.map { time.wall < $0 } ?? false
    }
}
