package import EventCatalog
import EventSchema
package import EventStreams

/// The streams of a folder and the schemas of their events, read leniently: what `explain` and `simulate` start from.
package struct StreamLibrary: Sendable {
    /// The streams as clients read them.
    package var configurations: StreamConfigurations { folder.configurations }
    let folder: StreamFolder
    let schemas: SchemaRepository

    /// Reads the folders. A file or a stream with a mistake is left out; the others are there.
    ///
    /// - Parameters:
    ///   - streams: the folder of streams.
    ///   - schemaRoots: the roots of schema repositories, searched in order. The base schemas need no root.
    /// - Throws: `CatalogError` when a folder cannot be listed or has no YAML files.
    package init(streams: String, schemaRoots: [String]) throws(CatalogError) {
        let sources = SourceFiles()
        folder = try StreamFolder(directory: streams, in: sources)
        schemas = try SchemaRepository(roots: schemaRoots, isStrict: false, in: sources)
    }

    /// The files of streams that cannot be read, whose streams are missing.
    package var unreadable: [CatalogFinding] { folder.findings.filter { Rule.documentRules.contains($0.rule) } }

    /// The names of all streams, in the order of the files.
    package var names: [String] { folder.streams.map(\.name) }

    /// The explanation of a stream; `nil` when no stream of the folder has the name and no pattern matches it.
    package func explain(_ name: String) -> StreamDescription? {
        guard let authored = authored(name) else { return nil }
        return StreamDescription(name: name, authored, configurations[name], self)
    }

    /// The stream with a name, or the pattern that matches it, as its author wrote it.
    func authored(_ name: String) -> AuthoredStream? { configurations.key(of: name).flatMap(folder.stream) }

    /// The schema that an event of the stream would follow: the highest version of its title.
    func schema(of stream: StreamConfiguration) -> SchemaVersion? {
        guard let title = stream.schemaTitle else { return nil }
        if let latest = schemas["/\(title)/latest"] { return latest }
        return schemas.versions.filter { $0.title == title }.max { $0.isOlder(than: $1) }
    }
}
