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

    /// The rules for copying request headers into the events of a stream.
    func enrichment(of stream: StreamConfiguration?) -> HeaderEnrichment {
        stream.flatMap { enrichments[$0.name] } ?? .standard
    }

    private static func enrichments(of streams: StreamConfigurations?) -> [String: HeaderEnrichment] {
        Dictionary((streams?.streams ?? []).map { ($0.name, HeaderEnrichment($0)) }) { first, _ in first }
    }

    /// The problems to report at the start: schemas that are missing, quarantined streams, and experiments whose stream
    /// is not configured.
    var notices: [String] {
        ContentReport.problems(in: schemas) + ContentReport.problems(in: streams)
            + ContentReport.problems(in: experiments, streams)
    }
}
