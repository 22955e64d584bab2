import EventCatalog
import EventSchema

/// How often the events of one stream have each field of their schemas. Its size is bounded by the schemas.
struct FieldTally: Sendable {
    /// The fields of the schemas of the events, in order.
    private(set) var paths: [[String]] = []
    /// The number of events that have a value other than null at a path.
    private(set) var filled: [[String]: Int] = [:]
    /// The allowed values of the fields with an enum, and how often each arrived.
    private(set) var enums: [[String]: [String]] = [:]
    private(set) var seen: [[String]: [String: Int]] = [:]
    /// The number of events.
    private(set) var events = 0
    private var schemas: Set<String> = []

    /// Adds an accepted event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - schema: its schema.
    ///   - fields: the fields of the schema.
    mutating func add(_ event: JSONValue, of schema: String, _ fields: SchemaFields) {
        events += 1
        if schemas.insert(schema).inserted { include(fields) }
        for path in fields.paths {
            guard let value = event[path: path], !value.isNull else { continue }
            filled[path, default: 0] += 1
            let text = value.valueText
            if fields.enums[path]?.contains(text) == true { seen[path, default: [:]][text, default: 0] += 1 }
        }
    }

    private mutating func include(_ fields: SchemaFields) {
        let known = Set(paths)
        paths += fields.paths.filter { !known.contains($0) }
        enums.merge(fields.enums) { own, other in own + other.filter { !own.contains($0) } }
    }
}

/// The tallies of the streams, and the schemas that they need.
struct FieldTallies: Sendable {
    private(set) var streams: [String: FieldTally] = [:]
    private let schemas: SchemaRepository
    private var fields: [String: SchemaFields] = [:]

    init(_ schemas: SchemaRepository) { self.schemas = schemas }

    /// Adds an accepted event. One whose schema is not served any more is left out: nothing is known of its fields.
    mutating func add(_ event: ReceivedEvent) {
        guard let version = schemas[event.schema] else { return }
        let known = fields[version.uri] ?? SchemaFields(version, in: schemas)
        fields[version.uri] = known
        streams[event.stream, default: FieldTally()].add(event.body, of: version.uri, known)
    }
}
