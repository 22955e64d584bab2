public import EventSchema
public import EventStreams

/// The streams of a folder of YAML files, and `defaults.yaml` with the default settings of all streams.
///
/// A stream's effective settings are the defaults with its own settings in their place: maps are merged key by key,
/// everything else, lists included, is replaced whole. The settings `description`, `owner`, `expires` and
/// `sensitivity` are for the people who own a stream; they are checked, and are no part of what clients are given.
public struct StreamCatalog: Sendable {
    /// The effective settings of all streams by name, in the order of the files' names, then as written.
    public let settings: JSONObject
    /// The streams as clients read them.
    public let configurations: StreamConfigurations
    /// The findings that are not waived, ordered by location. There are no errors among them.
    public let findings: [CatalogFinding]

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - directory: the folder; all files in it that end in `.yaml` or `.yml` are read.
    ///   - schemas: the repository that must have the streams' schema titles; `nil` when titles are not compared.
    ///   - asOf: the date by which a stream may have expired; `nil` when expiry is not checked. The default is `nil`.
    /// - Throws: ``CatalogError`` with every finding in every file that is not waived, when there is an error among
    ///   them.
    public init(directory: String, schemas: SchemaRepository?, asOf: UTCInstant? = nil) throws(CatalogError) {
        let sources = SourceFiles()
        let folder = try StreamFolder(directory: directory, in: sources)
        settings = folder.settings
        configurations = StreamConfigurations(streams: settings)
        let context = StreamCheckContext(folder, configurations, schemas: schemas, asOf: asOf)
        let waivers = Waivers(in: CatalogFolders(streams: directory).files(in: sources), of: sources)
        // Whether a waiver is used depends on what is checked beside the streams.
        findings = waivers.applied(to: context.findings, asOf: asOf) { _ in true }.findings
            .filter { $0.rule != .unusedWaiver }
        guard !findings.contains(where: { $0.rule.severity == .error }) else { throw CatalogError(findings) }
    }
}
