/// The schemas that stored events wait for, and until when.
struct AwaitedSchemas: Sendable {
    private var deadlines: [SchemaID: Duration] = [:]

    var isEmpty: Bool { deadlines.isEmpty }
    /// The schemas, sorted, so that every run decides in the same order.
    var schemas: [SchemaID] { deadlines.keys.sorted { $0.path < $1.path } }
    /// When the first event has waited for long enough, on the boot clock.
    var nextDeadline: Duration? { deadlines.values.min() }

    func contains(_ schema: SchemaID) -> Bool { !deadlines.isEmpty && deadlines[schema] != nil }

    /// Whether the first event of the schema has waited for long enough.
    func isDue(_ schema: SchemaID, at now: Duration) -> Bool { deadlines[schema].map { $0 <= now } ?? false }

    /// Events wait for a schema, the first of them until `deadline`.
    mutating func insert(_ schema: SchemaID, until deadline: Duration) { deadlines[schema] = deadline }

    mutating func remove(_ schema: SchemaID) { deadlines[schema] = nil }
}
