/// The state of a schema that was looked up.
enum SchemaState: Sendable {
    case compiled(CompiledSchema)
    /// No source has it. Its events are sent without validation. The sources are queried again from `refetchAt` on,
    /// which is a time since boot.
    case missing(refetchAt: Duration)
}

extension [SchemaID: SchemaState] {
    /// The compiled schema with an id, if there is one.
    func compiled(_ id: SchemaID) -> CompiledSchema? {
        if case .compiled(let schema)? = self[id] { schema } else { nil }
    }
}

/// The result of looking up a schema now.
enum FoundSchema: Sendable {
    case compiled(CompiledSchema)
    case missing
    /// The sources have not responded yet, or one of them is unavailable.
    case pending

    var isPending: Bool { if case .pending = self { true } else { false } }
}
