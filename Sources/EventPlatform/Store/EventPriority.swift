/// The priority of a stream's events: which are sent first, and which are evicted first when the store is full.
///
/// ``EventPlatformClient/Configuration/Store/priorities`` sets it by stream. Within a priority older events are sent
/// first and evicted first.
public enum EventPriority: Int, Sendable, Hashable, CaseIterable, Comparable, Codable {
    /// Sent last, evicted first.
    case deferred
    /// The default, for every stream that the configuration does not name.
    case normal
    /// Sent first, evicted last.
    case immediate

    /// Lower priorities are less.
    public static func < (left: EventPriority, right: EventPriority) -> Bool { left.rawValue < right.rawValue }
}
