import EventSchema
import EventSupport
import Foundation

/// The document that was applied last, and the bundles in force, in a file beside the stores of the clients.
///
/// The two differ where a bundle of the document cannot be used, and where the document does not name a namespace of an
/// earlier one: the bundle of an earlier document then stays in force.
struct RemoteConfigurationCache: Sendable {
    private let file: URL?

    /// The name of the file.
    static let fileName = "remote-configuration.json"
    /// The maximum size of the file in bytes: of a document with the bundles in force, with room for escapes.
    private static let maximumSize = 8 * RemoteConfiguration.maximumBytes

    /// The cache beside the stores at a location; none for stores in memory.
    init(beside location: StoreLocation) {
        file = location.fileURL()?.deletingLastPathComponent().appendingPathComponent(Self.fileName)
    }

    /// The document that was fetched from an endpoint; `nil` before the first fetch.
    ///
    /// - Throws: ``FetchError`` when the file cannot be read.
    func document(from endpoint: String) throws -> CachedDocument? {
        guard let json = try content() else { return nil }
        guard json["endpoint"]?.string == endpoint else { return nil }
        guard let body = json["body"]?.string else {
            throw FetchError(.notADocument, "\(file?.path ?? "") has no document")
        }
        let document = ConfigurationDocument(body: Array(body.utf8), tag: json["tag"]?.string)
        let received = try RemoteDocument(document.json())
        var reader = BundleReader()
        let list = json["bundles"]?.array ?? Array(received.sources.values)
        let bundles = reader.bundles(list)
        return CachedDocument(
            document: document, version: received.version, bundles: bundles, sources: reader.sources,
            issues: received.issues)
    }

    private func content() throws -> JSONValue? {
        guard let file else { return nil }
        guard FileKind(at: file.path) != .missing else { return nil }
        return try ConfigurationDocument(file: file, maximumBytes: Self.maximumSize).json()
    }

    /// Keeps a document and the bundles in force, with access for the user only.
    func keep(_ document: ConfigurationDocument, bundles: [String: JSONValue], from endpoint: String) throws {
        guard let file else { return }
        let json: JSONObject = [
            "endpoint": .string(endpoint), "tag": document.tag.map(JSONValue.string) ?? .null,
            "body": .string(String(decoding: document.body, as: UTF8.self)),
            "bundles": .array(bundles.sorted { $0.key < $1.key }.map(\.value)),
        ]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try RegularFile.write(JSONValue.object(json).jsonBytes, to: file.path)
    }
}
