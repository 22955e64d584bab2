import EventCatalog
import EventSchema

extension Rule {
    static let emptySetting = Rule(
        "empty-setting", .warning, "A setting has no content, and the defaults have none to take back.",
        reason: "It has no effect. Lines that are commented out leave such a setting, and nothing says what is lost.",
        mistake: .setting("sample:"), corrected: .setting("sample: {unit: session, rate: 0.1}"))
}

/// Finds settings that are null without a default to take back, curation without a rule, lists without a topic, and
/// texts without a character.
enum EmptySettingChecks {
    private static let client = ["producers", "metrics_platform_client"]

    /// The settings, each with what holds without it.
    private static let settings: [(path: [String], consequence: String)] = [
        (["sample"], "everybody is in sample"),
        (["producers"], "there are no settings for those who send events"),
        (client, "no contextual attribute is added, and no event is dropped by curation"),
        (client + ["provide_values"], "no contextual attribute is added"),
        (client + ["curation"], "no event is dropped by curation"),
        (client + ["events"], "dispatch sends no event to the stream"),
        (["producers", "eventgate"], "there are no settings for the intake"),
        (["producers", "eventgate", "enrich_fields_from_http_headers"], "no header becomes a field"),
        (["consumers"], "there are no settings for those who read events"),
        (["message_key_fields"], "there is no message key"),
        (["description"], "nothing says what the events are for"),
        (["owner"], "nobody answers for the stream"),
        (["expires"], "the stream does not expire"),
        (["sensitivity"], "attributes are not compared with a level"),
        (["topics"], "the stream has no topic, so that no consumer receives its events"),
        (["topic_prefixes"], "the stream has no topic, so that no consumer receives its events"),
    ]

    private static let consumers = StreamConsumers.paths.map { ($0, "nothing says who reads the events") }

    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        context.folder.blocks.flatMap { block in
            (settings + consumers).compactMap { path, consequence in
                finding(at: path, consequence, in: block, context.folder.defaults)
            }
        }
    }

    private static func finding(
        at path: [String], _ consequence: String, in block: SettingsBlock, _ defaults: SourceDocument?
    ) -> CatalogFinding? {
        guard let value = block.value[path: path] else { return nil }
        let text = "“\(path.joined(separator: "."))”"
        if isWithoutContent(value, at: path, in: block) {
            return CatalogFinding(
                .emptySetting, block.document.location(at: block.path + path), "\(text) is empty: \(consequence).",
                remedy: remedy(for: path))
        }
        guard isWithoutEffect(value, at: path) else { return nil }
        let isOfDefaults = block.path.isEmpty
        guard isOfDefaults || !defaults.hasValue(at: path) else { return nil }
        let content = value.isNull ? "null" : "empty"
        let taken =
            isOfDefaults ? "in the defaults it takes nothing back" : "the defaults have no such setting to take back"
        return CatalogFinding(
            .emptySetting, block.document.location(at: block.path + path),
            "\(text) is \(content), and \(taken): \(consequence).",
            remedy: block.isCommentedOut(at: path)
                ? "Write the text in quotes: “#” behind a blank begins a comment." : remedy(for: path))
    }

    /// Whether the value replaces a default, and has nothing in it.
    private static func isWithoutContent(_ value: JSONValue, at path: [String], in block: SettingsBlock) -> Bool {
        switch path {
        case ["description"], ["owner"]: value.string?.allSatisfy(\.isWhitespace) == true
        case ["topics"]: value == []
        case ["topic_prefixes"]: value == [] && !block.value["topics"].isSet
        default: false
        }
    }

    /// Whether the value changes nothing where there is no default.
    private static func isWithoutEffect(_ value: JSONValue, at path: [String]) -> Bool {
        // Null is how the platform writes that topics are computed, and that there are no prefixes.
        if value.isNull { return !["topics", "topic_prefixes"].contains(path[0]) }
        return (path.last == "curation" || StreamConsumers.paths.contains(path)) && value.isEmpty
    }

    private static func remedy(for path: [String]) -> String {
        switch path {
        case ["topics"]: "Remove it, so that topics are computed, or name a topic."
        case ["topic_prefixes"]: "Write null for one topic, the stream's name, or name a prefix."
        default: "Remove it, or write what was meant."
        }
    }
}

extension SettingsBlock {
    /// Whether a setting is null because what stands behind its colon is a comment: `owner: #search-team`.
    fileprivate func isCommentedOut(at path: [String]) -> Bool {
        guard let name = path.last, let line = document.location(at: self.path + path).line,
            let rest = document.lines[line]?.drop(while: { $0 == " " }), rest.hasPrefix(name + ":")
        else { return false }
        return rest.dropFirst(name.count + 1).first { $0 != " " } == "#"
    }
}

extension SourceDocument? {
    fileprivate func hasValue(at path: [String]) -> Bool { self?.value[path: path].isSet ?? false }
}

extension JSONValue {
    fileprivate var isEmpty: Bool { object?.isEmpty ?? array?.isEmpty ?? false }
}
