import EventSchema
import EventSchemaTools
import EventStreams

/// Changes of settings that have one value each.
enum SingleSettingChanges {
    private typealias Words = @Sendable (JSONValue?, JSONValue?) -> String

    private static let settings: [(name: String, kind: StreamChange.Kind, words: Words)] = [
        ("schema_title", .schemaTitle, { "the schema title " + UninterpretedSettingChanges.words($0, $1) }),
        ("destination_event_service", .destination, { "the destination " + UninterpretedSettingChanges.words($0, $1) }),
        ("topics", .topics, { "the topics change from \(topics($0)) to \(topics($1))" }),
        ("canary_events_enabled", .canary, canary),
        ("sensitivity", .sensitivity, { "the sensitivity " + UninterpretedSettingChanges.words($0, $1) }),
        ("expires", .expiry, { "the date of expiry " + UninterpretedSettingChanges.words($0, $1) }),
        ("owner", .owner, { "the owner " + UninterpretedSettingChanges.words($0, $1) }),
        (
            "description", .description,
            { "the description " + UninterpretedSettingChanges.words($0, $1) { "“\($0.words)”" } }
        ),
    ]

    /// The paths of the settings that ``changes(in:)`` is about.
    static let paths = settings.map { [$0.name] } + [["topic_prefixes"]]

    static func changes(in pair: StreamPair) -> [StreamChange] {
        prefixes(pair)
            + settings.compactMap { setting in
                pair.difference(at: [setting.name]).map { before, after in
                    let text = setting.words(before, after) + warning(setting.kind, before, after, pair)
                    return StreamChange(setting.kind, text, at: [setting.name], before, after)
                }
            }
    }

    /// Prefixes matter only where topics are computed.
    private static func prefixes(_ pair: StreamPair) -> [StreamChange] {
        let path = ["topic_prefixes"]
        guard pair.before["topics"] == nil, pair.after["topics"] == nil,
            let (before, after) = pair.difference(at: path)
        else { return [] }
        let text = "the prefixes of the topics change from \(before?.words ?? "none") to \(after?.words ?? "none")"
        return [StreamChange(.topics, text, at: path, before, after)]
    }

    /// A text with the owner where a stream becomes more sensitive, or ends sooner; empty for other changes.
    private static func warning(
        _ kind: StreamChange.Kind, _ before: JSONValue?, _ after: JSONValue?, _ pair: StreamPair
    ) -> String {
        guard isTighter(kind, before?.string, after?.string) else { return "" }
        let owner = (pair.before["owner"] ?? pair.after["owner"])?.string
        return "; warning: " + (owner.map { "ask the owner, \($0)" } ?? "the stream names no owner to ask")
    }

    private static func isTighter(_ kind: StreamChange.Kind, _ before: String?, _ after: String?) -> Bool {
        switch kind {
        case .sensitivity: return level(before) < level(after)
        case .expiry:
            guard let after else { return false }
            return before.map { after < $0 } ?? true
        default: return false
        }
    }

    private static func level(_ name: String?) -> Sensitivity { name.flatMap { Sensitivity(rawValue: $0) } ?? .low }

    private static func topics(_ value: JSONValue?) -> String { value?.words ?? "those computed from the name" }

    private static let canary: Words = { before, after in
        if after == true { return "canary events are now sent" }
        if before == true { return "canary events are no longer sent" }
        return "canary_events_enabled " + UninterpretedSettingChanges.words(before, after)
    }
}
