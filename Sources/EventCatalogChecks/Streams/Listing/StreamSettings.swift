import EventCatalog
package import EventSchema
import EventSchemaTools

/// The final settings of a stream, and where each was written.
package struct StreamSettings: Sendable {
    /// The name, or the pattern.
    package let name: String
    /// The settings with the defaults, `stream` and `topics` in place, and with those that are for authors.
    package let settings: JSONObject
    private let stream: AuthoredStream

    init(_ stream: AuthoredStream) {
        (name, self.stream) = (stream.name, stream)
        settings = stream.completeSettings(for: stream.name)
    }

    /// The settings as YAML, each with a comment that has the file and the line where it was written.
    package var yaml: String { YAMLWriter.text(of: .object([name: .object(settings)])) { origin(of: $0.dropFirst()) } }

    /// The settings, and their origins by JSON pointer: `{"stream", "settings", "origins": {"/sample/rate": …}}`.
    package var json: JSONObject {
        let origins = stream.explainedSettings(for: name).map { setting in
            (setting.path.jsonPointer, JSONValue.string(origin(of: setting.path[...])))
        }
        return ["stream": .string(name), "settings": .object(settings), "origins": .object(JSONObject(origins))]
    }

    /// The file and the line of a setting, or what it is computed from.
    private func origin(of path: ArraySlice<String>) -> String {
        switch stream.source(of: Array(path)) {
        case (.name, _): "the name"
        case (.computed, _), (_, nil): ExplainedSetting.computation
        case (_, let location?): location.line.map { "\(location.file):\($0)" } ?? location.file
        }
    }
}
