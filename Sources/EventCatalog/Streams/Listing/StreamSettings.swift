public import EventSchema
import EventStreams

/// The final settings of a stream, and where each was written.
public struct StreamSettings: Sendable {
    /// The name, or the pattern.
    public let name: String
    /// The settings with the defaults, `stream` and `topics` in place, and with those that are for authors.
    public let settings: JSONObject
    private let stream: AuthoredStream

    init(_ stream: AuthoredStream) {
        (name, self.stream) = (stream.name, stream)
        var settings = stream.authored
        if settings["topics"]?.isNull ?? true {
            let prefixes = settings["topic_prefixes"]?.array?.compactMap(\.string)
            settings["topics"] = .array(
                StreamTopics.computed(name: stream.name, prefixes: prefixes).map(JSONValue.string))
        }
        self.settings = settings
    }

    /// The settings as YAML, each with a comment that has the file and the line where it was written.
    public var yaml: String { YAMLWriter.text(of: .object([name: .object(settings)])) { origin(of: $0.dropFirst()) } }

    /// The settings, and their origins by JSON pointer: `{"stream", "settings", "origins": {"/sample/rate": …}}`.
    public var json: JSONObject {
        var origins = JSONObject()
        Self.eachSetting(in: .object(settings), at: []) { path in
            origins[path.jsonPointer] = .string(origin(of: path[...]))
        }
        return ["stream": .string(name), "settings": .object(settings), "origins": .object(origins)]
    }

    /// The file and the line of a setting, or what it is computed from.
    private func origin(of path: ArraySlice<String>) -> String {
        let path = Array(path)
        if path == ["stream"], stream.own["stream"] == nil { return "the name" }
        guard stream.setting(path: path) != nil else { return "computed from the name and topic_prefixes" }
        let location = stream.location(of: path)
        return location.line.map { "\(location.file):\($0)" } ?? location.file
    }

    /// Calls `body` with the path of everything that is no map with members.
    private static func eachSetting(in value: JSONValue, at path: [String], _ body: ([String]) -> Void) {
        guard let members = value.object, !members.isEmpty else { return body(path) }
        for (name, member) in members { eachSetting(in: member, at: path + [name], body) }
    }
}

extension AuthoredStream {
    /// The value at a path, with the defaults in place; `nil` where it is absent.
    func setting(path: [String]) -> JSONValue? { JSONValue.object(authored)[path: path] }
}
