public import EventSchema

/// One version of a schema, read and compiled.
public struct SchemaVersion: Sendable {
    /// The URI in the `$schema` of events: `/title/X.Y.Z`.
    public let uri: String
    /// The title: the path in the repository without a leading slash, or the end of it.
    public let title: String
    /// The path of the file that it was read from; of a base schema without a file, `(built in)` and its URI.
    public let file: String
    /// The content of that file: YAML, or JSON when its name ends in `.json`.
    public let text: [UInt8]
    /// The schema as written.
    public let document: JSONValue
    /// The schema, compiled in intake mode.
    public let schema: Schema
    /// What it was compiled from; `nil` when that may have changed without a trace.
    let basis: SchemaBasis?

    init(
        uri: String, title: String, file: String, text: [UInt8], document: JSONValue, schema: Schema,
        basis: SchemaBasis? = nil
    ) {
        (self.uri, self.title, self.file, self.text) = (uri, title, file, text)
        (self.document, self.schema, self.basis) = (document, schema, basis)
    }

    /// Creates a version that no file has yet.
    package init(uri: String, unwritten document: SourceDocument, schema: Schema) {
        let folder = uri.split(separator: "/").dropLast().joined(separator: "/")
        self.init(
            uri: uri, title: document.value["title"]?.string ?? folder, file: document.file, text: document.bytes,
            document: document.value, schema: schema)
    }

    /// The version, `X.Y.Z`.
    public var version: String { String(uri.split(separator: "/").last ?? "") }

    /// The path in the repository, without a leading slash and the version.
    var folder: String { String(uri.dropFirst().dropLast(version.count + 1)) }

    /// Whether it is a base schema that no root has.
    package var isBuiltIn: Bool { file.hasPrefix(Self.builtInRoot) }

    package static let builtInRoot = "(built in)"

    /// Whether the other version of the title is higher, compared number by number.
    package func isOlder(than other: SchemaVersion) -> Bool { numbers.lexicographicallyPrecedes(other.numbers) }

    private var numbers: [Int] { version.split(separator: ".").compactMap { Int($0) } }
}
