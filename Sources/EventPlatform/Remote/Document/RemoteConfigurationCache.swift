import EventSchema
import Foundation

/// The document that was applied last, in a file beside the stores of the clients.
struct RemoteConfigurationCache: Sendable {
    private let file: URL?

    /// The name of the file.
    static let fileName = "remote-configuration.json"

    /// The cache beside the stores at a location; none for stores in memory.
    init(beside location: StoreLocation) {
        file = location.fileURL()?.deletingLastPathComponent().appendingPathComponent(Self.fileName)
    }

    /// The document that was fetched from an endpoint; `nil` before the first fetch.
    ///
    /// - Throws: ``FetchError`` when the file cannot be read.
    func document(from endpoint: String) throws -> ConfigurationDocument? {
        guard let file, FileManager.default.fileExists(atPath: file.path) else { return nil }
        let json = try ConfigurationDocument(file: file).json()
        guard json["endpoint"]?.string == endpoint else { return nil }
        guard let body = json["body"]?.string else {
            throw FetchError(.notADocument, "\(file.path) has no document; it is replaced by the next one")
        }
        return ConfigurationDocument(body: Array(body.utf8), tag: json["tag"]?.string)
    }

    /// Keeps a document, with access for the user only.
    func keep(_ document: ConfigurationDocument, from endpoint: String) throws {
        guard let file else { return }
        let json: JSONObject = [
            "endpoint": .string(endpoint), "tag": document.tag.map(JSONValue.string) ?? .null,
            "body": .string(String(decoding: document.body, as: UTF8.self)),
        ]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(JSONValue.object(json).jsonBytes).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
