public import EventCatalog
import EventSchema
public import EventStreams

extension StreamCatalog {
    /// Reads a folder whose streams must pass every check that ``CatalogCheck`` makes of streams.
    ///
    /// - Parameters:
    ///   - directory: the folder; all files in it that end in `.yaml` or `.yml` are read.
    ///   - schemas: the repository that must have the streams' schema titles; `nil` when titles are not compared.
    ///   - asOf: the date by which a stream may have expired; `nil` when expiry is not checked. The default is `nil`.
    /// - Throws: `CatalogError` with every error and warning in every file that is not waived, when there is an error
    ///   among them.
    public init(checking directory: String, schemas: SchemaRepository?, asOf: UTCInstant? = nil) throws(CatalogError) {
        let sources = SourceFiles()
        let folder = try StreamFolder(directory: directory, in: sources)
        let waivers = Waivers(ofStreams: directory, in: sources)
        let context = StreamCheckContext(folder, schemas: schemas, asOf: asOf, waivers: waivers)
        try self.init(folder, findings: context.findingsWithoutWaived)
    }
}

extension StreamCheckContext {
    /// The findings about the streams that no waiver covers, ordered by location.
    var findingsWithoutWaived: [CatalogFinding] {
        // Whether a waiver is used depends on what is checked beside the streams.
        waivers.applied(to: findings, asOf: asOf) { _ in true }.findings.filter { $0.rule != .unusedWaiver }
    }
}

extension Waivers {
    /// The waivers of a folder of streams.
    init(ofStreams directory: String, in sources: SourceFiles) {
        self.init(in: CatalogFolders(streams: directory).files(in: sources), of: sources)
    }
}

extension ExperimentCatalog {
    /// Reads a folder whose entries must pass the checks that ``CatalogCheck`` makes of experiments. Streams, schemas
    /// and dates are not compared.
    ///
    /// - Parameter directory: the folder; all files in it that end in `.yaml` or `.yml` are read.
    /// - Throws: `CatalogError` with every finding in every file, when there is an error among them.
    public init(checking directory: String) throws(CatalogError) {
        let folder = try ExperimentFolder(directory: directory)
        try self.init(folder, findings: ExperimentCheckContext(folder).findings)
    }
}
