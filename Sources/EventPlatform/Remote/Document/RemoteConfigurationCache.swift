import EventSchema
import EventSupport
import Foundation

/// The document that was applied last, and the bundles in force, in a file beside the stores of the clients.
///
/// The two differ where a bundle of the document, or a value in it, cannot be used, and where the document does not
/// name a namespace of an earlier one: what an earlier document says then stays in force.
struct RemoteConfigurationCache: Sendable {
    /// `nil` for stores in memory.
    let file: URL?

    /// The name of the file.
    static let fileName = "remote-configuration.json"
    /// The maximum size of the file in bytes. What is kept does not exceed it: ``BundlesInForce/maximumBytes``, and the
    /// document, of which a character that is escaped has two bytes; the rest is for removed namespaces.
    private static let maximumSize = BundlesInForce.maximumBytes + 4 * RemoteConfiguration.maximumBytes

    /// The cache beside the stores at a location; none for stores in memory.
    init(beside location: StoreLocation) {
        // It is said that the file is no folder, since Foundation looks for it on the disk otherwise.
        file = location.fileURL()?.deletingLastPathComponent()
            .appendingPathComponent(Self.fileName, isDirectory: false)
    }

    /// The document that was fetched from an endpoint; `nil` before the first fetch.
    ///
    /// - Throws: ``FetchError`` when the file cannot be read.
    func document(from endpoint: String) throws -> CachedDocument? {
        guard let file, FileKind(at: file.path) != .missing else { return nil }
        let content = try ConfigurationDocument(file: file, maximumBytes: Self.maximumSize)
        do {
            let json = try JSONValue(parsingLeniently: content.body)
            guard let source = json["endpoint"]?.string, let body = json["body"]?.string,
                let list = json["bundles"]?.array
            else {
                throw FetchError(.notADocument, "`endpoint`, `body` or `bundles` is missing")
            }
            if source != endpoint { return nil }
            let document = ConfigurationDocument(body: Array(body.utf8), tag: json["tag"]?.string)
            return try CachedDocument(document, JSONValue(parsingLeniently: document.body), inForce: list)
        } catch {
            let reason = (error as? FetchError)?.message ?? "\(error)"
            throw FetchError(
                .unreadable,
                "the file \(file.path) is damaged: \(reason); the configuration in code is in force until the document "
                    + "has been fetched, which replaces the file")
        }
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

/// A document of an earlier process, and the bundles in force at its end.
struct CachedDocument: Sendable {
    let document: ConfigurationDocument
    let version: Int
    /// The bundles in force, to be applied.
    let bundles: [ConfigurationBundle]
    let inForce: BundlesInForce
    /// The mistakes in the document, and those in bundles of earlier documents.
    let issues: [RemoteIssue]

    /// - Parameters:
    ///   - document: the document as it was received.
    ///   - json: its JSON.
    ///   - list: the bundles in force. Their number has no limit, since each document adds its own.
    /// - Throws: ``FetchError`` when the document cannot be read.
    fileprivate init(_ document: ConfigurationDocument, _ json: JSONValue, inForce list: [JSONValue]) throws {
        let latest = try RemoteDocument(json, inForce: Self.byNamespace(list))
        var issues = latest.issues
        let kept = list.compactMap { json -> ReceivedBundle? in
            let namespace = json["namespace"]?.string ?? ""
            var reader = BundleReader()
            defer { if latest.sources[namespace] == nil { issues += reader.issues } }
            return reader.bundle(json, "kept bundle “\(namespace)”")
        }
        (self.document, version, self.issues) = (document, latest.version, issues)
        (bundles, inForce) = (kept.map(\.bundle), BundlesInForce(kept))
    }

    private static func byNamespace(_ list: [JSONValue]) -> [String: JSONValue] {
        Dictionary(list.compactMap { json in json["namespace"]?.string.map { ($0, json) } }) { first, _ in first }
    }
}
