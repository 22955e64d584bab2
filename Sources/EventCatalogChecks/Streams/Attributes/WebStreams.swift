import EventCatalog
import EventSchema
import EventStreams

/// The streams to which only web clients send events, as far as that is certain.
enum WebStreams {
    /// The attributes that no web client supplies. Source: the platform's JavaScript and PHP clients.
    static let attributesOfApps: Set<ContextualAttribute> = [
        .agentAppFlavor, .agentAppTheme, .agentAppVersion, .agentAppVersionName, .agentDeviceFamily,
        .agentDeviceLanguage, .agentReleaseStatus, .performerLanguageGroups, .performerLanguagePrimary,
        .devicePixelRatio, .deviceHardwareConcurrency, .deviceMaxTouchPoints, .accessMethod,
    ]

    /// The title of the base schema of web clients, and of the schemas made from it, begins with this.
    private static let titlePrefix = "analytics/product_metrics/web/"

    /// Values that apps and servers send, and one that no client sends yet: curation that refuses them all leaves web
    /// clients only.
    private static let others: [(attribute: ContextualAttribute, values: [String])] = [
        (.agentClientPlatform, ["android", "ios", "kaios", "server", "?"]),
        (.agentClientPlatformFamily, ["app", "server", "?"]),
    ]

    /// The reason why only web clients send events to the stream; `nil` when others may.
    static func reason(for stream: AuthoredStream) -> String? {
        if stream.setting("schema_title")?.string?.hasPrefix(titlePrefix) == true {
            return "its schema is made from the base schema of web clients"
        }
        let curation = Curation(settings: stream.curationSettings ?? [:])
        for (attribute, values) in others where curation.attributes.contains(attribute) {
            let rule = Curation(settings: [attribute.name: stream.curationSettings?[attribute.name] ?? .null])
            if !rule.isEmpty, values.allSatisfy({ rule.verdict(on: attribute.event(with: .string($0))) != .passes }) {
                return "its curation lets no other pass, by \(attribute.name)"
            }
        }
        return nil
    }
}

extension AuthoredStream {
    /// The setting `curation`, of the stream or of the defaults.
    var curationSettings: JSONValue? { setting("producers", "metrics_platform_client", "curation") }
}

extension ContextualAttribute {
    /// An event with a value of the attribute and nothing else.
    func event(with value: JSONValue) -> JSONValue {
        path.reversed().reduce(value) { inner, name in .object([name: inner]) }
    }
}

extension ContextualAttribute {
    /// The attributes that clients send with every event, whether the stream lists them or not.
    static let ofEveryEvent: [ContextualAttribute] = [.agentClientPlatform, .agentClientPlatformFamily]
}
