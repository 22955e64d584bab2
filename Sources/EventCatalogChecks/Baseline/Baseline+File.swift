public import EventCatalog
import EventSchema
import EventSupport

extension Baseline {
    /// Reads a file that ``write(to:)`` has written.
    ///
    /// - Throws: `CatalogError` when it cannot be read, is not JSON, or is not a baseline.
    public init(file: String) throws(CatalogError) {
        try self.init(bytes: try SourceDocument.bytes(of: file), file: file)
    }

    /// Reads what ``write(to:)`` has written.
    ///
    /// - Throws: `CatalogError` when it is not JSON, or is not a baseline.
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
    /// - Throws: `FileWriteError`.
    public func write(to file: String) throws(FileWriteError) {
        try AtomicFile.write(Array(text(for: file).utf8), to: file)
    }

    /// The text for a file: JSON with one entry or file on each line, in order. Paths are relative to the folder of the
    /// file; for what is not a regular file, such as a pipe, to the working folder.
    public func text(for file: String) -> String {
        let folder = RealPaths.folder(of: file)
        let sorted = entries.map { key, entry in
            (file: RealPaths.relative(key.file, to: folder), subject: key.subject, count: entry.count)
        }.sorted { left, right in
            let (old, new) = (left.subject, right.subject)
            return ([left.file, old.rule] + old.item + [old.problem])
                .lexicographicallyPrecedes([right.file, new.rule] + new.item + [new.problem])
        }
        let lines = sorted.map { file, subject, count in
            let entry: JSONObject = [
                "rule": .string(subject.rule), "file": .string(file),
                "item": .array(subject.item.map(JSONValue.string)), "problem": .string(subject.problem),
                "count": .number(count),
            ]
            return "  " + JSONValue.object(entry).jsonText
        }
        let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]"
        let files = fileLines(in: folder)
        let map = files.isEmpty ? "{}" : "{\n\(files.joined(separator: ",\n"))\n}"
        return #"{"version": \#(Self.version), "findings": \#(list), "files": \#(map)}"# + "\n"
    }

    private func fileLines(in folder: String) -> [String] {
        files.map { (RealPaths.relative($0, to: folder), $1) }.sorted { $0.0 < $1.0 }.map { file, sketch in
            "  \(JSONValue.string(file).jsonText): \(JSONValue.string(sketch.text).jsonText)"
        }
    }

    /// Whether a baseline can be written to a file without the loss of something else: it is a baseline, is empty or
    /// missing, or is not a regular file.
    package static func canReplace(_ file: String) -> Bool {
        guard FileKind(at: file) == .regular else { return true }
        do {
            let bytes = try SourceDocument.bytes(of: file)
            if bytes.isEmpty { return true }
            let value = try JSONValue(parsing: bytes)
            return value["version"]?.number != nil && value["findings"]?.array != nil
        } catch {
            return false
        }
    }

    /// The version of the form.
    private static let version = 3
    private static let remedy = "Name a file that --write-baseline has written, or rewrite it."

    private init(_ value: JSONValue, _ text: SourceText) throws(CatalogError) {
        func location(_ path: String...) -> SourceLocation {
            TextPosition(of: JSONOffsets.offset(of: path, in: text.bytes), in: text.bytes).location(in: text.file)
        }
        func failure(_ problem: String, _ location: SourceLocation) -> CatalogError {
            CatalogError(.invalidSyntax, location, "No baseline: \(problem).", remedy: Self.remedy)
        }
        guard value["version"] == .number(Self.version) else {
            throw failure("“version” must be \(Self.version)", location("version"))
        }
        guard let list = value["findings"]?.array else {
            throw failure("“findings” must be a list", location("findings"))
        }
        let folder = RealPaths.folder(of: text.file)
        var paths = RealPaths()
        var entries: [(FindingKey, Entry)] = []
        let lines = EntryLines(text)
        for (position, entry) in list.enumerated() {
            guard let rule = entry["rule"]?.string, let file = entry["file"]?.string,
                let item = entry["item"]?.array?.map(\.string), !item.contains(nil),
                let problem = entry["problem"]?.string, let count = entry["count"]?.number?.int64, count > 0
            else {
                throw failure(
                    "an entry has the texts “rule”, “file” and “problem”, the texts “item” and a “count” of 1 or more",
                    location("findings", "\(position)"))
            }
            let subject = FindingKey.Subject(rule: rule, item: item.compactMap(\.self), problem: problem)
            let place = lines.location(ofEntry: position, in: list.count)
            entries.append(
                (
                    FindingKey(file: paths.path(of: FolderPath.joined(folder, file)), subject: subject),
                    Entry(count: Int(clamping: count), location: place)
                ))
        }
        guard let list = value["files"]?.object else { throw failure("“files” must be a map", location("files")) }
        var files: [(String, LineSketch)] = []
        for (file, value) in list {
            guard let sketch = value.string.flatMap(LineSketch.init) else {
                throw failure("a file has hexadecimal numbers in a text", location("files", file))
            }
            files.append((paths.path(of: FolderPath.joined(folder, file)), sketch))
        }
        self.init(entries, files: files)
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
