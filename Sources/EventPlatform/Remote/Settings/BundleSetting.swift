import EventSchema

/// A setting that a bundle may have: where it stands in a document, how it is read, what it changes, and its value in
/// words. The table ``all`` is the only list of them.
struct BundleSetting: Sendable {
    /// The names of the object and of the setting, such as `networkConfiguration.endpoint`.
    let path: String
    /// What a value must be, for messages: `a whole number from 1`.
    let expected: String
    /// Reads a value into a bundle; returns false when it is of another type or out of range.
    let read: @Sendable (JSONValue, inout ConfigurationBundle) -> Bool
    let isSet: @Sendable (ConfigurationBundle) -> Bool
    let apply: @Sendable (ConfigurationBundle, inout ClientSettings) -> Void
    /// The value in force.
    let text: @Sendable (ClientSettings) -> String

    /// The name of the object.
    var group: String { String(path.prefix { $0 != "." }) }
    /// Whether a ``NetworkConfiguration`` that code gives has the setting.
    var isOfNetwork: Bool { group == "networkConfiguration" }
    /// The name in the object.
    var name: String { String(path.drop { $0 != "." }.dropFirst()) }

    typealias Place<Value> = any WritableKeyPath<ConfigurationBundle, Value?> & Sendable

    /// A setting that stands at one place of a bundle.
    init<Value: Sendable>(
        _ path: String, _ place: Place<Value>, _ type: SettingType<Value>,
        apply: @escaping @Sendable (Value, inout ClientSettings) -> Void,
        text: @escaping @Sendable (ClientSettings) -> String
    ) {
        self.path = path
        self.text = text
        expected = type.expected
        isSet = { $0[keyPath: place] != nil }
        read = { json, bundle in
            guard let value = type.read(json) else { return false }
            bundle[keyPath: place] = value
            return true
        }
        self.apply = { bundle, settings in
            if let value = bundle[keyPath: place] { apply(value, &settings) }
        }
    }

    /// A setting that is one value of the client's settings.
    init<Value: Sendable>(
        _ path: String, _ place: Place<Value>, _ type: SettingType<Value>,
        sets target: any WritableKeyPath<ClientSettings, Value> & Sendable
    ) {
        self.init(path, place, type) {
            $1[keyPath: target] = $0
        } text: {
            "\($0[keyPath: target])"
        }
    }
}
