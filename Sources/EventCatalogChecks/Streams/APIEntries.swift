import EventSchema
import EventStreams

/// The entries of an API response as an author would write them: without what the service adds.
struct APIEntries {
    /// The settings by name or pattern, in the response's order.
    private(set) var entries: [(name: String, settings: JSONObject)] = []
    /// What could not be taken over as it is, a sentence each.
    private(set) var remarks: [String] = []

    /// - Throws: `StreamConfigurationError` when the document is not a response with streams.
    init(response: JSONValue) throws(StreamConfigurationError) {
        _ = try StreamConfigurations(response: response)
        var seen: Set<String> = []
        for (key, value) in response["streams"]?.object ?? [:] {
            guard let settings = value.array?.isEmpty == true ? [:] : value.object else {
                remarks.append("“\(key)” is left out: its settings are of type \(value.typeName), not a map.")
                continue
            }
            var entry = Entry(key: key, settings)
            if entry.isMatchOfPattern {
                remarks.append("“\(key)” stands in the response for the pattern \(entry.name), which is imported.")
                guard seen.insert(entry.name).inserted else { continue }
            } else {
                seen.insert(entry.name)
            }
            entry.removeComputed()
            entries.append((entry.name, entry.settings))
        }
    }
}

/// One entry of a response.
private struct Entry {
    let key: String
    let name: String
    var settings: JSONObject

    /// Whether the entry was asked for by a name that its pattern matches.
    var isMatchOfPattern: Bool { name != key }

    init(key: String, _ settings: JSONObject) {
        let stream = settings["stream"]?.string
        (self.key, self.settings) = (key, settings)
        name = stream.map { $0.hasPrefix("/") } == true ? stream ?? key : key
    }

    /// Removes `stream` and `topics` where compiling adds the same at the same place.
    mutating func removeComputed() {
        if isMatchOfPattern || (settings.last?.name == "topics" && hasComputedTopics) { settings["topics"] = nil }
        if settings.last?.name == "stream" || isMatchOfPattern { settings["stream"] = nil }
    }

    private var hasComputedTopics: Bool {
        let prefixes = settings["topic_prefixes"]?.array?.compactMap(\.string)
        // Topics in front of `stream` were written by the author.
        guard let stream = settings.position(of: "stream"), stream == settings.count - 2 else { return false }
        return settings["topics"] == .array(StreamTopics.topics(of: key, prefixes: prefixes).map(JSONValue.string))
    }
}
