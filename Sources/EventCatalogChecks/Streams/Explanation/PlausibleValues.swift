import EventCatalog
import EventSchema
import EventSchemaTools
import EventStreams

/// Values to try for a property of an example event, the most plausible first.
enum PlausibleValues {
    static let time: JSONValue = "2026-01-01T00:00:00.000Z"
    static let uuid: JSONValue = "0191f3b2-7c44-4d0e-8a5b-3f64c1d2e907"
    static let identifier: JSONValue = "0f3c29ad71be5846c0d2"

    /// The values to try for a property: what the schema or its name suggests, and at last one that the schema allows.
    static func of(_ node: SchemaNode?, named name: String) -> [JSONValue] {
        guard let node, let part = node.parts.first else { return [] }
        if let constant = node.keyword("const") { return [constant] }
        if let values = node.keyword("enum")?.array { return values }
        let written = [node.keyword("examples")?.array?.first, node.keyword("default")].compactMap { $0 }
        var generator = EventGenerator(part.document, seed: 1)
        return written + (byName[name] ?? []) + [generator.value(of: part.keywords, .required, depth: 0)]
    }

    /// Properties of the platform and their usual values.
    private static let byName: [String: [JSONValue]] = [
        "action": ["click"], "dt": [time], "client_dt": [time], "app_install_id": [uuid],
        "app_session_id": [identifier], "primary_language": ["en"], "wiki_id": ["enwiki"], "database": ["enwiki"],
    ]
}

extension ContextualAttribute {
    /// Values to try in an example event: usual ones, and those that the operands of a curation rule suggest.
    func examples(curatedBy operands: [JSONValue]) -> [JSONValue] {
        let elements = operands.flatMap { $0.array ?? [$0] }
        let suggested: [JSONValue] =
            switch type {
            case .stringList: [.array(elements)] + operands.filter { $0.array != nil } + elements.map { .array([$0]) }
            case .integer, .number: elements.flatMap(Self.neighbours)
            case .dateTime: elements.flatMap(Self.seconds(around:))
            case .string, .boolean, .any: elements
            }
        return usual + suggested
    }

    /// A value, and where it is a whole number, the ones beside it.
    private static func neighbours(of value: JSONValue) -> [JSONValue] {
        guard let number = value.number?.int64 else { return [value] }
        return [value, .number(number &+ 1), .number(number &- 1)]
    }

    /// A value, and where it is a date-time, a second later and earlier.
    private static func seconds(around value: JSONValue) -> [JSONValue] {
        guard let seconds = value.string.flatMap(UTCInstant.init(rfc3339:))?.seconds else { return [value] }
        return [value] + [seconds &+ 1, seconds &- 1].map { .string(UTCInstant(seconds: $0).text) }
    }

    private var usual: [JSONValue] {
        switch self {
        case .agentAppInstallID: [PlausibleValues.uuid]
        case .performerSessionID: [PlausibleValues.identifier]
        case .performerPageviewID: ["b7704e1fca92d85036e1"]
        case .performerActiveBrowsingSessionToken: ["5a21c09e7fb3d4618c0e"]
        case .agentClientPlatform: ["ios", "swift_server", "mediawiki_js"]
        case .agentClientPlatformFamily: ["app", "server", "desktop_browser"]
        case .agentAppFlavor, .agentReleaseStatus: ["prod"]
        case .agentAppTheme: ["dark"]
        case .agentAppVersion: [2650]
        case .agentAppVersionName: ["7.5.1"]
        case .agentDeviceFamily: ["iPhone15,2"]
        case .agentUserAgentString: ["ExampleApp/7.5.1 (iOS 18.0)"]
        case .pageID: [42]
        case .pageTitle: ["Douglas Adams"]
        case .pageNamespaceID: [0]
        case .pageNamespaceName: ["", "Talk"]
        case .pageRevisionID: [1_234_567]
        case .pageWikidataQID: ["Q42"]
        case .mediaWikiDatabase: ["enwiki"]
        case .mediaWikiSkin: ["vector-2022"]
        case .mediaWikiVersion: ["1.46.0"]
        case .performerName: ["Example"]
        case .performerEditCount: [12]
        case .performerEditCountBucket: ["5-99 edits"]
        case .performerLanguageGroups: ["en,de"]
        case .accessMethod: ["mobile app"]
        default: type.usual
        }
    }
}

extension ContextualAttributeType {
    fileprivate var usual: [JSONValue] {
        switch self {
        case .string, .any: ["en"]
        case .integer: [42, 1]
        case .number: [1.5, 2]
        case .boolean: [true, false]
        case .stringList: [["user"], []]
        case .dateTime: ["2025-01-01T00:00:00Z"]
        }
    }
}
