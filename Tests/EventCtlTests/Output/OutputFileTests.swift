import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import eventctl

@Suite struct OutputFileTests {
    @Test(arguments: ["", "a.yaml", "Streams/search.YML"]) func `a name of YAML is wrong usage`(name: String) throws {
        #expect(throws: ValidationError.self) { try OutputFile(name) }
    }

    @Test func `an input cannot be the output, also behind a link`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (input, other) = (try folder.write("{}", to: "1.0.0.json"), try folder.write("", to: "other"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.json"), withDestinationPath: input)
        for name in [input, folder.path("link.json")] {
            #expect(throws: ValidationError.self) { try OutputFile(name).requireOther(than: [other, input]) }
        }
        for name in [other, folder.path("missing"), "-"] {
            try OutputFile(name).requireOther(than: [input, folder.path("no")])
        }
    }

    @Test func `a baseline replaces a missing or an empty file, and no other text`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let text = try folder.write("text", to: "text")
        #expect(throws: ValidationError.self) { try OutputFile(text).requireReplaceableByBaseline() }
        for name in [try folder.write("", to: "empty"), folder.path("missing"), "-"] {
            try OutputFile(name).requireReplaceableByBaseline()
        }
    }
}
