package import EventCatalog
import EventSchema
import EventStreams
import EventSupport

/// The streams of a folder as a list, and the settings of one.
extension StreamFolder {
    /// The streams in the order of the files' names, then as written.
    package var summaries: [StreamSummary] { streams.map { StreamSummary($0, configurations.exactly($0.name)) } }

    /// A table with a line for each stream, under a line with the heads; with consumers where a stream names some. The
    /// widest texts are cut so that no line has more columns than the given number; without one, nothing is cut.
    package func table(fitting columns: Int? = nil) -> [String] {
        let rows = [StreamSummary.heads] + summaries.map(\.cells)
        let hasConsumers = summaries.contains { !$0.consumers.isEmpty }
        return TextTable(hasConsumers ? rows : rows.map { Array($0.dropLast()) }).lines(fitting: columns)
    }

    /// The final settings of the stream of that name, or of the pattern that matches it; otherwise `nil`.
    package func settings(of name: String) -> StreamSettings? { stream(for: name).map(StreamSettings.init) }

    /// The errors that a check of the streams alone finds and no waiver covers, ordered by location. The waivers are
    /// read from the same files of the command as the folder.
    package func errors(in files: SourceFiles = SourceFiles()) -> [CatalogFinding] {
        let waivers = Waivers(ofStreams: directory, in: files)
        let context = StreamCheckContext(self, schemas: nil, asOf: nil, waivers: waivers)
        return context.findingsWithoutWaived.filter { $0.severity == .error }
    }
}
