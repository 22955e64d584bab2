/// Which events of a destination to lease.
public enum LeaseSelection: Sendable, Hashable {
    /// Ready events, which have never failed, after a position in the order of sending; `nil` for all of them.
    case ready(after: SendingPosition?)
    /// Failed events whose retry time is not after the present. Within a priority they are ordered by retry time,
    /// then by row.
    case retries
}

/// The place of an event in the order of sending within its destination: higher priorities first, then lower rows
/// first.
///
/// An event that awaited a schema keeps its row, so when it is decided its position may be before that of events which
/// were leased earlier.
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
