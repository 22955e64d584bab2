import EventSchema
import EventSupport

extension Baseline {
    /// Reads a file that ``write(to:)`` has written.
    ///
    /// - Throws: ``CatalogError`` when it cannot be read, is not JSON, or is no baseline.
    public init(file: String) throws(CatalogError) {
        try self.init(bytes: try SourceDocument.bytes(of: file), file: file)
    }

    /// Reads what ``write(to:)`` has written.
    ///
    /// - Throws: ``CatalogError`` when it is not JSON, or is no baseline.
    package init(bytes: [UInt8], file: String) throws(CatalogError) {
        let text = SourceText(bytes: bytes, file: file)
        let value: JSONValue
        do { value = try JSONValue(parsing: text.bytes) } catch {
            throw CatalogError(
                .invalidSyntax, TextPosition(of: error.offset, in: text.bytes).location(in: file),
                "Not JSON: \(error.message).", remedy: Self.remedy)
        }
        try self.init(value, text)
    }

    /// Writes the file whole or not at all.
    ///
    /// - Throws: ``FileWriteError``.
    public func write(to file: String) throws(FileWriteError) {
        try AtomicFile.write(Array(text.utf8), to: file)
    }

    /// Whether a baseline can be written to a file without the loss of something else: it is a baseline, is empty or
    /// missing, or is no regular file.
    package static func canReplace(_ file: String) -> Bool {
        guard FileKind(at: file) == .regular else { return true }
        do {
            let bytes = try SourceDocument.bytes(of: file)
            if !bytes.isEmpty { _ = try Baseline(bytes: bytes, file: file) }
            return true
        } catch {
            return false
        }
    }

    private static let remedy = "Name a file that --write-baseline has written, or write it anew."

    private init(_ value: JSONValue, _ text: SourceText) throws(CatalogError) {
        func location(_ path: String...) -> SourceLocation {
            TextPosition(of: JSONOffsets.offset(of: path, in: text.bytes), in: text.bytes).location(in: text.file)
        }
        func failure(_ problem: String, _ location: SourceLocation) -> CatalogError {
            CatalogError(.invalidSyntax, location, "No baseline: \(problem).", remedy: Self.remedy)
        }
        guard value["version"] == 1 else { throw failure("“version” must be 1", location("version")) }
        guard let list = value["findings"]?.array else {
            throw failure("“findings” must be a list", location("findings"))
        }
        var entries: [Key: (count: Int, location: SourceLocation?)] = [:]
        let lines = EntryLines(text)
        for (position, entry) in list.enumerated() {
            guard let rule = entry["rule"]?.string, let file = entry["file"]?.string,
                let problem = entry["problem"]?.string, let count = entry["count"]?.number?.int64, count > 0
            else {
                throw failure(
                    "an entry has the texts “rule”, “file” and “problem” and a “count” of 1 or more",
                    location("findings", "\(position)"))
            }
            let key = Key(rule: rule, file: file, problem: problem)
            entries[key, default: (0, lines.location(ofEntry: position, in: list.count))].count += Int(clamping: count)
        }
        self.init(entries)
    }
}

/// The lines of the entries of a baseline, which are written one to a line. Of a file that is written otherwise, only
/// the file is named.
private struct EntryLines {
    private let file: String
    private let lines: [Int]

    init(_ text: SourceText) {
        file = text.file
        lines = (1...max(1, text.lines.count)).filter { text.lines[$0]?.hasPrefix("  {") == true }
    }

    func location(ofEntry position: Int, in count: Int) -> SourceLocation {
        guard lines.count == count else { return SourceLocation(file: file) }
        return SourceLocation(file: file, line: lines[position], column: 3)
    }
}
