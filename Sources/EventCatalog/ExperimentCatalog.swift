public import EventSchema

/// The experiments and instruments of a folder, as the configuration service lists them.
///
/// Every YAML file may have a list `experiments` and a list `instruments`; both are put together in the order of the
/// files' names.
public struct ExperimentCatalog: Sendable {
    /// The experiments as written: the response of `/api/v1/experiments`.
    public let experiments: [JSONValue]
    /// The instruments as written: the response of `/api/v1/instruments`.
    public let instruments: [JSONValue]
    /// The findings, ordered by location. There are no errors among them.
    public let findings: [CatalogFinding]

    /// Creates an empty catalogue.
    public init() { (experiments, instruments, findings) = ([], [], []) }

    /// Reads a folder.
    ///
    /// - Parameter directory: the folder; all files in it that end in `.yaml` or `.yml` are read.
    /// - Throws: ``CatalogError`` with every mistake in every file that keeps an entry from being read as it is
    ///   written: unknown names, and values for which clients leave the entry out.
    public init(directory: String) throws(CatalogError) {
        let folder = try ExperimentFolder(directory: directory)
        try self.init(folder, findings: folder.findings + ExperimentReading.findings(in: folder))
    }

    /// Creates the catalogue of a folder in which this was found.
    ///
    /// - Throws: ``CatalogError`` with all findings, when there is an error among them.
    package init(_ folder: ExperimentFolder, findings: [CatalogFinding]) throws(CatalogError) {
        let findings = folder.project.judged(findings).sortedWithoutDuplicates()
        guard !findings.contains(where: { $0.severity == .error }) else { throw CatalogError(findings) }
        self.findings = findings
        experiments = folder.entries(of: .experiments).map(\.value)
        instruments = folder.entries(of: .instruments).map(\.value)
    }
}
