import EventSchema
import EventSupport

/// A version file as it is now: its document, or the version that an earlier reading has made of the same text.
struct ReadSchema: Sendable {
    let file: SchemaFile
    /// The schema as written.
    let value: JSONValue
    /// Which text it is; `nil` when a later text of the file could seem to be the same.
    let text: SchemaText?
    /// The version that was made of this text, perhaps with other documents than those of now.
    let earlier: SchemaVersion?
    private let read: SourceDocument?

    init(_ file: SchemaFile, _ document: SourceDocument, _ text: SchemaText? = nil, earlier: SchemaVersion? = nil) {
        (self.file, value, self.text, self.earlier, read) = (file, document.value, text, earlier, document)
    }

    /// Takes a version instead of reading its file, which has the same text.
    init(_ file: SchemaFile, of version: SchemaVersion, _ text: SchemaText) {
        (self.file, value, self.text, earlier, read) = (file, version.document, text, version, nil)
    }

    /// The document, with its places. It is read from the version where that was taken: places are needed for a
    /// mistake only, and take more memory than the value.
    var document: SourceDocument {
        get throws(CatalogError) {
            if let read { return read }
            return try SourceDocument(bytes: earlier?.text ?? [], file: file.path)
        }
    }
}

/// The text of a version file, without its content: two that are equal have the same content.
struct SchemaText: Sendable, Hashable {
    let file: String
    /// `nil` for a base schema, whose text never changes.
    let stamp: FileStamp?

    /// The text of a base schema.
    init(builtIn file: String) { (self.file, stamp) = (file, nil) }

    /// The text that a file has now.
    ///
    /// - Returns: `nil` when it was changed in the latest seconds, or cannot be looked up.
    init?(of file: String, unchangedFor seconds: Int) {
        guard let stamp = FileStamp(path: file), stamp.isOlder(than: seconds) else { return nil }
        (self.file, self.stamp) = (file, stamp)
    }
}

/// The texts that a version was compiled from. With the same ones, the result is the same.
struct SchemaBasis: Sendable {
    /// The version's own text.
    let text: SchemaText
    /// The texts that were found by URI: those that references lead to, and the first one of its own URI, with which it
    /// is compared.
    private let texts: [String: SchemaText]

    /// - Returns: `nil` when the compilation has searched all documents, or one of them could change without a trace.
    init?(_ schema: Schema, of read: ReadSchema, in documents: [String: ReadSchema]) {
        guard let text = read.text, let uris = schema.registryURIs else { return nil }
        var texts: [String: SchemaText] = [:]
        for uri in uris.union([read.file.uri]) {
            guard let text = documents[uri]?.text else { return nil }
            texts[uri] = text
        }
        (self.text, self.texts) = (text, texts)
    }

    func isSame(in documents: [String: ReadSchema]) -> Bool {
        texts.allSatisfy { documents[$0]?.text == $1 }
    }
}

/// The versions of an earlier reading, by the files that they were read from.
package struct EarlierVersions: Sendable {
    private let byFile: [String: SchemaVersion]
    private let seconds: Int

    /// - Parameters:
    ///   - versions: the versions; none for a first reading, from which later ones may take theirs.
    ///   - seconds: how old the latest change of a file must be for its stamp to stand for its text.
    init(_ versions: [SchemaVersion], unchangedFor seconds: Int) {
        byFile = Dictionary(versions.map { ($0.file, $0) }) { first, _ in first }
        self.seconds = seconds
    }

    /// The text that a file has now; `nil` when it may change without a trace.
    func text(of file: SchemaFile) -> SchemaText? { SchemaText(of: file.path, unchangedFor: seconds) }

    /// The version of that text.
    func version(of text: SchemaText) -> SchemaVersion? {
        byFile[text.file].flatMap { $0.basis?.text == text ? $0 : nil }
    }
}
