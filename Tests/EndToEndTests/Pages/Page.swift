import EventCatalog
import EventCatalogChecks
import Foundation
import TestSupport

/// A page of the documentation whose files are written and whose commands are run as they are printed.
///
/// A block marked `sh` is a command. A block below a line that is nothing but a path and a colon is that file. A block
/// without a mark is what the command or the edit above it prints.
struct Page {
    enum Block: Equatable {
        case command(String)
        case file(path: String, text: String)
        case output([String])
    }

    let blocks: [Block]

    init(_ path: String) throws {
        var blocks: [Block] = []
        var before = ""
        var fence: (mark: String, lines: [String])?
        for line in try String(contentsOf: Checkout.file(path), encoding: .utf8).components(separatedBy: "\n") {
            switch (fence, line.hasPrefix("```")) {
            case (nil, true): fence = (String(line.dropFirst(3)), [])
            case (nil, false): if !line.isEmpty { before = line }
            case (let open?, true):
                if let block = Self.block(open.mark, open.lines, below: before) { blocks.append(block) }
                (fence, before) = (nil, "")
            case (let open?, false): fence = (open.mark, open.lines + [line])
            }
        }
        self.blocks = blocks
    }

    private static func block(_ mark: String, _ lines: [String], below line: String) -> Block? {
        if mark == "sh" { return .command(lines.joined(separator: "\n")) }
        if let path = line.wholeMatch(of: /`([^`]+)`:/) {
            return .file(path: String(path.1), text: lines.joined(separator: "\n") + "\n")
        }
        return mark.isEmpty ? .output(lines) : nil
    }

    /// The files as they are at the end of the page.
    var files: [String: String] {
        blocks.reduce(into: [:]) { files, block in
            if case .file(let path, let text) = block { files[path] = text }
        }
    }
}

extension TemporaryFolder {
    /// Writes a file of a page, and its folders.
    func write(page text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            at: file(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try write(text, to: path)
    }

    /// What the tools find wrong with `Schemas/` and `Streams/` in this folder, with paths relative to it.
    func catalogFindings() throws -> [String] {
        do {
            let schemas = try SchemaRepository(roots: [path("Schemas")])
            _ = try StreamCatalog(checking: path("Streams"), schemas: schemas)
            return []
        } catch {
            return error.findings.map { $0.description.replacingOccurrences(of: url.path + "/", with: "") }
        }
    }
}
