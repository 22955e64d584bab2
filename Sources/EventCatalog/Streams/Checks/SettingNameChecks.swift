import EventSchema
import EventSupport

extension Rule {
    static let unknownSetting = Rule(
        "unknown-setting", .error, "The name of a setting is misspelt.",
        reason: "A misspelt setting has no effect, and the one that was meant stays at its default.",
        mistake: .setting("sampel: {unit: session, rate: 0.1}"),
        mended: .setting("sample: {unit: session, rate: 0.1}"))

    static let misplacedSetting = Rule(
        "misplaced-setting", .error, "A setting stands in a block where no client and no service looks for it.",
        reason: "It has no effect there, and the setting stays at its default.",
        mistake: .setting("provide_values: [page_id]"),
        mended: .setting("producers: {metrics_platform_client: {provide_values: [page_id]}}"))

    static let unreadSetting = Rule(
        "unread-setting", .warning, "No client and no service of the platform reads a setting of this name.",
        reason: "It has no effect on the platform, unless a program of your own reads it.",
        mistake: .setting("importance: high"), mended: .search)

    static let settingNameRules = [unknownSetting, misplacedSetting, unreadSetting]
}

/// The names that settings may have.
enum SettingNameChecks {
    private struct Block {
        /// The path; `*` is any name.
        let path: [String]
        let names: [String]
        /// Whether programs of others may have settings here, so that only misspellings are mistakes.
        var isOpen = false

        var title: String { path.isEmpty ? "a stream" : path.joined(separator: ".") }
    }

    private static let stream = Block(
        path: [],
        names: [
            "schema_title", "destination_event_service", "sample", "producers", "consumers", "topics",
            "topic_prefixes", "canary_events_enabled", "message_key_fields", "stream",
        ] + AuthoredStream.authoringSettings)

    private static let blocks = [
        stream,
        Block(path: ["sample"], names: ["unit", "identifier", "rate", "salt"]),
        Block(
            path: ["producers"], names: ["metrics_platform_client", "eventgate", "mediawiki_eventbus", "test_kitchen"],
            isOpen: true),
        Block(
            path: ["producers", "metrics_platform_client"],
            names: ["provide_values", "curation", "sampling", "events", "stream_name"]),
        Block(path: ["producers", "metrics_platform_client", "sampling"], names: ["identifier", "rate"]),
        Block(path: ["producers", "eventgate"], names: ["enrich_fields_from_http_headers", "use_edge_uniques"]),
        Block(path: ["producers", "mediawiki_eventbus"], names: ["enabled", "event_service_name"], isOpen: true),
        Block(path: ["producers", "test_kitchen"], names: ["is_test_kitchen_stream"], isOpen: true),
        Block(path: ["consumers"], names: ["analytics_hadoop_ingestion", "analytics_hive_ingestion"], isOpen: true),
        Block(path: ["consumers", "*"], names: ["enabled", "job_name", "spark_job_ingestion_scale"], isOpen: true),
    ]

    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        context.folder.blocks.flatMap { findings(in: $0.value, at: $0.path, of: $0.document) }
    }

    /// A finding for every name that is not read where it stands.
    private static func findings(in settings: JSONValue, at root: [String], of document: SourceDocument)
        -> [CatalogFinding]
    {
        blocks.flatMap { block in
            settings.values(at: block.path[...]).flatMap { path, value in
                (value.object ?? [:]).names.filter { !block.names.contains($0) }.compactMap { name in
                    finding(for: name, in: block, at: document.location(at: root + path + [name]))
                }
            }
        }
    }

    private static func finding(
        for name: String, in block: Block, at place: SourceLocation
    ) -> CatalogFinding? {
        if let colon = name.firstIndex(of: ":"), block.names.contains(String(name[..<colon])) {
            return CatalogFinding(
                .unknownSetting, place, "There is no space after the colon of “\(name)”.",
                remedy: "Write “\(name.replacing(":", with: ": ", maxReplacements: 1))”.")
        }
        // Longer names that differ in more may well be settings of another program.
        if let meant = block.names.nearest(to: name, limit: 2) {
            return CatalogFinding(
                .unknownSetting, place, "“\(name)” is no setting of \(block.title).", remedy: "Did you mean “\(meant)”?"
            )
        }
        guard !block.isOpen else { return nil }
        let homes = blocks.filter { $0.names.contains(name) && !$0.isOpen }
        if let home = homes.first, homes.count == 1 {
            let target = home.path.isEmpty ? "the stream itself" : home.title
            return CatalogFinding(
                .misplacedSetting, place, "“\(name)” is no setting of \(block.title), but of \(target).",
                remedy: home.path.isEmpty
                    ? "Move it out, to the level of “schema_title”." : "Move it below \(home.title).")
        }
        return CatalogFinding(
            .unreadSetting, place, "“\(name)” is no setting of \(block.title).",
            remedy: block.names.nearest(to: name).map { "Did you mean “\($0)”?" }
                ?? "Known are \(block.names.joined(separator: ", ")).")
    }
}

extension RuleExample {
    /// A stream with one more setting.
    static func setting(_ line: String) -> RuleExample {
        RuleExample(stringLiteral: "app.search:\n  schema_title: analytics/product_metrics/app/base\n  \(line)\n")
    }
}
