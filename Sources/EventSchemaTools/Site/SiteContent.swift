import EventCatalog
import EventSchema
import EventSupport

/// What a site is made from: the titles of all repositories, with what refers to them.
struct SiteContent: Sendable {
    /// The titles, ordered by path.
    private(set) var titles: [SiteTitle] = []
    /// What is wrong with the files of the repositories.
    private(set) var findings: [CatalogFinding] = []
    /// The mistakes in files that belong to no title, as texts.
    private(set) var problems: [String] = []
    /// The streams whose schema is not among the titles, with its title; ordered by title.
    let unmatchedStreams: [(stream: String, title: String)]
    /// The project's own contextual attributes, by the field that has the value.
    let attributes: [String: AttributeWord]
    /// The schemas by URI, for references.
    private let schemas: SchemaDocuments
    /// The pages of the schema versions, by URI.
    let addresses: [String: String]

    /// - Throws: `CatalogError` when a repository cannot be listed or has no schemas.
    init(schemaRoots: [String], streams: StreamFolder?, in sources: SourceFiles) throws(CatalogError) {
        var reader = SiteTitleReader()
        for root in schemaRoots { reader.add(try SchemaTree(directory: root, in: sources)) }
        let found = reader.titles
        guard !found.isEmpty || !reader.findings.isEmpty else {
            throw CatalogError(
                schemaRoots.map {
                    CatalogFinding(
                        .unreadableFile, SourceLocation(file: $0), "There are no schema files.",
                        remedy: "Add a version such as title/1.0.0.yaml, or name the root of a repository.")
                })
        }
        (findings, problems) = (reader.findings, reader.problems)
        let versions = found.flatMap { title in title.versions.map { (title: title, version: $0) } }
        schemas = SchemaDocuments(
            byURI: BaseSchemas.values.merging(
                versions.map { ($0.title.uri(of: $0.version), $0.version.document) }
            ) { _, own in own })
        addresses = Dictionary(
            versions.map { title, version in
                let isCurrent = version.name == SchemaSite.currentName
                let page = SiteAddress.page(of: title.path, version: isCurrent ? nil : version.name)
                return (title.uri(of: version), page)
            }
        ) { first, _ in first }
        let project = streams?.project ?? CatalogFolders(schemaRoots: schemaRoots).project(in: sources)
        attributes = project.vocabulary.ownByField
        let users = streams.map(SiteStream.byTitle) ?? [:]
        let known = Set(found.map(\.path))
        unmatchedStreams = users.filter { !known.contains($0.key) }.flatMap { title, streams in
            streams.map { (stream: $0.name, title: title) }
        }.sorted { ($0.title, $0.stream) < ($1.title, $1.stream) }
        titles = Self.connected(found, users)
    }

    func fields(of version: SiteTitle.Version) -> SchemaFieldReader {
        let current = version.origin.map { CurrentFields(SchemaNode($0, in: schemas)) }
        return SchemaFieldReader(SchemaNode(version.document, in: schemas), current ?? CurrentFields())
    }

    /// The titles with the streams and the schemas that use them, and with what changed between their versions.
    private static func connected(_ titles: [SiteTitle], _ streams: [String: [SiteStream]]) -> [SiteTitle] {
        let users = users(of: titles)
        return concurrentMap(titles) { title in
            var title = title
            title.streams = streams[title.path] ?? []
            title.users = users[title.path] ?? []
            title.compareVersions()
            return title
        }
    }

    /// Which versions refer to which, by the title that is referred to.
    private static func users(of titles: [SiteTitle]) -> [String: [(user: String, target: String)]] {
        let references = concurrentMap(titles) { title in
            title.versions.flatMap { version in
                Set([version.document, version.origin].compactMap { $0 }.flatMap(SchemaNode.references)).sorted()
                    .map { (user: title.uri(of: version), target: $0) }
            }
        }
        let others = references.joined().filter { $0.user != $0.target }
        return Dictionary(grouping: others) { $0.target.split(separator: "/").dropLast().joined(separator: "/") }
    }
}

extension BaseSchemas {
    /// The base schemas that clients have built in, by URI.
    fileprivate static let values: [String: JSONValue] = {
        var values: [String: JSONValue] = [:]
        for (uri, text) in documents {
            do { values[uri] = try JSONValue(parsing: text) } catch {
                // A reference to it is shown as one that leads to no page.
            }
        }
        return values
    }()
}
