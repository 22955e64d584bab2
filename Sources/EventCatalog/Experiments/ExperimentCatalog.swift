public import EventSchema
import EventStreams

/// The experiments and instruments of a folder, as the configuration service lists them.
///
/// Every YAML file may have a list `experiments` and a list `instruments`; both are put together in the order of the
/// files' names.
public struct ExperimentCatalog: Sendable {
    /// The experiments as written: the response of `/api/v1/experiments`.
    public let experiments: [JSONValue]
    /// The instruments as written: the response of `/api/v1/instruments`.
    public let instruments: [JSONValue]

    /// Creates an empty catalogue.
    public init() { (experiments, instruments) = ([], []) }

    /// Reads a folder.
    ///
    /// - Parameter directory: the folder; all files in it that end in `.yaml` or `.yml` are read.
    /// - Throws: ``CatalogError`` with every mistake in every file: unknown names, and values for which a client would
    ///   quarantine an entry.
    public init(directory: String) throws(CatalogError) {
        let reading = try ExperimentFolderReader(directory: directory)
        guard reading.findings.isEmpty else { throw CatalogError(reading.findings) }
        experiments = reading.values(of: .experiments)
        instruments = reading.values(of: .instruments)
    }
}
