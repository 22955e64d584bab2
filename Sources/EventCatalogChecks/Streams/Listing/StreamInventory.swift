public import EventCatalog
import EventSchema
import EventStreams
import EventSupport

/// The streams of a folder, to list and to look up.
///
/// What is wrong in the files is in ``findings``; the streams that can be read are there all the same.
public struct StreamInventory: Sendable {
    /// The streams, in the order of the files' names, then as written.
    public let streams: [StreamSummary]
    /// The errors that a check of the streams alone finds and no waiver covers, ordered by location.
    public let findings: [CatalogFinding]
    private let folder: StreamFolder

    /// Reads a folder.
    ///
    /// - Throws: `CatalogError` when the folder cannot be listed or has no YAML files.
    public init(directory: String) throws(CatalogError) {
        let sources = SourceFiles()
        let folder = try StreamFolder(directory: directory, in: sources)
        streams = folder.streams.map { StreamSummary($0, folder.configurations.exactly($0.name)) }
        let waivers = Waivers(ofStreams: directory, in: sources)
        let context = StreamCheckContext(folder, schemas: nil, asOf: nil, waivers: waivers)
        findings = context.findingsWithoutWaived.filter { $0.rule.severity == .error }
        self.folder = folder
    }

    /// The final settings of the stream of that name, or of the pattern that matches it; otherwise `nil`.
    public func settings(of name: String) -> StreamSettings? {
        (folder.stream(named: name) ?? folder.configurations.key(of: name).flatMap(folder.stream)).map(
            StreamSettings.init)
    }

    /// The name of a stream that is nearly the same.
    public func suggestion(for name: String) -> String? { streams.map(\.name).nearest(to: name) }

    /// A table with a line for each stream, under a line with the heads.
    public var table: [String] { table(fitting: nil) }

    /// The table with lines of at most so many columns: the widest texts are cut. Without a number, nothing is cut.
    package func table(fitting columns: Int?) -> [String] {
        TextTable([StreamSummary.heads] + streams.map(\.cells)).lines(fitting: columns)
    }
}
