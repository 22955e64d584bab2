import EventSchema

/// The state of a schema that was looked up.
enum SchemaState: Sendable {
    case compiled(Schema)
    /// No source has it. Its events are sent without validation. The sources are asked again from `refetchAt` on, which
    /// is a time since boot.
    case missing(refetchAt: Duration)
}

extension [SchemaID: SchemaState] {
    /// The compiled schema with an id, if there is one.
    func compiled(_ id: SchemaID) -> Schema? { if case .compiled(let schema)? = self[id] { schema } else { nil } }
}

/// The result of looking up a schema now.
enum FoundSchema: Sendable {
    case compiled(Schema)
    case missing
    /// The sources have not answered yet, or one of them is unavailable.
    case pending
}
