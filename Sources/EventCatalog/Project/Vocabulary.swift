package import EventSchema
package import EventStreams

/// The words of a project: its contextual attributes, and the names that its streams may use.
package struct Vocabulary: Sendable {
    /// The attributes that streams may list: the platform's, unless they are left out, then the project's own.
    package let attributes: [AttributeWord]
    /// The URLs of the services that streams may be sent to, by name and then by environment.
    package let destinations: JSONObject
    /// The platforms of clients, the headers of requests, and the prefixes of topics; `nil` where any name will do.
    package let platforms: [String]?
    package let headers: [String]?
    package let topicPrefixes: [String]?
    /// The names of attributes that are declared with mistakes.
    package internal(set) var unusableNames: Set<String> = []
    /// Whether all words of the project's file could be read, so that a word that is not here is not the project's.
    package internal(set) var isComplete = true
    private let byName: [String: AttributeWord]

    package init(
        attributes: [AttributeWord], destinations: JSONObject, platforms: [String]? = nil, headers: [String]? = nil,
        topicPrefixes: [String]? = nil
    ) {
        (self.attributes, self.destinations) = (attributes, destinations)
        (self.platforms, self.headers, self.topicPrefixes) = (platforms, headers, topicPrefixes)
        byName = Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The words of a project without a file.
    package static let platform = Vocabulary(
        attributes: ContextualAttribute.builtIn.map { AttributeWord($0) },
        destinations: JSONObject(platformServices.map { ($0, JSONValue.object([:])) }))

    /// The services of the platform. Sources: production's stream configuration, and the Android client for the local
    /// one.
    package static let platformServices = [
        "eventgate-analytics", platformServiceOfApps, "eventgate-logging-external", "eventgate-logging-local",
        "eventgate-main",
    ]
    private static let platformServiceOfApps = "eventgate-analytics-external"

    /// The URL of a service in each environment, in the order of the file; empty where the project says none.
    package func urls(of service: String) -> [(environment: String, url: String)] {
        (destinations[service]?.object ?? [:]).compactMap { environment, url in url.string.map { (environment, $0) } }
    }

    /// The service that takes the events of apps: the first of the project's own, or else the platform's; `nil` where
    /// the project has neither.
    package var usualDestination: String? {
        let names = destinations.names
        return names.first { !Self.platformServices.contains($0) } ?? names.first { $0 == Self.platformServiceOfApps }
    }

    /// The attribute with a current name, or an older one of the platform's; `nil` for every other name.
    package func word(named name: String) -> AttributeWord? {
        byName[name] ?? ContextualAttribute(name: name).flatMap { byName[$0.name] }
    }

    /// The attribute with a current or older name; `nil` for every other name.
    package func attribute(named name: String) -> ContextualAttribute? { word(named: name)?.attribute }

    /// Whether a name that is not known may be that of an attribute, since mistakes in the project's file hide it.
    package func mayHaveAttribute(named name: String) -> Bool { !isComplete || unusableNames.contains(name) }

    /// Whether a name is that of an attribute or a service of the platform which the project leaves out.
    package func leavesOut(_ name: String) -> Bool {
        ContextualAttribute(name: name).map { byName[$0.name] == nil }
            ?? (Self.platformServices.contains(name) && destinations[name] == nil)
    }

    /// The attributes of the project's own, with their fields and types.
    package var own: [ContextualAttribute] { attributes.map(\.attribute).filter(\.isOwn) }

    /// The attributes of the project's own, by their fields, such as `basket.size`.
    package var ownByField: [String: AttributeWord] {
        let own = attributes.filter(\.attribute.isOwn).map { ($0.attribute.path.joined(separator: "."), $0) }
        return Dictionary(own) { first, _ in first }
    }

    /// An attribute that was read from a configuration, with the field and the type that the project gives it.
    package func declared(_ attribute: ContextualAttribute) -> ContextualAttribute {
        attribute.isOwn ? byName[attribute.name]?.attribute ?? attribute : attribute
    }

    /// The older names of attributes, ordered by name.
    package var olderSpellings: [(name: String, attribute: ContextualAttribute)] {
        ContextualAttribute.olderSpellings.filter { byName[$0.attribute.name] != nil }
    }

    /// The words in the form of a file that has them and no others.
    package var settings: JSONObject {
        var settings: JSONObject = [
            "vocabulary": "none", "attributes": .object(JSONObject(attributes.map { ($0.name, .object($0.settings)) })),
            "destinations": .object(destinations),
        ]
        for (name, list) in [("platforms", platforms), ("headers", headers), ("topic_prefixes", topicPrefixes)] {
            if let list { settings[name] = .array(list.map(JSONValue.string)) }
        }
        return settings
    }
}

extension AttributeWord {
    fileprivate var settings: JSONObject {
        var settings: JSONObject = [
            "field": .string(attribute.path.joined(separator: ".")), "type": .string(attribute.type.word),
            "source": .string(source), "sensitivity": .string(sensitivity.rawValue),
        ]
        if let sensitivityReason { settings["sensitivity_reason"] = .string(sensitivityReason) }
        if let description { settings["description"] = .string(description) }
        return settings
    }
}
