import EventSchema

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

    /// Whether only the people who own the stream are given the setting.
    var isForAuthors: Bool { path.first.map(AuthoredStream.authoringSettings.contains) ?? false }

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
            case (.computed, _), (_, nil): "computed from the name and topic_prefixes"
            case (.defaults, let location?): "\(location), a default"
            case (.name, let location?): "\(location), the name of the stream"
            case (.stream, let location?): "\(location)"
            }
        return "\(name): \(value.jsonText)  (\(source)\(isForAuthors ? ", not given to clients" : ""))"
    }
}

extension AuthoredStream {
    /// Every setting with its origin, in the order of the defaults and then of the stream. Maps are listed member by
    /// member; lists are one setting, since they are replaced whole.
    var explainedSettings: [ExplainedSetting] { explained(.object(authored), at: []) }

    private func explained(_ value: JSONValue, at path: [String]) -> [ExplainedSetting] {
        if let members = value.object, !members.isEmpty {
            return members.flatMap { name, member in explained(member, at: path + [name]) }
        }
        if path == ["stream"], own["stream"] == nil {
            return [ExplainedSetting(path: path, value: value, origin: .name, location: location(of: []))]
        }
        let location = location(of: path)
        let isDefault = location.file == defaults?.file
        return [
            ExplainedSetting(path: path, value: value, origin: isDefault ? .defaults : .stream, location: location)
        ]
    }
}
