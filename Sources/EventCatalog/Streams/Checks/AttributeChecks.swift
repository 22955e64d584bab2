import EventSchema
import EventStreams

extension Rule {
    static let unknownAttribute = Rule(
        "unknown-attribute", .error, "provide_values has a name that is no contextual attribute.",
        reason: "Events are sent without it, and some older clients cannot read the configuration at all.",
        mistake: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              producers:
                metrics_platform_client:
                  provide_values: [page_idd]
            """,
        mended: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              producers:
                metrics_platform_client:
                  provide_values: [page_id]
            """)

    static let repeatedAttribute = Rule(
        "repeated-attribute", .error, "provide_values has a name twice.",
        reason: "One of the two was probably meant to be another attribute.",
        mistake: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              producers:
                metrics_platform_client:
                  provide_values: [page_id, page_id]
            """,
        mended: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              producers:
                metrics_platform_client:
                  provide_values: [page_id, page_title]
            """)

    static let curationWithoutAttribute = Rule(
        "curation-without-attribute", .error, "A rule of curation is on an attribute that the stream does not ask for.",
        reason: "The value is always missing, so that the rule drops every event.",
        mistake: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              producers:
                metrics_platform_client:
                  curation:
                    page_id: {equals: 1}
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

/// Checks of `provide_values`, and of the attributes that curation needs.
enum AttributeChecks {
    private static let block = ["producers", "metrics_platform_client"]

    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        repeated(in: stream) + missing(in: stream, context)
    }

    private static func repeated(in stream: AuthoredStream) -> [CatalogFinding] {
        let names = (stream.setting("producers", "metrics_platform_client", "provide_values")?.array ?? [])
            .map(\.string)
        var seen: Set<String> = []
        return names.enumerated().compactMap { position, name in
            guard let name, !seen.insert(name).inserted else { return nil }
            return CatalogFinding(
                .repeatedAttribute, stream.location(of: block + ["provide_values", "\(position)"]),
                "“\(name)” is in the list twice.", remedy: "Remove one.")
        }
    }

    /// Client platform and family are always there.
    private static func missing(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        guard let configuration = context.configurations[stream.name] else { return [] }
        let provided = Set(configuration.providedAttributes + [.agentClientPlatform, .agentClientPlatformFamily])
        return configuration.curation.attributes.filter { !provided.contains($0) }.map {
            CatalogFinding(
                .curationWithoutAttribute, stream.location(of: block + ["curation", $0.rawValue]),
                "The stream does not ask for \($0.rawValue), so this rule would drop every event.",
                remedy: "Add it to provide_values, or remove the rule.")
        }
    }
}
