import CatalogTestSupport
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

@Suite struct StreamFileTests {
    private static let stream = "# New.\nb:\n  schema_title: t\n"

    /// The content of a file after a stream was added to it.
    private func adding(to text: String, named name: String = "b") throws -> String {
        try withFiles(["app.yaml": text]) { folder in
            try StreamFile("\(folder)/app.yaml").add(Self.stream, named: name)
            return String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/app.yaml")), as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("", ""), ("a: {}", "a: {}\n\n"), ("# Ours.\na: {}\n", "# Ours.\na: {}\n\n"),
        ("# Begun.\n\n", "# Begun.\n\n\n"),
        ("\u{FEFF}a: {}\n", "\u{FEFF}a: {}\n\n"), ("a: {}\n---\n", nil), ("a: {}\n...\n", nil), ("{a: {}}", nil),
    ])
    func `a stream is behind what is there, unless the form of the file ends in front of it`(
        text: String, start: String?
    ) throws {
        guard let start else {
            _ = #expect(throws: (any Error).self) { try adding(to: text) }
            return
        }
        #expect(try adding(to: text) == start + Self.stream)
    }

    @Test func `the ends of lines are those of the file`() throws {
        let text = "# Ours.\r\na: {}\r\n"
        #expect(try adding(to: text) == text + "\r\n" + Self.stream.replacing("\n", with: "\r\n"))
    }

    @Test(arguments: ["b: {}\n", "a: {}\n'b': {}\n"]) func `a name that the file has is refused with its place`(
        text: String
    ) {
        let error = #expect(throws: InvalidStreamName.self) { try adding(to: text) }
        #expect(error?.reason.contains("app.yaml:") == true)
    }

    @Test(arguments: ["a: [", "- a", "text"]) func `a file with a mistake is refused with its place`(text: String) {
        let error = #expect(throws: CatalogError.self) { try adding(to: text) }
        #expect(error?.findings.first?.location.file.hasSuffix("/app.yaml") == true)
    }

    @Test func `a file that is refused keeps its content`() throws {
        try withFiles(["app.yaml": "{a: {}}"]) { folder in
            let file = "\(folder)/app.yaml"
            let error = #expect(throws: InvalidStreamFile.self) {
                try StreamFile(file).add(Self.stream, named: "b")
            }
            #expect(error?.file == file)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(text == "{a: {}}" && names == ["app.yaml"])
        }
    }

    @Test(arguments: [
        ("Streams/defaults.yaml", "all streams start from"), ("defaults.yml", "all streams start from"),
        ("Streams/x.json", "ends in .yaml"), ("garbage", "ends in .yaml"), ("Streams/.app.yaml", "dot"),
        ("", "ends in .yaml"), ("Streams/defaults/app.yaml", nil), ("a.yml", nil), ("my-defaults.yaml", nil),
    ])
    func `only a file that is read as streams can be named`(path: String, reason: String?) throws {
        guard let reason else {
            #expect(try StreamFile(path).path == path)
            return
        }
        let error = #expect(throws: InvalidStreamFile.self) { try StreamFile(path) }
        #expect(error?.reason.contains(reason) == true)
    }

    @Test func `streams that are added at the same time are all there`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try StreamFile(folder.path("app.yaml"))
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask { try file.add("s\(number):\n  schema_title: t\n", named: "s\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try SourceDocument(file: file.path).value.object?.count == 8)
    }

    @Test(arguments: [
        ("app/search", nil), ("analytics/product_metrics/app/base", nil), ("app/v1.2", nil), ("", "empty"),
        ("/app/search", "slash"), ("app/search/", "empty"), ("app//search", "empty"), ("app/search/1.0.0", "version"),
        ("app/search/latest", "version"), ("app search", "white space"),
    ])
    func `a title is a path without a version`(title: String, problem: String?) {
        let error = InvalidSchemaTitle(title)
        #expect(problem.map { error?.description.contains($0) == true } ?? (error == nil))
    }
}
