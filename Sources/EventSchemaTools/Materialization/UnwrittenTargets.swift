import EventCatalog
import EventSchema

/// The versions that are not written yet and that schemas refer to, in the order in which they can be made: each behind
/// those that it refers to itself.
struct UnwrittenTargets {
    /// The paths, such as `/title/X.Y.Z`.
    private(set) var paths: [String] = []
    private let sources: [String: SourceDocument]
    private var seen: Set<String> = []

    /// A schema behind more references in a row cannot be made.
    private static let maximumDepth = 500

    /// - Parameters:
    ///   - sources: what the versions are made from, by path.
    ///   - documents: the schemas that may refer to them.
    init(_ sources: [String: SourceDocument], referredToIn documents: [SourceDocument]) {
        self.sources = sources
        guard !sources.isEmpty else { return }
        for document in documents { addTargets(of: document, depth: 0) }
    }

    /// Where references go round in a circle, one of them leads to what people edit, and is found there.
    private mutating func addTargets(of document: SourceDocument, depth: Int) {
        guard depth < Self.maximumDepth else { return }
        for reference in SchemaReference.all(in: document.value) {
            guard let path = path(of: reference.uri), let source = sources[path], seen.insert(path).inserted else {
                continue
            }
            addTargets(of: source, depth: depth + 1)
            paths.append(path)
        }
    }

    /// The path that a reference names, or that its URL ends with.
    private func path(of uri: String) -> String? {
        uri.contains("://") ? SchemaReference.path(atEndOf: uri) { sources[$0] != nil } : uri
    }
}
