import EventSchema
import EventSupport

/// The names that the settings of a stream may have. What other producers and consumers keep in blocks of their own is
/// not looked into.
enum StreamSettingNames {
    private static let known: [(block: [String], names: [String])] = [
        (
            [],
            [
                "schema_title", "destination_event_service", "sample", "producers", "consumers", "topics",
                "topic_prefixes", "canary_events_enabled", "message_key_fields", "stream",
            ]
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
                let whereabouts = block.isEmpty ? "a stream" : block.joined(separator: ".")
                let meant = names.nearest(to: name)
                return CatalogFinding(
                    document.location(at: root + block + [name]), "“\(name)” is no setting of \(whereabouts).",
                    remedy: meant.map { "Did you mean “\($0)”?" } ?? "Known are \(names.joined(separator: ", ")).")
            }
        }
    }
}
