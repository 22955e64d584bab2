import ArgumentParser
import Foundation
import Testing

@testable import eventctl

@Suite struct OutputFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("output-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func remove() throws { try FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        return path(name)
    }

    @Test(arguments: ["", "a.yaml", "Streams/search.YML"]) func `a name of YAML is wrong usage`(name: String) throws {
        #expect(throws: ValidationError.self) { try OutputFile(name) }
        try remove()
    }

    @Test func `an input cannot be the output, also behind a link`() throws {
        let (input, other) = (try write("{}", to: "1.0.0.json"), try write("", to: "other"))
        try FileManager.default.createSymbolicLink(atPath: path("link.json"), withDestinationPath: input)
        for name in [input, path("link.json")] {
            #expect(throws: ValidationError.self) { try OutputFile(name).requireOther(than: [other, input]) }
        }
        for name in [other, path("missing"), "-"] {
            try OutputFile(name).requireOther(than: [input, path("no")])
        }
        try remove()
    }

    @Test func `a baseline replaces a missing or an empty file, and no other text`() throws {
        let text = try write("text", to: "text")
        #expect(throws: ValidationError.self) { try OutputFile(text).requireReplaceableByBaseline() }
        for name in [try write("", to: "empty"), path("missing"), "-"] {
            try OutputFile(name).requireReplaceableByBaseline()
        }
        try remove()
    }
}
