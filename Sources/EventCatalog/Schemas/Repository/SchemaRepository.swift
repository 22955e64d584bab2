import EventSchema
import EventSupport

/// The compiled schemas of one or several schema repositories, and the base schemas.
///
/// `$schema` `/a/b/1.0.0` is the file `a/b/1.0.0.yaml`, `.yml`, `.json` or `a/b/1.0.0` below a root, or below its
/// folder `jsonschema`. If several of these files exist, the first form in `contentTypes` of `.jsonschema-tools.yaml`
/// is read, by default YAML. Roots are searched in order: the first that has a version wins. The base schemas that
/// clients have built in are known without a file; one of the same name in a root wins.
public struct SchemaRepository: Sendable {
    /// The roots, in the order of search.
    public let roots: [String]
    /// All versions that the roots have, ordered by title and file.
    public let versions: [SchemaVersion]
    /// Every mistake in the files. A schema whose file has an error is missing.
    public let findings: [CatalogFinding]
    /// The schemas that are missing because of ``findings``, by URI.
    private let missing: [String: MissingSchema]
    /// The versions of the roots, and the base schemas that these lack.
    private let byURI: [String: SchemaVersion]
    /// The highest version of each folder.
    private let latest: [String: SchemaVersion]
    /// The versions of each title, in ascending order.
    private let byTitle: [String: [SchemaVersion]]
    /// The highest version of each title.
    private let latestByTitle: [String: SchemaVersion]
    /// The titles of all versions and of the base schemas.
    public let titles: Set<String>

    /// Reads and compiles everything below the roots.
    ///
    /// - Parameters:
    ///   - roots: directories, searched in order.
    ///   - isStrict: whether a mistake in a file is an error. Otherwise it is one of ``findings``, and only the schema
    ///     of its file is missing: for a repository that others maintain.
    /// - Throws: ``CatalogError`` with every mistake in every file if strict; in either case when a root cannot be
    ///   listed, has no schemas, or is a folder above repositories.
    /// - Complexity: linear in the size of the files; they are read on all cores.
    public init(roots: [String], isStrict: Bool = true) throws(CatalogError) {
        try self.init(roots: roots, isStrict: isStrict, reusing: nil)
    }

    /// Reads and compiles what has changed below the roots, as ``init(roots:isStrict:)`` reads everything. A version is
    /// taken from the earlier repository when its file and those that it refers to are as they were.
    ///
    /// - Parameters:
    ///   - roots: directories, searched in order.
    ///   - isStrict: whether a mistake in a file is an error.
    ///   - earlier: the repository before an edit; `nil` to read everything.
    ///   - seconds: how old the latest change of a file must be for its stamp to stand for its text: the resolution of
    ///     the file system's times, 2 unless given.
    /// - Throws: as ``init(roots:isStrict:)``.
    /// - Complexity: linear in the number of the files, and in the size of those that are read.
    package init(
        roots: [String], isStrict: Bool = true, reusing earlier: SchemaRepository?, unchangedFor seconds: Int = 2
    ) throws(CatalogError) {
        let versions = EarlierVersions(earlier?.byURI.values.map(\.self) ?? [], unchangedFor: seconds)
        let reading = try SchemaFolderReader(
            roots: roots, isCheck: false, isForTools: false, in: SourceFiles(), earlier: versions)
        guard !isStrict || !reading.findings.contains(where: { $0.severity == .error }) else {
            throw CatalogError(reading.findings)
        }
        self.init(reading, roots: roots)
    }

    /// Reads and compiles everything below the roots, where mistakes are ``findings``. Unlike for the intake, versions
    /// may have the dialects that the settings of their repository allow.
    ///
    /// - Parameters:
    ///   - roots: directories, searched in order.
    ///   - sources: the files of the command.
    /// - Throws: ``CatalogError`` when a root cannot be listed, has no schemas, or is a folder above repositories.
    package init(forToolsIn roots: [String], sources: SourceFiles = SourceFiles()) throws(CatalogError) {
        self.init(
            try SchemaFolderReader(roots: roots, isCheck: false, isForTools: true, in: sources), roots: roots)
    }

    /// Creates the repository of what was read.
    package init(_ reading: SchemaFolderReader, roots: [String]) {
        self.init(roots: roots, reading.versions, findings: reading.findings, missing: reading.missing)
    }

    private init(
        roots: [String], _ versions: [String: SchemaVersion], findings: [CatalogFinding],
        missing: [String: MissingSchema]
    ) {
        self.roots = roots
        self.findings = findings.sorted { $0.location < $1.location }
        self.missing = missing
        byURI = versions
        titles = Set(versions.values.map(\.title))
        self.versions = versions.values.filter { !$0.isBuiltIn }.sorted { ($0.title, $0.file) < ($1.title, $1.file) }
        latest = Dictionary(versions.values.map { ($0.folder, $0) }) { $0.isOlder(than: $1) ? $1 : $0 }
        byTitle = Dictionary(grouping: versions.values, by: \.title).mapValues { $0.sorted { $0.isOlder(than: $1) } }
        latestByTitle = Dictionary(latest.values.sorted { $0.folder < $1.folder }.map { ($0.title, $0) }) {
            $0.isOlder(than: $1) ? $1 : $0
        }
    }

    /// The version with a URI as in an event's `$schema`, such as `/title/1.0.0`; otherwise `nil`. An empty
    /// fragment `#` is ignored. `/title/latest` is the highest version of the title, compared numerically.
    ///
    /// Other spellings of the same path are found too, as by the existing intake: `//title/1.0.0`, `/./title/1.0.0`,
    /// `/title/../title/1.0.0`, `/title/1.0.0.yaml`. No file is read.
    public subscript(uri: String) -> SchemaVersion? {
        let uri = uri.hasSuffix("#") ? String(uri.dropLast()) : uri
        if let version = byURI[uri] { return version }
        guard let uri = SchemaURI.normalized(uri) else { return nil }
        if let version = byURI[uri] { return version }
        guard uri.hasSuffix("/latest") else { return nil }
        return latest[String(uri.dropFirst().dropLast("/latest".count))]
    }

    /// The highest version with that title, compared numerically; otherwise `nil`.
    package func latest(title: String) -> SchemaVersion? { latestByTitle[title] }

    /// Suggestions for an unknown URI: the versions of the same title, or of the most similar title.
    ///
    /// - Complexity: linear in the number of titles when the title is unknown.
    public func suggestions(for uri: String) -> [String] {
        let folder = uri.split(separator: "/").dropLast().joined(separator: "/")
        let folders = Set(byURI.values.map(\.folder))
        let suggestion = folders.contains(folder) ? folder : folders.sorted().nearest(to: folder)
        return byURI.values.filter { $0.folder == suggestion }.sorted { $0.isOlder(than: $1) }.map(\.uri)
    }

    /// The URIs of all versions and of the base schemas, in order.
    package var uris: [String] { byURI.values.sorted { ($0.title, $0.file) < ($1.title, $1.file) }.map(\.uri) }

    /// The URIs of the schemas that are missing because of ``findings``, in order.
    package var missingURIs: [String] { missing.keys.sorted() }

    /// What is wrong with the file of a schema that is missing because of ``findings``; otherwise `nil`.
    package func mistake(inSchema uri: String) -> CatalogFinding? {
        (missing[uri] ?? SchemaURI.normalized(uri).flatMap { missing[$0] })?.mistake
    }

    /// Whether a stream may name the title: a version has it, or a file that is out of order may have it.
    package func mayHave(title: String) -> Bool {
        titles.contains(title) || isMissing(title: title)
    }

    private func isMissing(title: String) -> Bool {
        missing.values.contains { $0.folder == title || $0.folder.hasSuffix("/\(title)") }
    }

    /// All versions of a title, base schemas included, in ascending order; empty for an unknown title or when a version
    /// may be missing because of ``findings``.
    package func completeVersions(of title: String) -> [SchemaVersion] {
        isMissing(title: title) ? [] : byTitle[title] ?? []
    }

    /// This repository after an edit: a schema that the edit has put out of order is as it was before.
    package func keepingMissing(of previous: SchemaRepository) -> SchemaRepository {
        let kept = previous.byURI.filter { missing[$0.key] != nil && !$0.value.isBuiltIn }
        guard !kept.isEmpty else { return self }
        return SchemaRepository(
            roots: roots, byURI.merging(kept) { _, previous in previous }, findings: findings,
            missing: missing.filter { kept[$0.key] == nil })
    }

    /// This repository and versions that come from elsewhere. A version of the roots is used before another of its URI.
    package func adding(_ others: some Sequence<SchemaVersion>) -> SchemaRepository {
        let own = byURI.filter { !$0.value.isBuiltIn }
        let added = Dictionary(others.map { ($0.uri, $0) }) { first, _ in first }
        return SchemaRepository(
            roots: roots, byURI.merging(added) { $1 }.merging(own) { $1 }, findings: findings,
            missing: missing.filter { added[$0.key] == nil })
    }

    /// This repository without versions that are expected, by URI, and the mistakes that keep them from being made.
    package func lacking(_ expected: [String: CatalogFinding]) -> SchemaRepository {
        let others = expected.filter { byURI[$0.key] == nil }.map { uri, mistake in
            let folder = uri.split(separator: "/").dropLast().joined(separator: "/")
            return (uri, MissingSchema(folder: folder, mistake: mistake))
        }
        return SchemaRepository(
            roots: roots, byURI, findings: findings, missing: missing.merging(others) { first, _ in first })
    }

    /// This repository after an edit that goes with another one which cannot be used: it also has what it had before.
    package func keepingAll(of previous: SchemaRepository) -> SchemaRepository {
        SchemaRepository(
            roots: roots, previous.byURI.merging(byURI) { $1 }, findings: findings,
            missing: missing.filter { previous.byURI[$0.key] == nil })
    }
}
