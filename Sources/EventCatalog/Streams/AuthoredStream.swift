package import EventSchema
import EventSupport

/// A stream as its author wrote it, with the defaults in place.
package struct AuthoredStream: Sendable {
    /// Settings for the people who own the stream, beside its ``StreamConsumers``. Clients and the intake are not given
    /// them.
    package static let authoringSettings = ["description", "owner", "expires", "sensitivity", "links"]

    /// The name, or the pattern, of the stream in its file.
    package let name: String
    /// The file that has the stream.
    let file: SourceDocument
    /// The file with the defaults.
    package let defaults: SourceDocument?
    /// The stream's own settings.
    package let own: JSONObject
    /// The defaults with the stream's own settings in their place, and `stream`, which is always the name.
    package let authored: JSONObject
    /// The words that its settings may use.
    package let vocabulary: Vocabulary
    /// Whether all settings could be read, also those of the defaults. Otherwise nothing is known to be absent.
    package let isComplete: Bool

    package init(
        name: String, _ own: JSONObject, file: SourceDocument, defaults: SourceDocument?,
        vocabulary: Vocabulary = .platform, isComplete: Bool = true
    ) {
        (self.name, self.own, self.file, self.defaults) = (name, own, file, defaults)
        self.vocabulary = vocabulary
        self.isComplete = isComplete
        var authored = (defaults?.value.object ?? [:]).merged(with: own)
        authored["stream"] = .string(name)
        self.authored = authored
    }

    /// The settings as the API responds with them: ``authored`` without the authoring settings.
    package var settings: JSONObject { authored.withoutAuthoringSettings }

    /// Who reads the events.
    package var consumers: StreamConsumers { StreamConsumers(authored) }

    /// The value of a setting, from the stream or from the defaults; `nil` where it is absent or null.
    package func setting(_ path: String...) -> JSONValue? {
        guard let value = JSONValue.object(authored)[path: path], !value.isNull else { return nil }
        return value
    }

    /// The document that has a setting: the stream's own file, or the defaults, or the one with what is around it.
    ///
    /// - Returns: the document, and the path of the setting in it.
    package func origin(of path: [String]) -> (document: SourceDocument, path: [String]) {
        let own = [name] + path
        if let defaults, !path.isEmpty, file.existing(own).count < own.count,
            defaults.existing(path).count == path.count
        {
            return (defaults, path)
        }
        return (file, own)
    }

    /// The location of a setting, or of the innermost setting around it that is there.
    package func location(of path: [String]) -> SourceLocation {
        let (document, path) = origin(of: path)
        return document.location(at: path)
    }

    /// The value at a path that may lead through elements of lists; `nil` where it is absent or null.
    func value(at path: [String]) -> JSONValue? {
        let value = path.reduce(JSONValue?.some(.object(authored))) { $0?.element(named: $1) }
        return value.isSet ? value : nil
    }

    /// ``settings`` without those at some paths. Of a list, all elements are left out.
    package func settings(withoutThoseAt paths: [[String]]) -> JSONObject {
        paths.reduce(settings) { settings, path in settings.removing(path[...]) }
    }
}

extension JSONObject {
    /// This object without the member at a path, or the innermost member around it that is not a map.
    package func removing(_ path: ArraySlice<String>) -> JSONObject {
        guard let name = path.first else { return self }
        var result = self
        let inner = path.count > 1 ? self[name]?.object : nil
        result[name] = inner.map { .object($0.removing(path.dropFirst())) }
        return result
    }

    /// This object with another's members in place of its own: maps merged at every depth, everything else replaced.
    package func merged(with other: JSONObject) -> JSONObject {
        var result = self
        for (name, value) in other {
            if let own = result[name]?.object, let members = value.object {
                result[name] = .object(own.merged(with: members))
            } else {
                result[name] = value
            }
        }
        return result
    }
}
