package import EventSchema
import EventSupport

/// A version of a schema that comes from a repository over HTTP, whose files cannot be listed: YAML or JSON.
package struct FetchedSchema: Sendable {
    /// What `$schema` calls it: `/title/X.Y.Z`.
    package var uri: String { file.uri }
    /// The schema as written.
    package var document: JSONValue { source.value }
    private let file: SchemaFile
    private let source: SourceDocument

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - title: the path that it was asked for by, without a leading slash and the version.
    ///   - version: that of the path; `nil` for the newest, whose version is that of its `$id`.
    ///   - bytes: the document: JSON when it begins with a brace, otherwise YAML.
    ///   - root: the URL of the repository, for messages.
    /// - Throws: ``CatalogError`` when it cannot be read, or has no version.
    package init(title: String, version: String?, bytes: [UInt8], root: String) throws(CatalogError) {
        let isJSON = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
        let ending = isJSON ? ".json" : ""
        let name = version ?? "latest"
        let asked = SchemaFile(root: root, place: "\(title)/\(name)\(ending)", version: name)
        source = try SourceDocument(bytes: bytes, file: asked.path)
        guard version == nil else {
            file = asked
            return
        }
        let written = source.value["$id"]?.string?.split(separator: "/").last.map(String.init) ?? ""
        guard SchemaPath.isVersion(written) else {
            throw CatalogError(
                .schemaIdentity, source.location(at: ["$id"]), "$id does not end with a version.",
                remedy: "Set $id to “/\(title)/X.Y.Z”.")
        }
        file = SchemaFile(root: root, place: "\(title)/\(written)\(ending)", version: written)
    }

    /// Compiles the version.
    ///
    /// - Parameter documents: the documents that its references lead to, by URI.
    /// - Returns: the version.
    /// - Throws: ``CatalogError`` with everything that is wrong with it.
    package func version(with documents: [String: JSONValue]) throws(CatalogError) -> SchemaVersion {
        let read = ReadSchema(file, source)
        return try SchemaVersionCompiler(
            read: read, sources: [uri: read], registry: documents, dialects: []
        ).result.get()
    }
}

/// The path of a version in a repository, as events name it in `$schema`: `/title/X.Y.Z`.
package struct SchemaPath: Sendable, Hashable {
    /// The path without a leading slash and the version.
    package let title: String
    package let version: String

    /// The path as schemas are looked up by.
    package var uri: String { "/\(title)/\(version)" }

    /// The longest path of which a schema is looked for.
    private static let maximumLength = 256

    /// - Returns: `nil` when the text names no version, or has characters that are in no path of a schema.
    package init?(_ uri: String) {
        guard uri.utf8.count <= Self.maximumLength, let path = SchemaURI.normalized(Self.withoutFragment(uri)) else {
            return nil
        }
        var parts = path.split(separator: "/")
        guard let version = parts.popLast().map(String.init), Self.isVersion(version), !parts.isEmpty,
            parts.allSatisfy(Self.isPlain)
        else { return nil }
        (title, self.version) = (parts.joined(separator: "/"), version)
    }

    /// Whether a text is the path of a document below a repository's root, without characters that have a meaning in
    /// URLs, and leads out of no folder.
    package static func isPlain(_ uri: String) -> Bool {
        uri.hasPrefix("/") && uri.utf8.count <= maximumLength
            && uri.dropFirst().split(
                separator: "/", omittingEmptySubsequences: false
            ).allSatisfy(isPlain)
    }

    private static func isPlain(_ part: Substring) -> Bool {
        !part.hasPrefix(".") && !part.isEmpty
            && part.utf8.allSatisfy { byte in
                Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
    }

    /// Whether a text is `X.Y.Z`.
    static func isVersion(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3
            && parts.allSatisfy { part in
                (1...9).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    private static func withoutFragment(_ uri: String) -> String { uri.hasSuffix("#") ? String(uri.dropLast()) : uri }
}
