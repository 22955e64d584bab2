import EventSchema
public import EventStreams

/// The check of a project's streams, schemas and experiments: every finding in every file.
///
/// ```swift
/// let check = CatalogCheck(streams: "Streams", schemaRoots: ["Schemas"], experiments: "Experiments")
/// for finding in check.findings { print(finding) }
/// ```
public struct CatalogCheck: Sendable {
    /// The findings, ordered by file, line and column.
    public let findings: [CatalogFinding]

    /// Reads and checks the folders.
    ///
    /// - Parameters:
    ///   - streams: the folder of streams; `nil` when there are no streams to check. The default is `nil`.
    ///   - schemaRoots: the roots of schema repositories, searched in order. Without roots, streams may name base
    ///     schemas only. The default is none.
    ///   - experiments: the folder of experiments and instruments; `nil` when there are no experiments to check. The
    ///     default is `nil`.
    ///   - asOf: the date by which a stream or an experiment may have ended; `nil` when that is not checked. The
    ///     default is `nil`.
    /// - Complexity: linear in the size of the files.
    public init(
        streams: String? = nil, schemaRoots: [String] = [], experiments: String? = nil, asOf: UTCInstant? = nil
    ) {
        var findings: [CatalogFinding] = []
        func collect<Part>(_ read: () throws(CatalogError) -> Part) -> Part? {
            do { return try read() } catch {
                findings += error.findings
                return nil
            }
        }
        let schemas = collect { () throws(CatalogError) in try SchemaRepository(roots: schemaRoots, isStrict: false) }
        findings += schemas?.findings ?? []
        if let streams, let folder = collect({ () throws(CatalogError) in try StreamFolder(directory: streams) }) {
            let configurations = StreamConfigurations(streams: folder.settings)
            findings += StreamCheckContext(folder, configurations, schemas: schemas, asOf: asOf).findings
        }
        if let experiments,
            let folder = collect({ () throws(CatalogError) in try ExperimentFolderReader(directory: experiments) })
        {
            findings += folder.findings
        }
        self.findings = findings.sorted { $0.location < $1.location }
    }
}
