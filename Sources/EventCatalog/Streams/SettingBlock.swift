/// A block of settings: its path, and the names that are read in it.
package struct SettingBlock {
    /// What other names in the block are.
    package enum Others {
        /// No client and no service reads them.
        case unread
        /// Settings that programs of others may read.
        case settings
        /// Programs of others, each with a map of its settings.
        case programs
    }

    /// The path; `*` is any name.
    package let path: [String]
    package let names: [String]
    package var others = Others.unread
    /// Whether another block has taken its place, so that nothing is to be moved into it.
    package var isOlder = false

    package var title: String {
        switch path.last {
        case nil: "a stream"
        case "*": "an entry of \(path.dropLast().joined(separator: "."))"
        default: path.joined(separator: ".")
        }
    }
}

extension SettingBlock {
    static let stream = SettingBlock(
        path: [],
        names: [
            "schema_title", "destination_event_service", "sample", "producers", "consumers", "topics",
            "topic_prefixes", "canary_events_enabled", "message_key_fields", "stream",
        ] + AuthoredStream.authoringSettings)

    package static let producers = SettingBlock(
        path: ["producers"], names: ["metrics_platform_client", "eventgate", "mediawiki_eventbus", "test_kitchen"],
        others: .programs)

    package static let consumers = SettingBlock(
        path: ["consumers"], names: ["analytics_hadoop_ingestion", "analytics_hive_ingestion"] + StreamConsumers.kinds,
        others: .programs)

    package static let all = [
        stream,
        SettingBlock(path: ["sample"], names: ["unit", "identifier", "rate", "salt"]),
        producers,
        SettingBlock(
            path: ["producers", "metrics_platform_client"],
            names: ["provide_values", "curation", "sampling", "events", "stream_name"]),
        SettingBlock(
            path: ["producers", "metrics_platform_client", "sampling"], names: ["identifier", "rate"], isOlder: true),
        SettingBlock(
            path: ["producers", "eventgate"], names: ["enrich_fields_from_http_headers", "use_edge_uniques"]),
        SettingBlock(
            path: ["producers", "mediawiki_eventbus"], names: ["enabled", "event_service_name"], others: .settings),
        SettingBlock(path: ["producers", "test_kitchen"], names: ["is_test_kitchen_stream"], others: .settings),
        consumers,
        SettingBlock(
            path: ["consumers", "*"], names: ["enabled", "job_name", "spark_job_ingestion_scale"], others: .settings),
    ]
}
