package import EventSchema
import EventSupport

/// A remote configuration document: its version and its bundles.
///
/// What can be read is kept. What cannot is named, with its path: a bundle without a namespace is left out whole, a
/// setting of the wrong type alone. Where a bundle of the same namespace is in force, its value of that setting stays.
package struct RemoteDocument: Sendable {
    let version: Int
    let bundles: [ConfigurationBundle]
    /// The bundles as they were received, by their namespaces; see ``ReceivedBundle/source``.
    let sources: [String: JSONValue]
    package let issues: [RemoteIssue]

    /// The format that is read: that of Snowplow's trackers, with ``ConfigurationBundle/clientConfiguration`` besides.
    static let schemaPath = "com.snowplowanalytics.mobile/remote_config/jsonschema/1-"
    /// The most bundles that are read.
    static let maximumBundles = 64

    /// Reads a document. `inForce` are the bundles in force, as they were received, by their namespaces.
    ///
    /// - Throws: ``FetchError`` when it is no JSON object, of another format, or without version or bundles.
    package init(_ json: JSONValue, inForce: [String: JSONValue] = [:]) throws {
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
        var reader = BundleReader(inForce: inForce)
        let received = reader.bundles(list)
        self.version = version
        bundles = received.map(\.bundle)
        sources = Dictionary(uniqueKeysWithValues: received.map { ($0.bundle.namespace, .object($0.source)) })
        issues = reader.issues
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
