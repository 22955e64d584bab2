/// From when until when events are leased for sending, on the boot clock.
public struct Lease: Sendable, Hashable {
    /// The present.
    public var now: Duration
    /// When they may be leased again, if nothing is heard of them.
    public var deadline: Duration

    /// Creates a lease.
    public init(now: Duration, deadline: Duration) {
        self.now = now
        self.deadline = deadline
    }
}

/// Which events of a destination are leased.
public enum LeaseSelection: Sendable, Hashable {
    /// Events that are ready and never failed, behind a position in the order of sending; `nil` for all.
    case ready(after: SendingPosition?)
    /// Failed events whose retry time has come; within a priority those with the earliest retry time first, of the same time
    /// the oldest first.
    case retries
}

/// The place of an event in the order of sending within its destination: higher priorities first, then older events
/// first.
///
/// An event that is decided after it awaited a schema may have a position before those that were leased already.
public struct SendingPosition: Sendable, Hashable, Comparable {
    /// The event's priority.
    public var priority: EventPriority
    /// The event's row.
    public var row: Int64

    /// Creates a position.
    public init(priority: EventPriority, row: Int64) {
        self.priority = priority
        self.row = row
    }

    /// Whether `left` is sent before `right`.
    public static func < (left: SendingPosition, right: SendingPosition) -> Bool {
        left.priority == right.priority ? left.row < right.row : left.priority > right.priority
    }
}
