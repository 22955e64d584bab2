import EventSchema
import EventSupport
import Foundation

/// A bundle as it was received and read.
struct ReceivedBundle: Sendable {
    fileprivate(set) var bundle: ConfigurationBundle
    /// The bundle as it was received, with the value in force in place of each that cannot be used.
    fileprivate(set) var source: JSONObject
    /// The bundle of the same namespace that is in force.
    fileprivate let earlier: JSONValue?

    /// Keeps the value in force of a setting whose new value cannot be used.
    ///
    /// - Returns: whether there is one.
    fileprivate mutating func keepEarlier(_ setting: BundleSetting, at place: BundleSetting.Place) -> Bool {
        let values = setting.places.lazy.compactMap { [earlier] in earlier?[$0.group]?[$0.name] }
        guard let value = values.first(where: { $0 != .null }), setting.read(value, &bundle) else { return false }
        if source[place.group]?.object == nil { source[place.group] = .object([:]) }
        source.changeObject(place.group) { $0[place.name] = value }
        return true
    }

    /// Whether a place that counts before another one has a value of the setting.
    fileprivate func hasValue(of setting: BundleSetting, before place: BundleSetting.Place) -> Bool {
        setting.places.prefix { $0.path != place.path }.contains { source[$0.group]?[$0.name] ?? .null != .null }
    }
}

/// Reads bundles, and collects the mistakes. Of several bundles of one namespace the first counts, whether it can be
/// used or not.
struct BundleReader: Sendable {
    private(set) var issues: [RemoteIssue] = []
    /// The bundles in force, by their namespaces: they have the values that stay.
    private let inForce: [String: JSONValue]
    private var namespaces: Set<String> = []

    /// The settings of Snowplow's document that have no meaning here: they are passed over. The path of the intake is
    /// read with the intake.
    private static let ignored: Set<String> = [
        "networkConfiguration.customPostPath",
        "trackerConfiguration.appId", "trackerConfiguration.devicePlatform", "trackerConfiguration.geoLocationContext",
        "trackerConfiguration.screenViewAutotracking", "trackerConfiguration.lifecycleAutotracking",
        "trackerConfiguration.installAutotracking", "trackerConfiguration.exceptionAutotracking",
        "trackerConfiguration.diagnosticAutotracking", "trackerConfiguration.base64encoding",
        "emitterConfiguration.serverAnonymisation",
    ]
    /// The settings by the objects that may have them, each with its place there.
    private static let settings = Dictionary(
        grouping: BundleSetting.all.flatMap { setting in setting.places.map { (place: $0, setting: setting) } },
        by: \.place.group)

    init(inForce: [String: JSONValue] = [:]) { self.inForce = inForce }

    /// Reads the bundles of a document.
    mutating func bundles(_ list: [JSONValue]) -> [ReceivedBundle] {
        if list.count > RemoteDocument.maximumBundles {
            addIssue(
                at: "configurationBundle",
                "has \(list.count) bundles; the first \(RemoteDocument.maximumBundles) are read")
        }
        return list.prefix(RemoteDocument.maximumBundles).enumerated().compactMap { position, json in
            bundle(json, "configurationBundle[\(position)]")
        }
    }

    /// Reads one bundle, which the issues call `path`.
    ///
    /// - Returns: `nil` when it is not used.
    mutating func bundle(_ json: JSONValue, _ path: String) -> ReceivedBundle? {
        guard let object = json.object else {
            addIssue(at: path, "must be an object, it is of type \(json.typeName); it is not used")
            return nil
        }
        guard let namespace = object["namespace"]?.string, !namespace.isEmpty, namespace.utf8.count <= 255 else {
            addIssue(at: "\(path).namespace", "must be a text of 1 to 255 bytes; the bundle is not used")
            return nil
        }
        guard namespaces.insert(namespace).inserted else {
            addIssue(at: "\(path).namespace", "“\(namespace)” has a bundle already; this one is not used")
            return nil
        }
        var received = ReceivedBundle(
            bundle: ConfigurationBundle(namespace: namespace), source: object, earlier: inForce[namespace])
        for (group, value) in object where group != "namespace" { read(group, value, path, &received) }
        return activate(&received, object["networkConfiguration"], path) ? received : nil
    }

    /// Gives the bundle its network.
    ///
    /// - Returns: whether the bundle is used. One whose network cannot be read is not: it removes nothing.
    private mutating func activate(_ received: inout ReceivedBundle, _ network: JSONValue?, _ path: String) -> Bool {
        guard let network, network != .null else { return true }
        guard let endpoint = received.bundle.endpoint else {
            if let object = network.object, object["endpoint"] ?? .null == .null {
                addIssue(at: "\(path).networkConfiguration", "has no endpoint; the bundle is not used")
            }
            return false
        }
        let url = (network["customPostPath"]?.string).flatMap { NetworkConfiguration.url(endpoint, path: $0) }
        received.bundle.endpoint = url?.absoluteString ?? endpoint
        received.bundle.networkConfiguration = NetworkConfiguration(
            endpoint: received.bundle.endpoint ?? endpoint, method: received.bundle.method ?? .post)
        return true
    }

    private mutating func read(
        _ group: String, _ json: JSONValue, _ path: String, _ received: inout ReceivedBundle
    ) {
        guard let settings = Self.settings[group] else {
            return addIssue(
                at: "\(path).\(group)", "is unknown; it is not used\(Self.nearest(group, Self.settings.keys))")
        }
        guard json != .null else { return }
        guard let object = json.object else {
            let kept = settings.filter { received.keepEarlier($0.setting, at: $0.place) }
            return addIssue(
                at: "\(path).\(group)",
                "must be an object, it is of type \(json.typeName); \(Self.result(isKept: !kept.isEmpty))")
        }
        for (name, value) in object where value != .null {
            if let (place, setting) = settings.first(where: { $0.place.name == name }) {
                if received.hasValue(of: setting, before: place) || setting.read(value, &received.bundle) { continue }
                let isKept = received.keepEarlier(setting, at: place)
                addIssue(at: "\(path).\(place.path)", "must be \(setting.expected); \(Self.result(isKept: isKept))")
            } else if !Self.ignored.contains("\(group).\(name)") {
                addIssue(
                    at: "\(path).\(group).\(name)",
                    "is unknown; it is not used\(Self.nearest(name, settings.map(\.place.name)))")
            }
        }
    }

    private static func result(isKept: Bool) -> String {
        isKept ? "what the bundle before says stays in force" : "it is not used"
    }

    private static func nearest(_ name: String, _ names: some Sequence<String>) -> String {
        names.nearest(to: name).map { " (is “\($0)” meant?)" } ?? ""
    }

    private mutating func addIssue(at path: String, _ message: String) {
        issues.append(RemoteIssue(path: path, message: message))
    }
}
