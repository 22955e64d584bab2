import EventCatalog
import EventSchema
import EventStreams

/// The schemas, streams, experiments and remote configuration that an intake serves and validates with, at one time.
struct IntakeContent: Sendable {
    var schemas: SchemaRepository
    /// The configured streams; `nil` when every stream is allowed.
    var streams: StreamConfigurations? { didSet { fields = Self.fields(of: streams) } }
    /// The words of the project that the streams belong to.
    var vocabulary: Vocabulary
    var experiments: ExperimentCatalog
    /// The remote configuration of clients; `nil` when none is served.
    var clientConfiguration: JSONValue?
    /// The filters that have a name.
    var filters: ServedFilters
    /// Why schemas that the events of a request name are not there, by URI, where there is more to say than that.
    var missingReasons: [String: EventRefusal] = [:]
    private var fields: [String: IntakeFields]

    init(
        schemas: SchemaRepository, streams: StreamConfigurations?, vocabulary: Vocabulary = .platform,
        experiments: ExperimentCatalog, clientConfiguration: JSONValue? = nil,
        filters: ServedFilters = ServedFilters()
    ) {
        self.schemas = schemas
        self.streams = streams
        self.vocabulary = vocabulary
        self.experiments = experiments
        self.clientConfiguration = clientConfiguration
        self.filters = filters
        fields = Self.fields(of: streams)
    }

    /// The fields that are added to the events of a stream.
    func fields(of stream: StreamConfiguration?) -> IntakeFields {
        stream.flatMap { fields[$0.name] } ?? .standard
    }

    /// The name of a stream that would have no schema in a new content although it has one in this; `nil` when there is
    /// none. Such an edit is the first half of one.
    func streamLosingItsSchema(in new: StreamConfigurations?, _ newSchemas: SchemaRepository) -> String? {
        guard let new else { return nil }
        return streams?.streams.first { stream in
            guard let title = stream.schemaTitle, schemas.titles.contains(title),
                let newTitle = new[stream.name]?.schemaTitle, newTitle != title
            else { return false }
            return !newSchemas.titles.contains(newTitle)
        }?.name
    }

    private static func fields(of streams: StreamConfigurations?) -> [String: IntakeFields] {
        Dictionary((streams?.streams ?? []).map { ($0.name, IntakeFields($0)) }) { first, _ in first }
    }

    /// The number of mistakes in each part of the files.
    var problemCounts: [ContentPart: Int] {
        [
            .schemas: schemas.findings.count { $0.severity == .error }, .streams: streams?.quarantined.count ?? 0,
            .experiments: ContentReport.problems(in: experiments, streams).count,
            .filters: filters.problems.count + (filters.error == nil ? 0 : 1), .clientConfiguration: 0,
        ]
    }

    /// The problems to report at the start: schemas that are missing, quarantined streams, and experiments whose stream
    /// is not configured.
    var notices: [String] {
        ContentReport.problems(in: schemas) + ContentReport.problems(in: streams)
            + ContentReport.problems(in: experiments, streams) + filters.problems
            + (filters.error.map { [$0, "Filters: none served until the file is corrected."] } ?? [])
    }
}
