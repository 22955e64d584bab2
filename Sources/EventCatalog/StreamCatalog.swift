public import EventSchema
public import EventStreams

/// The streams of a folder of YAML files, and `defaults.yaml` with the default settings of all streams.
///
/// A stream's effective settings are the defaults with its own settings in their place: maps are merged key by key,
/// everything else, lists included, is replaced whole. The settings `description`, `owner`, `expires` and
/// `sensitivity` are for the people who own a stream; they are not part of what clients are given.
public struct StreamCatalog: Sendable {
    /// The effective settings of all streams by name, in the order of the files' names, then as written.
    public let settings: JSONObject
    /// The streams as clients read them.
    public let configurations: StreamConfigurations
    /// The findings, ordered by location. There are no errors among them.
    public let findings: [CatalogFinding]
    /// The words of the project that the folder belongs to.
    package let vocabulary: Vocabulary

    /// Reads a folder.
    ///
    /// - Parameter directory: the folder; all files in it that end in `.yaml` or `.yml` are read.
    /// - Throws: ``CatalogError`` with every mistake in every file that keeps a stream from being read as it is
    ///   written: text that is not YAML or not a stream, and values that clients refuse or misread.
    public init(directory: String) throws(CatalogError) {
        let folder = try StreamFolder(directory: directory)
        try self.init(folder, findings: folder.findings + ReadingChecks.findings(in: folder))
    }

    /// Creates the catalogue of a folder in which this was found.
    ///
    /// - Throws: ``CatalogError`` with the errors and warnings, when there is an error among them.
    package init(_ folder: StreamFolder, findings: [CatalogFinding]) throws(CatalogError) {
        let findings = folder.project.judged(findings).sortedWithoutDuplicates()
        guard !findings.contains(where: { $0.severity == .error }) else {
            throw CatalogError(findings.filter { $0.severity != .note })
        }
        (settings, configurations, self.findings) = (folder.settings, folder.configurations, findings)
        vocabulary = folder.project.vocabulary
    }
}
