import EventSupport

/// A block of settings: its path, and the names that are read in it.
struct SettingBlock {
    /// What other names in the block are.
    enum Others {
        /// No client and no service reads them.
        case unread
        /// Settings that programs of others may read.
        case settings
        /// Programs of others, each with a map of its settings.
        case programs
    }

    /// The path; `*` is any name.
    let path: [String]
    let names: [String]
    var others = Others.unread
    /// Whether another block has taken its place, so that nothing is to be moved into it.
    var isOlder = false

    var title: String {
        switch path.last {
        case nil: "a stream"
        case "*": "an entry of \(path.dropLast().joined(separator: "."))"
        default: path.joined(separator: ".")
        }
    }
}

// MARK: - All blocks

extension SettingBlock {
    static let stream = SettingBlock(
        path: [],
        names: [
            "schema_title", "destination_event_service", "sample", "producers", "consumers", "topics",
            "topic_prefixes", "canary_events_enabled", "message_key_fields", "stream",
        ] + AuthoredStream.authoringSettings)

    static let producers = SettingBlock(
        path: ["producers"], names: ["metrics_platform_client", "eventgate", "mediawiki_eventbus", "test_kitchen"],
        others: .programs)

    static let consumers = SettingBlock(
        path: ["consumers"], names: ["analytics_hadoop_ingestion", "analytics_hive_ingestion"], others: .programs)

    static let all = [
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

// MARK: - Names that are wrong in a block

extension SettingBlock {
    /// Names that other systems have for settings of a stream and its sampling.
    private static let synonyms = ["schema": "schema_title", "destination": "destination_event_service"]

    /// The setting elsewhere, or in the block, that changes what is collected and that people call so. A program of
    /// others may have a setting of the name.
    func meaning(of name: String) -> SettingSynonyms.Meaning? {
        others == .unread ? SettingSynonyms.meaning(of: name) : nil
    }

    /// The setting that a name, which the block does not have, was probably meant to be; `nil` when it may be a setting
    /// of another program. Beside the setting itself, among all names that are `given` in the block, a synonym may be
    /// another program's too.
    func suggestion(for name: String, among given: [String]) -> String? {
        // Names that differ in more may well be settings of another program, the shorter they are.
        if let near = names.nearest(to: name, limit: name.count < 20 ? 2 : 3) { return near }
        if let suggestion = Self.synonyms[name], names.contains(suggestion), !given.contains(suggestion) {
            return suggestion
        }
        // One word alone, such as “test”, may well be a program.
        let longer = names.filter { $0.hasPrefix(name + "_") || ($0.hasPrefix(name) && 2 * name.count > $0.count) }
        return name.contains("_") && longer.count == 1 && !given.contains(longer[0]) ? longer[0] : nil
    }

    /// The only block that has settings of that name, when it is another and the name has no place in this one.
    func home(of name: String) -> SettingBlock? {
        let homes = Self.all.filter { $0.names.contains(name) && !$0.isOlder }
        guard let home = homes.first, homes.count == 1, home.path != path else { return nil }
        return switch others {
        case .unread: home
        // A program could have the name of another program, or of one of its settings.
        case .programs: home.others == .unread ? home : nil
        case .settings: nil
        }
    }

    /// The path of the setting that a wrong name in the block was probably meant to be.
    func target(of name: String, among given: [String]) -> [String]? {
        if let known = nameBeforeColon(of: name) ?? suggestion(for: name, among: given) { return path + [known] }
        return meaning(of: name)?.path ?? home(of: name).map { $0.path + [name] }
    }

    /// The setting in a name such as “rate:0.1”, where a space is missing.
    func nameBeforeColon(of name: String) -> String? {
        guard let colon = name.firstIndex(of: ":") else { return nil }
        return names.first { $0 == name[..<colon] }
    }

    /// The names of other blocks that are mistakes in this one.
    var misplacedNames: [String] {
        let names = Set(Self.all.flatMap(\.names)).subtracting(names)
        return names.filter { home(of: $0) != nil }.sorted()
    }
}
