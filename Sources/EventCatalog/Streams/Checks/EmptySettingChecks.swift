import EventSchema

extension Rule {
    static let emptySetting = Rule(
        "empty-setting", .warning, "A block of settings has no content, and the defaults have none to take back.",
        reason: "It has no effect. Lines that are commented out leave such a block, and nothing says what is lost.",
        mistake: .setting("sample:"), corrected: .setting("sample: {unit: session, rate: 0.1}"))
}

/// Finds blocks and lists that are null without a default to take back, and curation without a rule.
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
    ]

    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        context.folder.blocks.flatMap { block in
            settings.compactMap { finding(at: $0.path, $0.consequence, in: block, context.folder.defaults) }
        }
    }

    private static func finding(
        at path: [String], _ consequence: String, in block: SettingsBlock, _ defaults: SourceDocument?
    ) -> CatalogFinding? {
        guard let value = block.value[path: path], value.isNull || (path.last == "curation" && value.isEmpty) else {
            return nil
        }
        let isOfDefaults = block.path.isEmpty
        guard isOfDefaults || !defaults.hasValue(at: path) else { return nil }
        let content = value.isNull ? "null" : "empty"
        let taken =
            isOfDefaults ? "in the defaults it takes nothing back" : "the defaults have no such setting to take back"
        return CatalogFinding(
            .emptySetting, block.document.location(at: block.path + path),
            "“\(path.joined(separator: "."))” is \(content), and \(taken): \(consequence).",
            remedy: "Remove it, or write what was meant.")
    }
}

extension SourceDocument? {
    fileprivate func hasValue(at path: [String]) -> Bool { self?.value[path: path].isSet ?? false }
}

extension JSONValue {
    fileprivate var isEmpty: Bool { object?.isEmpty ?? array?.isEmpty ?? false }
}
