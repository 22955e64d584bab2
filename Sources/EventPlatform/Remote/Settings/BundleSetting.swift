import EventSchema

/// A setting that a bundle may have: where it stands in a document, how it is read, what it changes, and its value in
/// words. The table ``all`` is the only list of them.
struct BundleSetting: Sendable {
    /// Where a bundle has a setting: the names of an object and of a member.
    struct Place: Sendable {
        let group: String
        let name: String

        /// Both, such as `networkConfiguration.endpoint`.
        var path: String { "\(group).\(name)" }

        fileprivate init(_ path: String) {
            group = String(path.prefix { $0 != "." })
            name = String(path.drop { $0 != "." }.dropFirst())
        }
    }

    /// The place by whose path the setting is known.
    let place: Place
    /// The place that Snowplow's document has for a setting of `clientConfiguration`; `nil` if it has none. The value
    /// at ``place`` counts before that here.
    let snowplowPlace: Place?
    /// What a value must be, for messages: `a whole number from 1`.
    let expected: String
    /// Reads a value into a bundle; returns false when it is of another type or out of range.
    let read: @Sendable (JSONValue, inout ConfigurationBundle) -> Bool
    let isSet: @Sendable (ConfigurationBundle) -> Bool
    let apply: @Sendable (ConfigurationBundle, inout ClientSettings) -> Void
    /// The value in force.
    let text: @Sendable (ClientSettings) -> String

    /// The names of the object and of the setting, such as `networkConfiguration.endpoint`.
    var path: String { place.path }
    /// The places at which a bundle may have the setting; the first counts.
    var places: [Place] { [place, snowplowPlace].compactMap(\.self) }
    /// Whether a ``NetworkConfiguration`` that code gives has the setting.
    var isOfNetwork: Bool { place.group == "networkConfiguration" }

    typealias Member<Value> = any WritableKeyPath<ConfigurationBundle, Value?> & Sendable

    /// A setting that is one member of a bundle.
    init<Value: Sendable>(
        _ path: String, snowplow: String? = nil, _ member: Member<Value>, _ type: SettingType<Value>,
        apply: @escaping @Sendable (Value, inout ClientSettings) -> Void,
        text: @escaping @Sendable (ClientSettings) -> String
    ) {
        (place, snowplowPlace) = (Place(path), snowplow.map(Place.init))
        self.text = text
        expected = type.expected
        isSet = { $0[keyPath: member] != nil }
        read = { json, bundle in
            guard let value = type.read(json) else { return false }
            bundle[keyPath: member] = value
            return true
        }
        self.apply = { bundle, settings in
            if let value = bundle[keyPath: member] { apply(value, &settings) }
        }
    }

    /// A setting that is one value of the client's settings.
    init<Value: Sendable>(
        _ path: String, snowplow: String? = nil, _ member: Member<Value>, _ type: SettingType<Value>,
        sets target: any WritableKeyPath<ClientSettings, Value> & Sendable
    ) {
        self.init(path, snowplow: snowplow, member, type) {
            $1[keyPath: target] = $0
        } text: {
            "\($0[keyPath: target])"
        }
    }
}
