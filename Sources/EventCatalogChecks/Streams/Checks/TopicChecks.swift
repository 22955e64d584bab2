import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let ignoredTopicPrefixes = Rule(
        "ignored-topic-prefixes", .warning, "A stream has topic_prefixes beside topics without these prefixes.",
        reason: "Where topics are set, prefixes are ignored. Consumers that look for prefixed topics find no events.",
        mistake: .setting("topic_prefixes: [eqiad., codfw.]\n  topics: [app.search]"),
        corrected: .setting("topic_prefixes: [eqiad., codfw.]"))

    static let sharedTopic = Rule(
        "shared-topic", .warning, "Two streams have the same topic.",
        reason: "Consumers of the one stream receive the events of the other, which may have another schema.",
        mistake: .streams("app.search", "app.suggestions", setting: "topics: [app.search]"),
        corrected: .streams("app.search", "app.suggestions", setting: "topics: [app.suggestions]"))

    static let topicPrefixForm = Rule(
        "topic-prefix-form", .warning, "A prefix of topics ends with a letter or a digit.",
        reason: "The name of the stream follows without a dot. Consumers that look for prefixed topics find no events.",
        mistake: .setting("topic_prefixes: [eqiad]"), corrected: .setting("topic_prefixes: [eqiad.]"))
}

/// Checks of `topics` and `topic_prefixes`.
enum TopicChecks {
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        var owners: [String: String] = [:]
        return context.folder.streams.flatMap { stream -> [CatalogFinding] in
            [ignoredPrefixes(in: stream)].compactMap { $0 } + shared(by: stream, context, owners: &owners)
        } + context.folder.blocks.flatMap(prefixForms)
    }

    /// The prefixes, of a stream or of the defaults, from which the name is not set apart.
    private static func prefixForms(in block: SettingsBlock) -> [CatalogFinding] {
        (block.value["topic_prefixes"]?.array ?? []).enumerated().compactMap { position, element in
            guard let prefix = element.string, let last = prefix.last, last.isLetter || last.isNumber else {
                return nil
            }
            return CatalogFinding(
                .topicPrefixForm, block.document.location(at: block.path + ["topic_prefixes", "\(position)"]),
                "The prefix “\(prefix)” has no dot at its end, so that a topic is such as “\(prefix)app.search”.",
                remedy: "Write “\(prefix).”.")
        }
    }

    /// Topics that the prefixes would give too, or that begin with them, are in order: both settings agree.
    private static func ignoredPrefixes(in stream: AuthoredStream) -> CatalogFinding? {
        guard stream.own["topics"].isSet, stream.own["topic_prefixes"].isSet,
            let topics = stream.setting("topics")?.array?.compactMap(\.string),
            let prefixes = stream.setting("topic_prefixes")?.array?.compactMap(\.string), !prefixes.isEmpty,
            topics != StreamTopics.topics(of: stream.name, prefixes: prefixes),
            !topics.allSatisfy({ topic in prefixes.contains { topic.hasPrefix($0) } })
        else { return nil }
        return stream.finding(
            .ignoredTopicPrefixes, at: ["topic_prefixes"], "“topic_prefixes” is ignored, since there is “topics”.",
            remedy: "Remove one of the two, or write the prefixes in front of the topics.")
    }

    private static func shared(
        by stream: AuthoredStream, _ context: StreamCheckContext, owners: inout [String: String]
    ) -> [CatalogFinding] {
        guard !stream.name.hasPrefix("/"), let topics = context.configuration(of: stream)?.topics else { return [] }
        return topics.enumerated().compactMap { position, topic in
            guard let owner = owners.updateValue(stream.name, forKey: topic), owner != stream.name else { return nil }
            let isSet = stream.setting("topics") != nil
            return stream.finding(
                .sharedTopic, at: isSet ? ["topics", "\(position)"] : [],
                "The topic “\(topic)” is that of the stream “\(owner)” too.",
                remedy: "Give each stream a topic of its own.")
        }
    }
}
