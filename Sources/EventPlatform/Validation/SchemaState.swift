import EventSchema

/// What is known of a schema.
enum SchemaState: Sendable {
    case compiled(Schema)
    /// No source has it. Its events go on unvalidated; from that time on the boot clock the sources are asked again.
    case missing(refetchAt: Duration)
}

extension [SchemaID: SchemaState] {
    /// The compiled schema of that id, if there is one.
    func compiled(_ id: SchemaID) -> Schema? { if case .compiled(let schema)? = self[id] { schema } else { nil } }
}

/// What a look for a schema gives now.
enum FoundSchema: Sendable {
    case compiled(Schema)
    case missing
    /// The sources have not answered yet, or cannot be reached for the moment.
    case pending
}
