import CatalogTestSupport
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventCatalog

/// Schemas that are read again after an edit.
@Suite struct RereadSchemasTests {
    /// Fails when a version is taken although its file or one that it refers to has changed.
    @Test(arguments: 0..<8)
    func `after random edits, what is read again is what a reading of everything has`(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var edits = RandomEdits(folder, seed: seed)
        for _ in 0..<6 { try edits.write() }
        var repository = try SchemaRepository(
            roots: [edits.root], isStrict: false, reusing: nil, unchangedFor: -1)
        for step in 0..<60 {
            try edits.edit()
            repository = try SchemaRepository(
                roots: [edits.root], isStrict: false, reusing: repository, unchangedFor: -1)
            let whole = try SchemaRepository(roots: [edits.root], isStrict: false)
            #expect(repository.contents == whole.contents, "seed \(seed), step \(step)")
            #expect(repository.findings.map(\.description) == whole.findings.map(\.description))
            #expect(repository.missingURIs == whole.missingURIs)
            #expect(repository.titles == whole.titles)
        }
    }

    /// Fails when everything is read again: each version would be compiled anew.
    @Test func `only a changed schema and those that refer to it are compiled again`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(RandomEdits.text("part", "type: string"), to: "part/1.0.0.yaml")
        try folder.write(RandomEdits.text("user", "$ref: /part/1.0.0#/properties/name"), to: "user/1.0.0.yaml")
        try folder.write(RandomEdits.text("other", "type: string"), to: "other/1.0.0.yaml")
        let roots = [folder.url.path]
        let first = try SchemaRepository(roots: roots, reusing: nil, unchangedFor: -1)
        try folder.write(RandomEdits.text("part", "type: integer"), to: "part/1.0.0.yaml")
        let second = try SchemaRepository(roots: roots, reusing: first, unchangedFor: -1)
        let event: JSONValue = ["name": 1]
        #expect(second["/part/1.0.0"]?.schema.isValid(event) == true)
        #expect(second["/user/1.0.0"]?.schema.isValid(event) == true)
        let kept = ["/part/1.0.0", "/user/1.0.0", "/other/1.0.0"].filter { uri in
            first[uri]?.text.withUnsafeBufferPointer(\.baseAddress)
                == second[uri]?.text.withUnsafeBufferPointer(\.baseAddress)
        }
        #expect(kept == ["/user/1.0.0", "/other/1.0.0"], "the text of the user is not read again")
    }

    /// Fails when the stamp of a file that may change again at the same time stands for its text.
    @Test func `a file that was changed just now is read again`() throws {
        try withFiles(["a/1.0.0.yaml": RandomEdits.text("a", "type: string")]) { folder in
            let first = try SchemaRepository(roots: [folder], reusing: nil)
            #expect(first["/a/1.0.0"]?.basis == nil)
            let later = try SchemaRepository(roots: [folder], reusing: nil, unchangedFor: -1)
            #expect(later["/a/1.0.0"]?.basis != nil)
        }
    }
}

/// A folder of schemas that refer to one another, and edits of it.
private struct RandomEdits {
    let root: String
    private let folder: TemporaryFolder
    private var random: SeededGenerator
    private var count = 0
    private static let titles = ["a", "b", "c", "d/e"]
    private static let endings = [".yaml", ".yaml", ".yml", ".json", ""]

    init(_ folder: TemporaryFolder, seed: UInt64) {
        (self.folder, random) = (folder, SeededGenerator(seed: seed))
        root = "\(folder.url.path)/root"
    }

    static func text(_ title: String, _ name: String, version: String = "1.0.0") -> String {
        "title: \(title)\n$id: /\(title)/\(version)\n$schema: 'https://json-schema.org/draft-07/schema#'\n"
            + "type: object\nproperties:\n  name:\n    \(name)\n"
    }

    /// Changes, adds, removes, renames or links a file.
    mutating func edit() throws {
        let place = randomPlace()
        let path = "\(root)/\(place)"
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try remove(path)
        case 1:
            let other = "\(root)/\(randomPlace())"
            guard other != path, FileManager.default.fileExists(atPath: path) else { return try write() }
            try remove(other)
            try makeFolder(of: other)
            try FileManager.default.moveItem(atPath: path, toPath: other)
        case 2:
            let number = count
            let target = folder.url.appending(path: "targets/\(number)").path
            let text = randomText(of: place)
            try stampedWrite(text, to: "targets/\(number)")
            try remove(path)
            try makeFolder(of: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        default: try write()
        }
        // A root without any schema cannot be read.
        try folder.write(Self.text("always", "type: string"), to: "root/always/1.0.0.yaml")
    }

    mutating func write() throws {
        let place = randomPlace()
        let text = randomText(of: place)
        try remove("\(root)/\(place)")
        try stampedWrite(text, to: "root/\(place)")
    }

    /// Writes a file with a time of its own: two writes within the resolution of the file system's times would have the
    /// same stamp.
    private func stampedWrite(_ text: String, to name: String) throws {
        let file = try folder.write(text, to: name)
        let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(count))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }

    private mutating func randomPlace() -> String {
        let version = "1.\(Int.random(in: 0..<2, using: &random)).0"
        return "\(pick(Self.titles))/\(version)\(pick(Self.endings))"
    }

    /// A schema, mostly with a reference, sometimes with a mistake.
    private mutating func randomText(of place: String) -> String {
        count += 1
        let parts = place.split(separator: "/")
        let version = parts.last.map { $0.split(separator: ".").prefix(3).joined(separator: ".") } ?? ""
        let title = parts.dropLast().joined(separator: "/")
        let name =
            switch Int.random(in: 0..<8, using: &random) {
            case 0: "type: strng"
            case 1: "type: ["
            case 2: "$ref: /nowhere/1.0.0"
            case 3: "type: string"
            default: "$ref: /\(pick(Self.titles))/1.\(Int.random(in: 0..<2, using: &random)).0#/properties/name"
            }
        let ownTitle = Int.random(in: 0..<10, using: &random) == 0 ? "wrong" : title
        let text =
            Self.text(ownTitle, name, version: version) + "description: \(String(repeating: "x", count: count))\n"
        guard place.hasSuffix(".json") else { return text }
        return #"{"title": "\#(ownTitle)", "$id": "/\#(title)/\#(version)", "maxProperties": \#(count), "#
            + #""properties": {"name": {"\#(name.hasPrefix("$ref") ? "$ref" : "title")": "\#(name.dropFirst(6))"}}}"#
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices[Int.random(in: choices.indices, using: &random)]
    }

    private func makeFolder(of path: String) throws {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    private func remove(_ path: String) throws {
        if FileKind(ofEntry: path) != .missing { try FileManager.default.removeItem(atPath: path) }
    }
}

extension SchemaRepository {
    /// What can be told of its versions, with the verdict on a few values.
    fileprivate var contents: [String] {
        uris.compactMap { self[$0] }.map { version in
            let values: [JSONValue] = [["name": "x"], ["name": 1], ["name": ["name": 1]]]
            let verdicts = values.map { "\(version.schema.findings(in: $0))" }
            return "\(version.uri) \(version.title) \(version.file) \(version.text.count) \(verdicts)"
        }
    }
}
