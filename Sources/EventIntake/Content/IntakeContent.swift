import EventCatalog
import EventSchema
import EventStreams

/// What an intake serves and judges by at one moment. It never changes; an edit makes another one.
struct IntakeContent: Sendable {
    var schemas: SchemaRepository
    /// The streams that are allowed, or `nil` when all are.
    var streams: StreamConfigurations? { didSet { enrichments = Self.enrichments(of: streams) } }
    var experiments: ExperimentCatalog
    private var enrichments: [String: HeaderEnrichment]

    init(schemas: SchemaRepository, streams: StreamConfigurations?, experiments: ExperimentCatalog) {
        self.schemas = schemas
        self.streams = streams
        self.experiments = experiments
        enrichments = Self.enrichments(of: streams)
    }

    /// Reads everything but the schemas, strictly.
    init(_ configuration: IntakeConfiguration, _ schemas: SchemaRepository) throws {
        self.init(
            schemas: schemas, streams: try configuration.streams.load(schemas: schemas),
            experiments: try Self.experiments(of: configuration))
    }

    static func experiments(of configuration: IntakeConfiguration) throws -> ExperimentCatalog {
        try configuration.experiments.map(ExperimentCatalog.init(directory:)) ?? ExperimentCatalog()
    }

    /// What of a request's headers goes into the events of a stream.
    func enrichment(of stream: StreamConfiguration?) -> HeaderEnrichment {
        stream.flatMap { enrichments[$0.name] } ?? .standard
    }

    private static func enrichments(of streams: StreamConfigurations?) -> [String: HeaderEnrichment] {
        Dictionary((streams?.streams ?? []).map { ($0.name, HeaderEnrichment($0)) }) { first, _ in first }
    }

    /// What a person should know about what is served: streams that are left out, and experiments for streams that are
    /// not there.
    var notices: [String] {
        let quarantined = (streams?.quarantined ?? []).flatMap { stream in
            stream.issues.map { "stream left out: \($0)" }
        }
        guard let streams else { return quarantined }
        let entries = experiments.experiments + experiments.instruments
        let unconfigured = entries.filter { $0["stream_name"]?.string.flatMap { streams[$0] } == nil }
        return quarantined
            + unconfigured.map {
                "\($0["name"]?.string ?? "an experiment"): the stream \($0["stream_name"]?.string ?? "") is not configured"
            }
    }
}
