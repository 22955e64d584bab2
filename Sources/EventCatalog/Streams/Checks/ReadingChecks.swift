import EventSchema
import EventStreams

extension Rule {
    static let invalidSetting = Rule(
        "invalid-setting", .error, "A setting has a value that clients cannot read.",
        reason: "Clients leave the whole stream out, so that none of its events is sent.",
        mistake: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              topics: app.search
            """,
        mended: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              topics: [app.search]
            """)

    static let invalidSampling = Rule(
        "invalid-sampling", .error, "The sampling of a stream cannot be read, or its rate is not from 0 to 1.",
        reason: "Where sampling cannot be read, no event of the stream is in sample.",
        mistake: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              sample: {unit: user, rate: 0.5}
            """,
        mended: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              sample: {unit: session, rate: 0.5}
            """)

    static let invalidCuration = Rule(
        "invalid-curation", .error, "A rule of curation has an operator or an operand that does not fit.",
        reason: "Clients set such a condition aside, or it drops every event.",
        mistake: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              producers:
                metrics_platform_client:
                  provide_values: [page_id]
                  curation:
                    page_id: {equls: 1}
            """,
        mended: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              producers:
                metrics_platform_client:
                  provide_values: [page_id]
                  curation:
                    page_id: {equals: 1}
            """)
}

/// The mistakes that clients find when they read the settings.
enum ReadingChecks {
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        let issues =
            context.configurations.quarantined.flatMap(\.issues) + context.configurations.diagnostics
        return issues.compactMap { issue in
            context.folder.stream(named: issue.stream).map { finding(for: issue, in: $0) }
        }
    }

    private static func finding(for issue: StreamIssue, in stream: AuthoredStream) -> CatalogFinding {
        let setting = issue.path.isEmpty ? "The stream" : issue.path
        return CatalogFinding(
            rule(for: issue.path), stream.location(ofIssueAt: issue.path), "\(setting) \(issue.message).",
            remedy: "Mend it in the stream “\(issue.stream)”.")
    }

    private static func rule(for path: String) -> Rule {
        let client = "producers.metrics_platform_client."
        return switch path {
        case "schema_title": .missingSchemaTitle
        case _ where path.hasPrefix("sample"), _ where path.hasPrefix(client + "sampling"): .invalidSampling
        case _ where path.hasPrefix(client + "curation"): .invalidCuration
        case _ where path.hasPrefix(client + "provide_values["): .unknownAttribute
        default: .invalidSetting
        }
    }
}
