import EventSchema
import EventSupport

/// The compiled schemas of one or several schema repositories.
///
/// `$schema` `/a/b/1.0.0` is the file `a/b/1.0.0.yaml`, `.yml`, `.json` or `a/b/1.0.0` below a root, or below its
/// folder `jsonschema`. Roots are searched in order: the first that has a version wins.
public struct SchemaRepository: Sendable {
    /// The roots, in the order of search.
    public let roots: [String]
    /// All versions, ordered by title and file.
    public let versions: [SchemaVersion]
    private let byURI: [String: SchemaVersion]
    /// The highest version of each title.
    private let latest: [String: SchemaVersion]

    /// Reads and compiles everything below the roots.
    ///
    /// - Parameter roots: directories, searched in order.
    /// - Throws: ``CatalogError`` with every mistake in every file.
    /// - Complexity: linear in the size of the files; they are read on all cores.
    public init(roots: [String]) throws(CatalogError) {
        let searches = roots.map(SchemaFileFinder.init)
        let read = Self.read(searches.flatMap(\.files))
        let compiled = Self.compile(read.documents)
        let findings = searches.flatMap(\.findings) + read.findings + compiled.findings
        guard findings.isEmpty else { throw CatalogError(findings) }
        self.roots = roots
        byURI = compiled.versions
        versions = byURI.values.sorted { ($0.title, $0.file) < ($1.title, $1.file) }
        latest = Dictionary(versions.map { ($0.title, $0) }) { $0.isOlder(than: $1) ? $1 : $0 }
    }

    /// The version with a URI as in an event's `$schema`, such as `/title/1.0.0`; `nil` when there is none. An empty
    /// fragment `#` is ignored. `/title/latest` is the highest version of the title, compared numerically.
    public subscript(uri: String) -> SchemaVersion? {
        let uri = uri.hasSuffix("#") ? String(uri.dropLast()) : uri
        if let version = byURI[uri] { return version }
        guard uri.hasPrefix("/"), uri.hasSuffix("/latest") else { return nil }
        return latest[String(uri.dropFirst().dropLast("/latest".count))]
    }

    /// The titles of all versions.
    public var titles: Set<String> { Set(byURI.values.map(\.title)) }

    /// Suggestions for an unknown URI: the versions of the same title, or of the most similar title.
    ///
    /// - Complexity: linear in the number of titles when the title is unknown.
    public func suggestions(for uri: String) -> [String] {
        let title = uri.split(separator: "/").dropLast().joined(separator: "/")
        let meant = titles.contains(title) ? title : titles.sorted().nearest(to: title)
        return versions.filter { $0.title == meant }.map(\.uri)
    }

    // MARK: - Reading and compiling

    private typealias Documents = [(file: SchemaFile, document: SourceDocument)]

    private static func read(_ files: [SchemaFile]) -> (documents: Documents, findings: [CatalogFinding]) {
        let results = concurrentMap(files) { file in
            Result { () throws(CatalogError) in (file: file, document: try SourceDocument(file: file.path)) }
        }
        var documents: Documents = []
        var findings: [CatalogFinding] = []
        for result in results {
            switch result {
            case .success(let read): documents.append(read)
            case .failure(let error): findings += error.findings
            }
        }
        return (documents, findings)
    }

    private static func compile(
        _ documents: Documents
    ) -> (versions: [String: SchemaVersion], findings: [CatalogFinding]) {
        let sources = Dictionary(documents.map { ($0.file.uri, $0.document) }) { first, _ in first }
        let registry = sources.mapValues(\.value)
        let results = concurrentMap(documents) { file, document in
            SchemaVersionCompiler(file: file, document: document, sources: sources, registry: registry).result
        }
        var versions: [String: SchemaVersion] = [:]
        var findings: [CatalogFinding] = []
        for result in results {
            switch result {
            case .success(let version): if versions[version.uri] == nil { versions[version.uri] = version }
            case .failure(let error): findings += error.findings
            }
        }
        return (versions, findings)
    }
}
