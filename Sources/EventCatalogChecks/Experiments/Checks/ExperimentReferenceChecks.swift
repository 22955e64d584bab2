import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let unknownStream = Rule(
        "unknown-stream", .error, "An experiment or an instrument names a stream that does not exist.",
        reason: "Clients drop its events, and the intake refuses them.",
        mistake: .experiment(["stream_name": "app.serch"], stream: "app.search"),
        corrected: .experiment(["stream_name": "app.search"], stream: "app.search"))

    static let unknownSchemaID = Rule(
        "unknown-schema-id", .error, "No schema has the $id that an experiment names.",
        reason: "The intake refuses the events of the experiment.",
        mistake: .experiment(["schema_id": "/analytics/product_metrics/app/base/9.0.0"]),
        corrected: .experiment(["schema_id": "/analytics/product_metrics/app/base/1.3.0"]))

    static let schemaMismatch = Rule(
        "schema-mismatch", .error, "An experiment or an instrument names another schema than its stream takes.",
        reason:
            "The intake compares the schema of an event with the schema_title of its stream, and refuses the event.",
        mistake: .experiment(["schema_id": "/analytics/product_metrics/server/base/1.0.0"], stream: "app.search"),
        corrected: .experiment(["schema_id": "/analytics/product_metrics/app/base/1.3.0"], stream: "app.search"))
}

/// Checks of what an entry names: its stream and its schema.
enum ExperimentReferenceChecks {
    static func findings(in entry: AuthoredExperiment, _ context: ExperimentCheckContext) -> [ExperimentFinding] {
        [
            unknownStream(in: entry, context.streams),
            unknownSchema(in: entry, context.schemas) ?? mismatch(in: entry, context),
        ].compactMap { $0 }
    }

    // MARK: - Streams

    private static func unknownStream(
        in entry: AuthoredExperiment, _ streams: StreamCheckContext?
    ) -> ExperimentFinding? {
        // A file that cannot be read may have the stream.
        guard let streams, let name = entry.setting("stream_name")?.string, streams.folder.isComplete,
            streams.configurations.key(of: name) == nil
        else { return nil }
        return entry.finding(
            .unknownStream, "stream_name", "There is no stream “\(name)”.",
            streams.folder.streams.map(\.name).suggestion(for: name) ?? "Add the stream to the folder of streams.")
    }

    // MARK: - Schemas

    private static func unknownSchema(
        in entry: AuthoredExperiment, _ schemas: SchemaRepository?
    ) -> ExperimentFinding? {
        guard let schemas else { return nil }
        if entry.list == .experiments, let id = entry.setting("schema_id")?.string, schemas[id]?.uri != id,
            !schemas.missingURIs.contains(id)
        {
            let suggestions = schemas.suggestions(for: id).joined(separator: ", ")
            return entry.finding(
                .unknownSchemaID, "schema_id", "No schema has the $id “\(id)”.",
                suggestions.isEmpty
                    ? "Write a $id such as /analytics/product_metrics/app/base/1.3.0."
                    : "Did you mean one of \(suggestions)?")
        }
        if entry.list == .instruments, let title = entry.setting("schema_title")?.string,
            !schemas.mayHave(title: title)
        {
            return entry.finding(
                .unknownSchemaTitle, "schema_title", "No schema has the title “\(title)”.",
                schemas.titles.sorted().suggestion(for: title) ?? "Add the schema, or remove the setting.")
        }
        return nil
    }

    /// The finding when the events of an entry have another schema than its stream takes.
    private static func mismatch(in entry: AuthoredExperiment, _ context: ExperimentCheckContext) -> ExperimentFinding?
    {
        guard let name = entry.setting("stream_name")?.string,
            let expected = context.stream(of: entry)?.setting("schema_title")?.string
        else { return nil }
        let setting = entry.list == .experiments ? "schema_id" : "schema_title"
        guard let named = entry.setting(setting)?.string else { return nil }
        let title = entry.list == .experiments ? context.schemas?[named]?.title : named
        guard let title, title != expected else { return nil }
        return entry.finding(
            .schemaMismatch, setting, "\(setting) is “\(named)”, and the stream “\(name)” takes \(expected).",
            "Name a schema of the title \(expected), or another stream.")
    }
}
