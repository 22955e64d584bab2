import EventCatalog
import EventSchema
import EventStreams

/// An immutable snapshot of the schemas, streams and experiments that an intake serves and validates with.
struct IntakeContent: Sendable {
    var schemas: SchemaRepository
    /// The configured streams; `nil` when every stream is allowed.
    var streams: StreamConfigurations? { didSet { enrichments = Self.enrichments(of: streams) } }
    var experiments: ExperimentCatalog
    private var enrichments: [String: HeaderEnrichment]

    init(schemas: SchemaRepository, streams: StreamConfigurations?, experiments: ExperimentCatalog) {
        self.schemas = schemas
        self.streams = streams
        self.experiments = experiments
        enrichments = Self.enrichments(of: streams)
    }

    /// Reads streams and experiments.
    init(_ configuration: IntakeConfiguration, _ schemas: SchemaRepository) throws {
        self.init(
            schemas: schemas, streams: try configuration.streams.load(schemas: schemas),
            experiments: try Self.experiments(of: configuration))
    }

    static func experiments(of configuration: IntakeConfiguration) throws -> ExperimentCatalog {
        try configuration.experiments.map(ExperimentCatalog.init(directory:)) ?? ExperimentCatalog()
    }

    /// The rules for copying request headers into the events of a stream.
    func enrichment(of stream: StreamConfiguration?) -> HeaderEnrichment {
        stream.flatMap { enrichments[$0.name] } ?? .standard
    }

    private static func enrichments(of streams: StreamConfigurations?) -> [String: HeaderEnrichment] {
        Dictionary((streams?.streams ?? []).map { ($0.name, HeaderEnrichment($0)) }) { first, _ in first }
    }

    /// The problems to report: quarantined streams, and experiments whose stream is not configured.
    var notices: [String] {
        let quarantined = (streams?.quarantined ?? []).flatMap { stream in
            stream.issues.map { "stream quarantined: \($0)" }
        }
        guard let streams else { return quarantined }
        let entries = experiments.experiments + experiments.instruments
        let unconfigured = entries.filter { $0["stream_name"]?.string.flatMap { streams[$0] } == nil }
        return quarantined
            + unconfigured.map {
                "\($0["name"]?.string ?? "an experiment"): the stream \($0["stream_name"]?.string ?? "") is not "
                    + "configured"
            }
    }
}
