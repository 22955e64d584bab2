public import EventSchema
public import EventStreams

/// The streams of a folder of YAML files, and `defaults.yaml` with the default settings of all streams.
///
/// A stream's effective settings are the defaults with its own settings in their place: maps are merged key by key,
/// everything else, lists included, is replaced whole.
public struct StreamCatalog: Sendable {
    /// The effective settings of all streams by name, in the order of the files' names, then as written.
    public let settings: JSONObject
    /// The streams as clients read them.
    public let configurations: StreamConfigurations

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - directory: the folder; all files in it that end in `.yaml` or `.yml` are read.
    ///   - schemas: the repository that must have the streams' schema titles; `nil` when titles are not compared.
    /// - Throws: ``CatalogError`` with every mistake in every file.
    public init(directory: String, schemas: SchemaRepository?) throws(CatalogError) {
        let reading = try StreamFolderReader(directory: directory)
        settings = reading.effectiveSettings
        configurations = StreamConfigurations(streams: settings)
        let findings = reading.findings + reading.findings(for: configurations, schemas)
        guard findings.isEmpty else { throw CatalogError(findings) }
    }
}
