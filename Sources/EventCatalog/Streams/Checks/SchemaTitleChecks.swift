import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let missingSchemaTitle = Rule(
        "missing-schema-title", .error, "A stream has no schema_title.",
        reason: "The intake refuses the stream's events: it compares the title of their schema with this setting.",
        mistake: "app.search:\n  destination_event_service: eventgate-analytics-external\n",
        mended: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              destination_event_service: eventgate-analytics-external
            """)

    static let unknownSchemaTitle = Rule(
        "unknown-schema-title", .error, "No schema has the title that a stream names.",
        reason: "The intake refuses every event of the stream.",
        mistake: "app.search:\n  schema_title: /analytics/product_metrics/app/base\n",
        mended: "app.search:\n  schema_title: analytics/product_metrics/app/base\n")
}

/// Checks of `schema_title` against the repository.
enum SchemaTitleChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        guard let schemas = context.schemas, let title = stream.setting("schema_title")?.string,
            !schemas.mayHave(title: title)
        else { return [] }
        let meant = title.hasPrefix("/") ? String(title.dropFirst()) : schemas.titles.sorted().nearest(to: title)
        return [
            CatalogFinding(
                .unknownSchemaTitle, stream.location(of: ["schema_title"]), "No schema has the title “\(title)”.",
                remedy: meant.map { "Did you mean “\($0)”?" }
                    ?? "Add the schema below \(schemas.roots.joined(separator: " or ")).")
        ]
    }
}
