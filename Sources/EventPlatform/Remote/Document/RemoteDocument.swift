package import EventSchema
import EventSupport

/// A remote configuration document: its version and its bundles.
///
/// What can be read is kept. What cannot is named, with its path: a bundle without a namespace is left out whole, a
/// setting of the wrong type alone.
package struct RemoteDocument: Sendable {
    let version: Int
    let bundles: [ConfigurationBundle]
    /// The bundles as they were received, by their namespaces.
    let sources: [String: JSONValue]
    package let issues: [RemoteIssue]

    /// The format that is read: that of Snowplow's trackers, with ``ConfigurationBundle/clientConfiguration`` besides.
    static let schemaPath = "com.snowplowanalytics.mobile/remote_config/jsonschema/1-"
    /// The most bundles that are read.
    static let maximumBundles = 64

    /// Reads a document.
    ///
    /// - Throws: ``FetchError`` when it is no JSON object, of another format, or without version or bundles.
    package init(_ json: JSONValue) throws {
        guard json.object != nil else {
            throw Self.unusable("it must be a JSON object, it is of type \(json.typeName)")
        }
        try Self.checkSchema(json["$schema"])
        guard let version = json["configurationVersion"]?.number?.int64.flatMap(Int.init(exactly:)) else {
            throw Self.unusable("`configurationVersion` must be a whole number")
        }
        guard let list = json["configurationBundle"]?.array else {
            throw Self.unusable("`configurationBundle` must be a list of bundles")
        }
        var reader = BundleReader()
        self.version = version
        bundles = reader.bundles(list)
        (issues, sources) = (reader.issues, reader.sources)
    }

    private static func checkSchema(_ value: JSONValue?) throws {
        guard let text = value?.string else { throw unusable("`$schema` must name the format of the document") }
        // The source writes it with https, its trackers with http: the scheme and the host have no meaning here.
        guard text.contains(schemaPath) else {
            throw unusable("`$schema` names the format “\(text.prefix(200))”; this client reads …/\(schemaPath)0-0")
        }
    }

    private static func unusable(_ reason: String) -> FetchError { FetchError(.notADocument, reason) }
}

/// A mistake in a part of a remote configuration document, which is not used.
package struct RemoteIssue: Sendable, Hashable, CustomStringConvertible {
    /// The place, such as `configurationBundle[0].networkConfiguration.endpoint`.
    package let path: String
    /// What is wrong, and what is expected.
    package let message: String

    /// The place and the message.
    package var description: String { "\(path): \(message)" }
}

/// Reads the bundles of a document, and collects the mistakes.
struct BundleReader: Sendable {
    private(set) var issues: [RemoteIssue] = []
    /// The bundles that were read, as they were received, by their namespaces.
    private(set) var sources: [String: JSONValue] = [:]

    /// The settings of Snowplow's document that have no meaning here: they are passed over.
    private static let ignored: Set<String> = [
        "trackerConfiguration.appId", "trackerConfiguration.devicePlatform", "trackerConfiguration.geoLocationContext",
        "trackerConfiguration.screenViewAutotracking", "trackerConfiguration.lifecycleAutotracking",
        "trackerConfiguration.installAutotracking", "trackerConfiguration.exceptionAutotracking",
        "trackerConfiguration.diagnosticAutotracking", "trackerConfiguration.base64encoding",
    ]
    private static let settings = Dictionary(grouping: BundleSetting.all, by: \.group)

    mutating func bundles(_ list: [JSONValue]) -> [ConfigurationBundle] {
        if list.count > RemoteDocument.maximumBundles {
            addIssue(
                at: "configurationBundle",
                "has \(list.count) bundles; the first \(RemoteDocument.maximumBundles) are read")
        }
        var bundles: [ConfigurationBundle] = []
        for (position, json) in list.prefix(RemoteDocument.maximumBundles).enumerated() {
            let path = "configurationBundle[\(position)]"
            guard let bundle = bundle(json, path) else { continue }
            if bundles.contains(where: { $0.namespace == bundle.namespace }) {
                addIssue(at: "\(path).namespace", "“\(bundle.namespace)” has a bundle already; this one is not used")
            } else {
                bundles.append(bundle)
                sources[bundle.namespace] = json
            }
        }
        return bundles
    }

    private mutating func bundle(_ json: JSONValue, _ path: String) -> ConfigurationBundle? {
        guard let object = json.object else {
            addIssue(at: path, "must be an object, it is of type \(json.typeName); it is not used")
            return nil
        }
        guard let namespace = object["namespace"]?.string, !namespace.isEmpty, namespace.utf8.count <= 255 else {
            addIssue(at: "\(path).namespace", "must be a text of 1 to 255 bytes; the bundle is not used")
            return nil
        }
        var bundle = ConfigurationBundle(namespace: namespace)
        for (group, value) in object where group != "namespace" { read(group, value, path, &bundle) }
        return activated(bundle, object["networkConfiguration"], path)
    }

    /// The bundle with its network. One whose network cannot be read is not used: it removes nothing.
    private mutating func activated(
        _ bundle: ConfigurationBundle, _ network: JSONValue?, _ path: String
    ) -> ConfigurationBundle? {
        guard let network, network != .null else { return bundle }
        guard let endpoint = bundle.endpoint else {
            if network.object?["endpoint"] == nil {
                addIssue(at: "\(path).networkConfiguration", "has no endpoint; the bundle is not used")
            }
            return nil
        }
        var bundle = bundle
        bundle.networkConfiguration = NetworkConfiguration(endpoint: endpoint, method: bundle.method ?? .post)
        return bundle
    }

    private mutating func read(
        _ group: String, _ json: JSONValue, _ path: String, _ bundle: inout ConfigurationBundle
    ) {
        guard let settings = Self.settings[group] else {
            return addIssue(
                at: "\(path).\(group)", "is unknown; it is not used\(Self.nearest(group, Self.settings.keys))")
        }
        guard json != .null else { return }
        guard let object = json.object else {
            return addIssue(at: "\(path).\(group)", "must be an object, it is of type \(json.typeName); it is not used")
        }
        for (name, value) in object where value != .null {
            if let setting = settings.first(where: { $0.name == name }) {
                if !setting.read(value, &bundle) {
                    addIssue(at: "\(path).\(setting.path)", "must be \(setting.expected); it is not used")
                }
            } else if !Self.ignored.contains("\(group).\(name)") {
                addIssue(
                    at: "\(path).\(group).\(name)",
                    "is unknown; it is not used\(Self.nearest(name, settings.map(\.name)))")
            }
        }
    }

    private static func nearest(_ name: String, _ names: some Sequence<String>) -> String {
        names.nearest(to: name).map { " (is “\($0)” meant?)" } ?? ""
    }

    private mutating func addIssue(at path: String, _ message: String) {
        issues.append(RemoteIssue(path: path, message: message))
    }
}
