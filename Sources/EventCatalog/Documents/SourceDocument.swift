package import EventSchema
import EventSupport
import Foundation

/// A YAML or JSON file: its value, and the location of every part of it.
package struct SourceDocument: Sendable {
    private enum Marks: Sendable {
        case yaml(YAMLMarks)
        /// Locations in a JSON file are searched for when they are needed, in its text without repeated members.
        case json([UInt8])
    }

    /// The path, as the caller spelled its folder.
    package let file: String
    /// The content of the file, without a byte order mark.
    package let bytes: [UInt8]
    /// The value in the file, after ``moving(_:)``.
    package private(set) var value: JSONValue
    /// The lines of the content.
    package let lines: SourceLines
    /// Whether a byte order mark precedes the content.
    package let hasByteOrderMark: Bool
    /// Whether the file has something like an anchor (`&name`), whose value may be that of several members.
    let mayHaveAnchors: Bool
    /// What is wrong with the text although it could be read, such as a repeated name. ``value`` is what it most
    /// probably means.
    let findings: [CatalogFinding]
    private let marks: Marks
    private let written: JSONValue
    private var moves: [Move] = []

    /// Reads a file: as JSON if its name ends in `.json` or its text is JSON, otherwise as YAML.
    package init(file: String) throws(CatalogError) { try self.init(SourceText(file: file)) }

    /// Reads the content of a file.
    package init(bytes: [UInt8], file: String) throws(CatalogError) {
        try self.init(SourceText(bytes: bytes, file: file))
    }

    /// Reads the text of a file.
    ///
    /// - Throws: ``CatalogError`` when it cannot be read, and when there are ``findings``.
    init(_ text: SourceText) throws(CatalogError) { self = try SourceDocument(checking: text).faultless() }

    /// Reads the text of a file that is checked, whose findings are not errors.
    ///
    /// - Throws: ``CatalogError`` when it cannot be read.
    init(checking text: SourceText) throws(CatalogError) {
        (file, bytes) = (text.file, text.bytes)
        hasByteOrderMark = text.hasByteOrderMark
        mayHaveAnchors = bytes.contains(UInt8(ascii: "&"))
        if let reading = try SourceText.isYAML(file) ? JSONReader.read(ifJSON: text) : JSONReader.read(text) {
            (written, findings, marks) = (reading.value, reading.findings, .json(reading.bytes))
            lines = SourceLines(bytes, isYAML: false)
        } else {
            let reading = try YAMLReader.read(text)
            (written, findings, marks) = (reading.value, reading.findings, .yaml(reading.marks))
            lines = text.lines
        }
        value = written
    }

    /// The document with values in other places than where they are written. Their locations stay those in the text.
    package func moving(_ moves: [Move]) -> SourceDocument {
        var document = self
        document.value = moves.reduce(value) { $0.applying($1) }
        document.moves += moves
        return document
    }

    private func writtenPath(_ path: [String]) -> [String] { moves.reversed().reduce(path) { $1.origin(of: $0) } }

    /// This document.
    ///
    /// - Throws: ``CatalogError`` with the ``findings``, where there are any: what is made for others must not depend
    ///   on how a mistake is understood.
    package func faultless() throws(CatalogError) -> SourceDocument {
        guard findings.isEmpty else { throw CatalogError(findings) }
        return self
    }

    /// Whether nothing was left out of the value at that path, which exists, because it could not be read.
    func isComplete(at path: [String] = []) -> Bool {
        switch marks {
        case .yaml(let marks): marks.isComplete(at: writtenPath(path)[...], in: written)
        case .json: true
        }
    }

    /// The location of the value at that path, or of the innermost value around it that exists.
    ///
    /// The path consists of names of members and numbers of elements.
    package func location(at path: [String]) -> SourceLocation {
        let path = writtenPath(path)
        let position =
            switch marks {
            case .yaml(let marks): marks.position(at: path[...], in: written)
            case .json(let bytes): TextPosition(of: JSONOffsets.offset(of: path, in: bytes), in: bytes)
            }
        return position.location(in: file, item: written.item(at: path))
    }

    /// Where the value at that path begins, behind its name; `nil` if there is none, and in JSON, where each text is
    /// in quotes.
    package func yamlLocation(ofValueAt path: [String]) -> SourceLocation? {
        guard case .yaml(let marks) = marks else { return nil }
        let path = writtenPath(path)
        return marks.valuePosition(at: path[...], in: written)?.location(in: file, item: written.item(at: path))
    }

    /// The path as far as the document has it.
    package func existing(_ path: [String]) -> [String] {
        var value = value
        return Array(
            path.prefix { name in
                guard let next = value.element(named: name) else { return false }
                value = next
                return true
            })
    }

    /// The most that is read of a file. The largest schema file of Wikimedia has 24 kB, and the configurations of all
    /// its streams have 160 kB.
    package static let maximumBytes = 16 << 20

    /// The content of a regular file, which is not larger than ``maximumBytes``. A pipe, which would wait for another
    /// process to write to it, is not read.
    package static func bytes(of file: String) throws(CatalogError) -> [UInt8] {
        do { return try RegularFile.bytes(at: file, limit: maximumBytes) } catch {
            throw CatalogError(
                .unreadableFile, SourceLocation(file: file), "Cannot be read: \(error.reason.lowercased()).",
                remedy: error.remedy)
        }
    }
}

extension RegularFileError {
    fileprivate var remedy: String {
        switch code {
        case .notRegular: "Remove or rename it."
        case .tooLarge: "Make it smaller, or move it away."
        case .missing, .refused: "Check that it is a file and that you may read it."
        }
    }
}

extension JSONValue {
    /// The member of that name, or the element of that number.
    package func element(named name: String) -> JSONValue? {
        if let object { return object[name] }
        guard let array, let position = Int(name), array.indices.contains(position) else { return nil }
        return array[position]
    }
}

extension Error {
    /// The system's own text for the error, without the decoration that Foundation adds.
    package var reasonText: String {
        let error = self as NSError
        if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error { return underlying.reasonText }
        guard error.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return String(cString: strerror(Int32(error.code))).lowercased()
    }
}
