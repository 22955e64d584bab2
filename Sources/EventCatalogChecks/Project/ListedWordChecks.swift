import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let unlistedWord = Rule(
        "unlisted-word", .warning, "A stream names a platform, a header or a prefix that its project does not list.",
        reason: "No client, request or topic has the name, unless the project's list is not complete.",
        mistake: [
            Project.fileName: "topic_prefixes: [eu., us.]\n",
            "Streams/example.yaml": RuleExample.stream("app.search", "topic_prefixes: [eu., uss.]"),
        ],
        corrected: [
            Project.fileName: "topic_prefixes: [eu., us.]\n",
            "Streams/example.yaml": RuleExample.stream("app.search", "topic_prefixes: [eu., us.]"),
        ])
}

/// Checks of the names for which a project has a list: platforms, headers, prefixes of topics.
enum ListedWordChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        let vocabulary = stream.vocabulary
        let headers = ["producers", "eventgate", "enrich_fields_from_http_headers"]
        let platforms = ["producers", "metrics_platform_client", "curation", "agent_client_platform"]
        return findings(in: stream, below: ["topic_prefixes"], "prefix of topics", among: vocabulary.topicPrefixes)
            + findings(in: stream, below: headers, "header", among: vocabulary.headers)
            + findings(in: stream, below: platforms, "platform", among: vocabulary.platforms)
    }

    /// A finding for each text below a setting that is not in the list.
    private static func findings(
        in stream: AuthoredStream, below path: [String], _ noun: String, among words: [String]?
    ) -> [CatalogFinding] {
        guard let words, let value = JSONValue.object(stream.authored)[path: path] else { return [] }
        return value.texts(at: path).filter { !words.contains($0.text.lowercased()) && !words.contains($0.text) }
            .map { path, text in
                stream.finding(
                    .unlistedWord, at: path, "“\(text)” is not a \(noun) of the project.",
                    remedy: words.suggestion(for: text)
                        ?? "Add it to \(Project.fileName), or write one of \(words.quoted).")
            }
    }
}

extension [String] {
    /// The texts in quotation marks, since one may end with a dot.
    fileprivate var quoted: String { map { "“\($0)”" }.joined(separator: ", ") }
}

extension JSONValue {
    /// The texts in the value, with their paths.
    fileprivate func texts(at path: [String]) -> [(path: [String], text: String)] {
        switch self {
        case .string(let text): [(path, text)]
        case .array(let elements): elements.enumerated().flatMap { $1.texts(at: path + ["\($0)"]) }
        case .object(let members): members.flatMap { $1.texts(at: path + [$0]) }
        default: []
        }
    }
}
