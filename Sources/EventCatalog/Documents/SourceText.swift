/// The content of a file as text: its lines, and whether it begins with a byte order mark.
package struct SourceText: Sendable {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The path, as the caller spelled its folder.
    package let file: String
    /// The content, without a byte order mark.
    package let bytes: [UInt8]
    /// Whether a byte order mark precedes the content.
    let hasByteOrderMark: Bool
    /// The lines of the content.
    package let lines: SourceLines

    /// Reads a file.
    package init(file: String) throws(CatalogError) { self.init(bytes: try SourceDocument.bytes(of: file), file: file) }

    /// The text that a document was read from.
    package init(_ document: SourceDocument) {
        (file, bytes, lines) = (document.file, document.bytes, document.lines)
        hasByteOrderMark = document.hasByteOrderMark
    }

    package init(bytes: [UInt8], file: String) {
        self.file = file
        hasByteOrderMark = bytes.starts(with: Self.byteOrderMark)
        self.bytes = hasByteOrderMark ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes
        lines = SourceLines(self.bytes, isYAML: Self.isYAML(file))
    }

    /// Whether a word occurs anywhere in the content.
    package func contains(_ word: String) -> Bool {
        let word = Array(word.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.dropLast(word.count - 1).contains { start in
                bytes[start] == word[0] && bytes[start...].starts(with: word)
            }
        }
    }

    /// Whether a file is read as YAML: its name does not end in `.json`.
    package static func isYAML(_ file: String) -> Bool { !file.hasSuffix(".json") }
}
