import CatalogTestSupport
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog

/// Repositories that somebody else keeps.
@Suite struct ForeignRepositoryTests {
    private func schema(_ title: String, _ id: String, _ more: String = "type: object\n") -> String {
        "title: \(title)\n$id: \(id)\n$schema: 'https://json-schema.org/draft-07/schema#'\n\(more)"
    }

    /// Reads the files leniently; the findings are without the folder.
    private func read(
        _ files: [String: String], prepare: (String) throws -> Void = { _ in }
    ) throws -> (repository: SchemaRepository, findings: [String]) {
        try withFiles(files) { folder in
            try prepare(folder)
            let repository = try SchemaRepository(roots: [folder], isStrict: false)
            return (repository, repository.findings.map { $0.description.replacing(folder, with: "") })
        }
    }

    @Test(
        arguments: [
            ("$id: /other/1.0.0\ntitle: bad\n", "/bad/1.0.0.yaml:1:1: "), ("title: bad\n", "/bad/1.0.0.yaml:1:1: "),
            ("title: bad\n$id: /bad/1.0.0\n$ref: /gone/1.0.0\n", "/bad/1.0.0.yaml:3:1: "),
            ("title: bad\n$id: /bad/1.0.0\npattern: (\n", "/bad/1.0.0.yaml:3:1: "),
            ("title: [\n", "/bad/1.0.0.yaml:2:1: "), ("title: *gone\n", "/bad/1.0.0.yaml:1:8: "),
        ])
    func `a file out of order is a finding with its place, and its schema alone is missing`(
        text: String, place: String
    ) throws {
        let files = ["good/1.0.0.yaml": schema("good", "/good/1.0.0"), "bad/1.0.0.yaml": text]
        let (repository, findings) = try read(files)
        #expect(repository.versions.map(\.uri) == ["/good/1.0.0"])
        #expect(!findings.isEmpty && findings.allSatisfy { $0.hasPrefix(place) }, "\(findings)")
        #expect(repository.missingURIs == ["/bad/1.0.0"] && repository["/bad/1.0.0"] == nil)
        #expect(throws: CatalogError.self) { try withFiles(files) { try SchemaRepository(roots: [$0]) } }
    }

    @Test func `JSON that cannot be read is a finding with its place`() throws {
        let (repository, findings) = try read([
            "good/1.0.0.yaml": schema("good", "/good/1.0.0"), "bad/1.0.0.json": "{\n \"title\": oops}",
        ])
        #expect(repository.versions.count == 1)
        #expect(findings.first?.hasPrefix("/bad/1.0.0.json:2:11: Not JSON") == true, "\(findings)")
    }

    @Test func `a file name that is not UTF-8 is a finding, and the rest is read`() throws {
        let (repository, findings) = try read(["good/1.0.0.yaml": schema("good", "/good/1.0.0")]) { folder in
            let path = Array("\(folder)/good/".utf8) + [0xFF, 0xE9] + Array("1.1.0.yaml".utf8) + [0]
            let file = open(path.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o644)
            try #require(file >= 0)
            close(file)
        }
        #expect(repository.versions.map(\.uri) == ["/good/1.0.0"])
        #expect(
            findings == [#"/good/\xff\xe91.1.0.yaml: The name is not UTF-8, so the file is not read. Rename it."#])
    }

    @Test func `an id that occurs in the file's path is in order`() throws {
        let files = [
            "jsonschema/development/webrequest/1.0.0.yaml": schema("webrequest", "/webrequest/1.0.0"),
            "jsonschema/webrequest/1.1.0.yaml": schema("webrequest", "/webrequest/1.1.0"),
        ]
        let repository = try withFiles(files) { try SchemaRepository(roots: [$0]) }
        #expect(repository.versions.map(\.uri) == ["/development/webrequest/1.0.0", "/webrequest/1.1.0"])
        #expect(repository["/development/webrequest/1.0.0"]?.title == "webrequest")
        #expect(repository["/development/webrequest/latest"]?.version == "1.0.0")
        #expect(repository.suggestions(for: "/development/webrequest/2.0.0") == ["/development/webrequest/1.0.0"])
    }

    @Test(arguments: ["1.0.0.yaml", "1.0.0", "1.0.0.json", "jsonschema/1.0.0.yaml"])
    func `a version directly at a root is a finding`(name: String) throws {
        let (repository, findings) = try read([
            name: "{}", "good/1.0.0.yaml": schema("good", "/good/1.0.0"),
        ])
        #expect(repository.versions.map(\.uri) == ["/good/1.0.0"])
        #expect(findings.count == 1 && findings.first?.hasPrefix("/\(name): ") == true, "\(findings)")
    }

    @Test(arguments: [true, false])
    func `a folder above repositories is one error that names them`(isStrict: Bool) throws {
        var files: [String: String] = [:]
        for number in 0..<20 {
            files["one/jsonschema/a\(number)/1.0.0.yaml"] = schema("a\(number)", "/a\(number)/1.0.0")
            files["two/b\(number)/1.0.0.yaml"] = schema("b\(number)", "/b\(number)/1.0.0")
        }
        try withFiles(files) { folder in
            let error = #expect(throws: CatalogError.self) {
                try SchemaRepository(roots: [folder], isStrict: isStrict)
            }
            #expect(error?.findings.count == 1)
            #expect(error?.findings.first?.remedy == "Name the roots themselves: \(folder)/one, \(folder)/two.")
        }
    }

    @Test func `a single file deeper than its id is not a folder above repositories`() throws {
        let (repository, findings) = try read(["development/a/1.0.0.yaml": schema("a", "/a/1.0.0")])
        #expect(repository["/development/a/1.0.0"] != nil && findings.isEmpty)
    }

    @Test func `a pipe is not read, and a folder with the name of a version is not a schema`() throws {
        let (repository, findings) = try read(["good/1.0.0.yaml": schema("good", "/good/1.0.0")]) { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/good/1.1.0", withIntermediateDirectories: true)
            try #require(mkfifo("\(folder)/good/1.2.0.yaml", 0o644) == 0)
        }
        #expect(repository.versions.count == 1)
        #expect(findings.map { $0.prefix { $0 != " " } } == ["/good/1.2.0.yaml:"])
    }

    @Test func `anchors and merge keys are read in schemas`() throws {
        let (repository, findings) = try read([
            "a/1.0.0.yaml": schema(
                "a", "/a/1.0.0",
                "definitions:\n  name: &name {type: string, maxLength: 3}\nproperties:\n  x: *name\n  y:\n"
                    + "    <<: *name\n    maxLength: 5\n")
        ])
        let schema = try #require(repository["/a/1.0.0"]?.schema, "\(findings)")
        #expect(schema.isValid(["x": "abc", "y": "abcde"]))
        #expect(!schema.isValid(["x": "abcd"]) && !schema.isValid(["y": "abcdef"]))
    }
}
