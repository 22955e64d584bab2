/// The schemas that stored events wait for, each with the deadline of its first event as time since boot.
struct AwaitedSchemas: Sendable {
    private var deadlines: [SchemaID: Duration] = [:]

    var isEmpty: Bool { deadlines.isEmpty }
    /// The schemas, sorted, so that the order of decisions is deterministic.
    var schemas: [SchemaID] { deadlines.keys.sorted { $0.path < $1.path } }
    /// The earliest deadline, as time since boot.
    var nextDeadline: Duration? { deadlines.values.min() }

    func contains(_ schema: SchemaID) -> Bool { !deadlines.isEmpty && deadlines[schema] != nil }

    /// Whether the deadline of the schema has passed.
    func isDue(_ schema: SchemaID, at now: Duration) -> Bool { deadlines[schema].map { $0 <= now } ?? false }

    /// Adds a schema, or replaces its deadline.
    mutating func insert(_ schema: SchemaID, until deadline: Duration) { deadlines[schema] = deadline }

    mutating func remove(_ schema: SchemaID) { deadlines[schema] = nil }
}

extension AwaitingEvent {
    /// When the event stops waiting for its schema, as time since boot.
    ///
    /// For an event of an earlier boot, the time it has waited is measured on the wall clock, from zero to the whole
    /// time-out.
    func deadline(within timeout: Duration, now: StorageTime, restoredAt: StorageTime?) -> Duration {
        if storedAt.bootID == now.bootID { return .milliseconds(storedAt.millisecondsSinceBoot) + timeout }
        let restored = restoredAt ?? now
        let waited = Duration.milliseconds(restored.wall.milliseconds) - .milliseconds(storedAt.wall.milliseconds)
        return .milliseconds(restored.millisecondsSinceBoot) + timeout - min(max(.zero, waited), timeout)
    }
}
