import EventCatalog
import EventSchema
import EventSupport
import Foundation

/// The error for a file that a new stream cannot be added to.
package struct InvalidStreamFile: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path.
    package let file: String
    /// What is wrong with it, as the rest of a sentence.
    package let reason: String

    /// The path and the reason.
    package var description: String { "\(file) \(reason)" }
}

/// A file of streams, to which new ones are added. What is in it stays as it is: it may have comments.
package struct StreamFile: Sendable {
    package let path: String

    /// - Throws: ``InvalidStreamFile`` when a folder's file of that name is not read as streams.
    package init(_ path: String) throws(InvalidStreamFile) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        if let reason = Self.reason(against: name) { throw InvalidStreamFile(file: path, reason: reason) }
        self.path = path
    }

    private static func reason(against name: String) -> String? {
        if name.hasPrefix(".") { return "would not be read: its name begins with a dot; give a name such as app.yaml" }
        guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
            return "would not be read as streams; give a name that ends in .yaml, such as app.yaml"
        }
        guard ["defaults.yaml", "defaults.yml"].contains(name) else { return nil }
        return "has the settings that all streams start from; give the file of an area, such as app.yaml"
    }

    /// Adds a stream at the end of the file, or begins the file, and its folder where it is missing.
    ///
    /// Calls at the same time wait for each other.
    ///
    /// - Parameters:
    ///   - text: the stream as YAML.
    ///   - name: its name.
    /// - Throws: `CatalogError` when the file has a mistake, ``InvalidStreamName`` when it has the name,
    ///   ``InvalidStreamFile`` when nothing can be appended to it, `FileWriteError` when it cannot be written.
    package func add(_ text: String, named name: String) throws {
        let folder = FolderPath.above(FolderPath.normal(path))
        if FileKind(at: folder) == .missing { try OutputFolder.make(at: folder) }
        let locks = try FolderLocks(of: [path])
        defer { locks.release() }
        let present = FileKind(at: path) == .missing ? [] : try SourceDocument.bytes(of: path)
        let names = try names(in: present)
        if let location = names[name] { throw InvalidStreamName(name: name, reason: "is in \(location) already") }
        let content = present + Self.addition(text, to: present)
        do { try requireStreams(names.keys + [name], in: content) } catch {
            throw InvalidStreamFile(
                file: path,
                reason: "has a form that no stream can be appended to, such as a map in braces; give another file")
        }
        try AtomicFile.write(content, to: path)
    }

    /// The streams of the file, with their locations.
    private func names(in bytes: [UInt8]) throws(CatalogError) -> [String: SourceLocation] {
        // A file of comments alone has no document; it is one that somebody has begun.
        guard !SourceText(bytes: bytes, file: path).isBlank else { return [:] }
        let document = try SourceDocument(bytes: bytes, file: path)
        guard let streams = document.value.object else {
            throw CatalogError(
                .invalidSetting, document.location(at: []), "This must be a map from stream names to settings.",
                remedy: "Write names and values, one under the other.")
        }
        let names = streams.map { ($0.name, document.location(at: [$0.name])) }
        return Dictionary(names) { first, _ in first }
    }

    private func requireStreams(_ names: [String], in bytes: [UInt8]) throws(CatalogError) {
        let document = try SourceDocument(bytes: bytes, file: path)
        guard let missing = names.first(where: { document.value[$0] == nil }) else { return }
        throw CatalogError(.invalidSetting, SourceLocation(file: path), "“\(missing)” is missing.", remedy: "Add it.")
    }

    /// The text behind an empty line, with the ends of lines that the file has.
    private static func addition(_ text: String, to present: [UInt8]) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        guard let last = present.last else { return Array(text.utf8) }
        let separator = last == newline ? "\n" : "\n\n"
        let firstEnd = present.firstIndex(of: newline) ?? 0
        let hasReturns = firstEnd > 0 && present[firstEnd - 1] == UInt8(ascii: "\r")
        let lines = separator + text
        return Array((hasReturns ? lines.replacing("\n", with: "\r\n") : lines).utf8)
    }
}

extension SourceText {
    /// Whether all lines are empty or comments.
    fileprivate var isBlank: Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).allSatisfy { line in
            line.first { !$0.isWhitespace }.map { $0 == "#" } ?? true
        }
    }
}
