/// What is sent first, and what makes room first when the store is full.
public enum EventPriority: Int, Sendable, Hashable, CaseIterable, Comparable, Codable {
    /// Is sent after everything else, and makes room first.
    case deferred
    /// The priority of every stream that the configuration does not name.
    case normal
    /// Is sent before everything else, and makes room last.
    case immediate

    /// Lower priorities are less.
    public static func < (left: EventPriority, right: EventPriority) -> Bool { left.rawValue < right.rawValue }
}
