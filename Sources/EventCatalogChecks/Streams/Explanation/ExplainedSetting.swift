import EventCatalog
import EventSchema
import EventStreams

/// A setting of a stream as clients are given it, and where it comes from.
package struct ExplainedSetting: Sendable, Hashable {
    /// What determines the value of a setting.
    package enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The stream's own entry.
        case stream
        /// The file of default settings.
        case defaults
        /// The name of the stream, which is the setting `stream`.
        case name
        /// The platform's rule for a setting that is absent.
        case computed
    }

    let path: [String]
    let value: JSONValue
    let origin: Origin
    /// The location of the setting; of a computed one, `nil`.
    let location: SourceLocation?

    /// The path with dots between the names.
    var name: String { path.joined(separator: ".") }

    /// What a setting is computed from; only topics are.
    static let computation = "computed from the name and topic_prefixes"

    /// Whether only the people who own the stream are given the setting.
    var isForAuthors: Bool { AuthoredStream.isForAuthors(path) }

    var json: JSONValue {
        [
            "setting": .string(name), "path": .array(path.map(JSONValue.string)), "value": value,
            "origin": .string(origin.rawValue), "location": location.map { .string("\($0)") } ?? .null,
            "for_clients": .bool(!isForAuthors),
        ]
    }

    var line: String {
        let source =
            switch (origin, location) {
            case (.computed, _), (_, nil): Self.computation
            case (.defaults, let location?): "\(location), a default"
            case (.name, let location?): "\(location), the name of the stream"
            case (.stream, let location?): "\(location)"
            }
        return "\(name): \(value.jsonText)  (\(source)\(isForAuthors ? ", not given to clients" : ""))"
    }
}

extension AuthoredStream {
    /// The settings with the defaults and `stream` in place, and the topics of a name that the stream is asked for by:
    /// its own, or one that its pattern matches.
    func completeSettings(for name: String) -> JSONObject {
        var settings = authored
        guard setting("topics") == nil else { return settings }
        let prefixes = setting("topic_prefixes")?.array?.compactMap(\.string)
        settings["topics"] = .array(StreamTopics.topics(of: name, prefixes: prefixes).map(JSONValue.string))
        return settings
    }

    /// Every setting with its origin, in the order of the defaults and then of the stream. Maps are listed member by
    /// member; lists are one setting, since they are replaced whole.
    func explainedSettings(for name: String) -> [ExplainedSetting] {
        explained(.object(completeSettings(for: name)), at: [])
    }

    private func explained(_ value: JSONValue, at path: [String]) -> [ExplainedSetting] {
        if let members = value.object, !members.isEmpty {
            return members.flatMap { name, member in explained(member, at: path + [name]) }
        }
        let (origin, location) = source(of: path)
        return [ExplainedSetting(path: path, value: value, origin: origin, location: location)]
    }

    /// What determines the value of a setting, and the location of it; of a computed one, `nil`.
    func source(of path: [String]) -> (origin: ExplainedSetting.Origin, location: SourceLocation?) {
        if path == ["stream"], own["stream"] == nil { return (.name, location(of: [])) }
        if path == ["topics"], setting("topics") == nil { return (.computed, nil) }
        let location = location(of: path)
        return (location.file == defaults?.file ? .defaults : .stream, location)
    }
}
