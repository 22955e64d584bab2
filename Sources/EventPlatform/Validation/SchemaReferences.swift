import EventSchema

/// The documents that a schema's references lead to, directly or through one another.
struct SchemaReferences {
    /// The documents that were found, by URI.
    private(set) var registry: [String: JSONValue] = [:]
    private var wanted: Set<String>
    private var asked: Set<String>

    /// The maximum number of documents of one schema: far more than real schemas need, so that a repository cannot
    /// occupy the client.
    private static let maximumDocuments = 256

    init(of document: JSONValue, _ id: SchemaID) {
        wanted = document.referencedDocuments(from: id.path)
        asked = [id.withoutFragment.path]
    }

    /// The next document to look up, or `nil` when there is none.
    mutating func next() -> SchemaID? {
        while let uri = wanted.popFirst() {
            guard asked.count <= Self.maximumDocuments else { return nil }
            if !uri.isEmpty, asked.insert(uri).inserted { return SchemaID(uri) }
        }
        return nil
    }

    /// Adds a document that was found. The compilation reports one that was not.
    mutating func add(_ document: JSONValue, _ id: SchemaID) {
        registry[id.path] = document
        wanted.formUnion(document.referencedDocuments(from: id.path))
    }
}
