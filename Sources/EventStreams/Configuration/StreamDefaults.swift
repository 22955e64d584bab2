public import EventSchema

/// Settings that every stream has unless its own entry says otherwise.
public struct StreamDefaults: Sendable, Equatable {
    /// The default settings.
    public let settings: JSONObject

    /// Creates defaults; none unless given.
    public init(_ settings: JSONObject = [:]) { self.settings = settings }

    /// The settings in effect for an entry: the defaults, replaced recursively by the entry's own settings, and
    /// `stream`, which is always the entry's key.
    ///
    /// - Parameters:
    ///   - entry: the entry's own settings.
    ///   - key: the stream's name, or its pattern.
    /// - Returns: the settings; the keys of the defaults come first, in their order.
    public func effectiveSettings(of entry: JSONObject, key: String) -> JSONObject {
        var effective = settings.replacingRecursively(with: entry)
        effective["stream"] = .string(key)
        return effective
    }
}

extension StreamConfigurations {
    /// Reads authored entries, each completed by the defaults.
    ///
    /// An entry that is neither an object nor an empty list is quarantined. An entry under a whole number, the form of
    /// old configurations, has its name in its own `stream` setting.
    ///
    /// - Parameters:
    ///   - entries: the map from stream name, or pattern, to the entry's own settings.
    ///   - defaults: the settings of all streams.
    public init(authored entries: JSONObject, defaults: StreamDefaults) {
        self.init(
            streams: JSONObject(
                entries.map { key, value in
                    guard let entry = value.array?.isEmpty == true ? [:] : value.object else { return (key, value) }
                    let name = Int(key) == nil ? key : entry["stream"]?.string ?? key
                    return (name, .object(defaults.effectiveSettings(of: entry, key: name)))
                }))
    }
}

extension JSONObject {
    /// This object with the values of another in place of its own, as PHP's `array_replace_recursive` does it.
    ///
    /// Maps merge key by key and lists by index, at every depth, so that an empty map or list changes nothing; a scalar
    /// or null replaces whatever was there, and anything replaces a scalar or null. Keys of this object come first, in
    /// their order.
    package func replacingRecursively(with replacements: JSONObject) -> JSONObject {
        var result = self
        for (name, replacement) in replacements {
            result[name] = self[name].map { $0.replacedRecursively(with: replacement) } ?? replacement
        }
        return result
    }
}

extension JSONValue {
    fileprivate func replacedRecursively(with replacement: JSONValue) -> JSONValue {
        switch (self, replacement) {
        case (.object(let members), .object(let replacements)):
            .object(members.replacingRecursively(with: replacements))
        case (.array(let elements), .array(let replacements)):
            .array(elements.replacingRecursively(with: replacements))
        case (.array(let elements), .object(let replacements)):
            JSONObject(numbering: elements).replacingRecursively(with: replacements).listIfNumbered
        case (.object(let members), .array(let replacements)):
            members.replacingRecursively(with: JSONObject(numbering: replacements)).listIfNumbered
        default: replacement
        }
    }
}

extension [JSONValue] {
    fileprivate func replacingRecursively(with replacements: [JSONValue]) -> [JSONValue] {
        zip(self, replacements).map { $0.replacedRecursively(with: $1) }
            + dropFirst(replacements.count) + replacements.dropFirst(count)
    }
}

/// PHP has one kind of array for maps and lists: where the two meet, a list is a map with the keys 0, 1, 2 ….
extension JSONObject {
    fileprivate init(numbering elements: [JSONValue]) {
        self.init(elements.enumerated().map { (String($0), $1) })
    }

    fileprivate var listIfNumbered: JSONValue {
        zip(names, indices).allSatisfy { $0 == String($1) } ? .array(map(\.value)) : .object(self)
    }
}
