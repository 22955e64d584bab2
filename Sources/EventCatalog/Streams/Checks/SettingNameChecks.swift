import EventSchema
import EventSupport

extension Rule {
    static let unknownSetting = Rule(
        "unknown-setting", .error, "A setting has a name that no client and no service reads.",
        reason: "It has no effect. A mistyped name leaves the setting that was meant at its default.",
        mistake: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              sampel: {unit: session, rate: 0.1}
            """,
        mended: """
            app.search:
              schema_title: analytics/product_metrics/app/base
              sample: {unit: session, rate: 0.1}
            """)
}

/// The names that settings may have. Blocks of other producers and consumers are not checked.
enum SettingNameChecks {
    private static let known: [(block: [String], names: [String])] = [
        (
            [],
            [
                "schema_title", "destination_event_service", "sample", "producers", "consumers", "topics",
                "topic_prefixes", "canary_events_enabled", "message_key_fields", "stream",
            ] + AuthoredStream.authoringSettings
        ),
        (["sample"], ["unit", "identifier", "rate", "salt"]),
        (
            ["producers", "metrics_platform_client"],
            ["provide_values", "curation", "sampling", "events", "stream_name"]
        ),
        (["producers", "metrics_platform_client", "sampling"], ["identifier", "rate"]),
        (["producers", "eventgate"], ["enrich_fields_from_http_headers", "use_edge_uniques"]),
    ]

    /// A finding for every unknown name.
    static func findings(in settings: JSONValue, at root: [String], of document: SourceDocument) -> [CatalogFinding] {
        known.flatMap { block, names in
            (settings[path: block]?.object ?? [:]).names.filter { !names.contains($0) }.map { name in
                let parent = block.isEmpty ? "a stream" : block.joined(separator: ".")
                let meant = names.nearest(to: name)
                return CatalogFinding(
                    .unknownSetting, document.location(at: root + block + [name]),
                    "“\(name)” is no setting of \(parent).",
                    remedy: meant.map { "Did you mean “\($0)”?" } ?? "Known are \(names.joined(separator: ", ")).")
            }
        }
    }
}
