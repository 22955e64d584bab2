/// The documents that a schema's references lead to, directly or through one another.
package struct SchemaReferences {
    /// The documents that were found, by URI.
    package private(set) var registry: [String: JSONValue] = [:]
    /// The last one is next. Sorted by document, so that the order of the look-ups is the same in every process.
    private var wanted: [String]
    private var asked: Set<String>

    /// The maximum number of documents of one schema: far more than real schemas need, so that a repository cannot
    /// occupy the program.
    private static let maximumDocuments = 256

    /// - Parameters:
    ///   - document: the schema.
    ///   - uri: where it came from, without a fragment.
    package init(of document: JSONValue, _ uri: String) {
        wanted = document.referencedDocuments(from: uri).sorted(by: >)
        asked = [uri]
    }

    /// The URI of the next document to look up, or `nil` when there is none.
    package mutating func next() -> String? {
        while let uri = wanted.popLast() {
            guard asked.count <= Self.maximumDocuments else { return nil }
            if !uri.isEmpty, asked.insert(uri).inserted { return uri }
        }
        return nil
    }

    /// Adds a document that was found. The compilation reports one that was not.
    package mutating func add(_ document: JSONValue, _ uri: String) {
        registry[uri] = document
        wanted += document.referencedDocuments(from: uri).sorted(by: >)
    }
}
