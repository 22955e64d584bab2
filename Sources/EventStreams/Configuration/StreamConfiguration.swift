public import EventSchema

/// The settings of one stream, read and checked.
///
/// A value of this type is one reference to storage that never changes: passing it around is cheap.
public struct StreamConfiguration: Sendable {
    private let storage: Storage

    /// The stream's name; for an entry that matches many names, the pattern, such as `/^mediawiki\.job\..+/`.
    public var name: String { storage.name }
    /// All settings as they came, those unknown to this library too.
    public var settings: JSONObject { storage.settings }
    /// The title every event's schema must have. `nil` when absent, which is reported as a diagnostic.
    public var schemaTitle: String? { storage.schemaTitle }
    /// `destination_event_service`: which intake service takes the stream's events. `nil` when absent.
    public var destination: String? { storage.destination }
    /// The names of the Kafka topics: the setting, or what ``StreamTopics`` computes when there is none.
    public var topics: [String] { storage.topics }
    /// Which share of sessions, devices or page views is in.
    public var sampling: SamplingRule { storage.sampling }
    /// Whether ``sampling`` includes an event with these identifiers. For submit calls: the rule is not copied.
    package func isSampled(_ identifier: (SamplingUnit) -> String?) -> Bool { storage.sampling.includes(identifier) }
    /// The contextual attributes that the stream lists (`producers.metrics_platform_client.provide_values`), older
    /// names replaced by today's, each once, in order. A name that is not the platform's is that of an app's own
    /// attribute; whether the app has it is not known here.
    public var contextualAttributes: [ContextualAttribute] { storage.contextualAttributes }
    /// The attributes of an app's own that the stream lists or curates by, each once.
    package var ownAttributes: [ContextualAttribute] { storage.ownAttributes }
    /// The attributes that no event of the stream may carry; see ``StreamConfigurations/hiding(_:)``.
    package var hiddenAttributes: Set<ContextualAttribute> { storage.hiddenAttributes }
    /// The rules an event must pass after context was added (`producers.metrics_platform_client.curation`).
    public var curation: Curation { storage.curation }

    /// Whether both are copies of one value, so that everything in them is the same.
    package func isIdentical(to other: StreamConfiguration) -> Bool { storage === other.storage }

    /// The pattern of an entry whose name starts with `/`.
    var pattern: StreamNamePattern? { storage.pattern }

    init(_ storage: Storage) { self.storage = storage }

    /// The stream without some attributes.
    func hiding(_ attributes: Set<ContextualAttribute>) -> StreamConfiguration {
        StreamConfiguration(Storage(storage, hiding: attributes))
    }

    /// The stream with everyone in its sample.
    var withEveryoneInSample: StreamConfiguration {
        let settings = JSONValue.object(settings).withEveryoneInSample.object ?? settings
        guard settings != self.settings else { return self }
        var reader = SettingsReader(stream: name)
        return StreamConfiguration(Storage(key: name, settings: settings, pattern: pattern, reader: &reader))
    }

    final class Storage: Sendable {
        let name: String
        let settings: JSONObject
        let schemaTitle: String?
        let destination: String?
        let topics: [String]
        let sampling: SamplingRule
        let contextualAttributes: [ContextualAttribute]
        let ownAttributes: [ContextualAttribute]
        let hiddenAttributes: Set<ContextualAttribute>
        let curation: Curation
        let pattern: StreamNamePattern?

        /// Reads all settings that mean something here; what does not fit is noted in `reader`.
        init(key: String, settings: JSONObject, pattern: StreamNamePattern?, reader: inout SettingsReader) {
            let root = SettingsField(.object(settings))
            let client = root["producers"]["metrics_platform_client"]
            _ = reader.map(root["producers"])
            _ = reader.map(client)
            // Asked for by name, a stream keeps the pattern it was found by in its `stream` field.
            let stream = reader.string(root["stream"])
            name = stream.map { $0.hasPrefix("/") } == true ? stream ?? key : key
            self.settings = settings
            schemaTitle = reader.string(root["schema_title"])
            if root["schema_title"].value == nil {
                reader.remark(root["schema_title"], "is missing: the intake will refuse the stream's events")
            }
            destination = reader.string(root["destination_event_service"])
            let prefixes = reader.strings(root["topic_prefixes"])
            topics = reader.strings(root["topics"]) ?? StreamTopics.topics(of: key, prefixes: prefixes)
            sampling = reader.sampling(root)
            contextualAttributes = reader.attributes(named: client["provide_values"])
            hiddenAttributes = []
            curation = reader.curation(client["curation"])
            ownAttributes = Storage.own(contextualAttributes, curation)
            self.pattern = pattern
        }

        private static func own(_ listed: [ContextualAttribute], _ curation: Curation) -> [ContextualAttribute] {
            (listed + curation.attributes.filter { !listed.contains($0) }).filter(\.isOwn)
        }

        /// The same settings, without some attributes.
        init(_ other: Storage, hiding attributes: Set<ContextualAttribute>) {
            (name, settings, schemaTitle) = (other.name, other.settings, other.schemaTitle)
            (destination, topics, sampling) = (other.destination, other.topics, other.sampling)
            (curation, pattern) = (other.curation, other.pattern)
            contextualAttributes = other.contextualAttributes.filter { !attributes.contains($0) }
            ownAttributes = Storage.own(contextualAttributes, curation)
            hiddenAttributes = attributes
        }
    }
}

extension StreamConfiguration: Equatable {
    /// Whether both have the same name and equal settings.
    public static func == (left: StreamConfiguration, right: StreamConfiguration) -> Bool {
        left.storage === right.storage || (left.name == right.name && left.settings == right.settings)
    }
}
