import CatalogTestSupport
import EventSchema
import Foundation
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

/// New schemas, and new versions of them.
@Suite struct SchemaTemplateTests {
    private static let settings = [".jsonschema-tools.yaml": "contentTypes: [yaml]\n"]

    private func files(_ titles: String...) -> [String: String] {
        titles.reduce(into: Self.settings) { $0["\($1)/1.0.0.yaml"] = "title: \($1)\n$id: /\($1)/1.0.0\n" }
    }

    @Test(arguments: [
        ("app/tap", "/app/base/1.0.0"), ("app/search/tap", "/app/base/1.0.0"),
        ("page/tap", "/fragment/page/common/1.0.0"),
        ("tap", "/fragment/common/1.0.0"), ("fragment/tap", nil),
    ])
    func `a schema begins with the fields of the nearest base`(title: String, base: String?) throws {
        try withFiles(files("app/base", "fragment/page/common", "fragment/common")) { folder in
            let template = try SchemaTemplate(title: title, in: try SchemaTree(directory: folder))
            #expect(template.base == base)
        }
    }

    @Test(arguments: [
        ("", "https://json-schema.org/draft-07/schema#"),
        ("schemaDialects: [2020-12, draft-07]\n", "https://json-schema.org/draft/2020-12/schema"),
    ])
    func `a schema begins in the first dialect of the settings`(setting: String, uri: String) throws {
        try withFiles([".jsonschema-tools.yaml": "contentTypes: [yaml]\n\(setting)"]) { folder in
            let text = try SchemaTemplate(title: "app/tap", in: try SchemaTree(directory: folder)).text
            #expect(text.contains("\n$schema: \(uri)\n"))
        }
    }

    @Test func `a new schema is read and materialized without a finding`() throws {
        try withFiles(files("fragment/common")) { folder in
            let template = try SchemaTemplate(
                title: "app/tap", description: "no: 'yes' # 1", in: try SchemaTree(directory: folder))
            #expect(try template.write() == "\(folder)/app/tap/current.yaml")
            let tree = try SchemaTree(directory: folder)
            #expect(tree["app/tap"]?.current?.value["description"] == "no: 'yes' # 1")
            #expect(try Materialization(tree).write().findings == [])
            #expect(try Materialization(SchemaTree(directory: folder), title: "app/tap").findings == [])
            #expect(throws: FileWriteError.self) { try template.write() }
        }
    }

    @Test func `of schemas of one title that are begun at once, one is written`() throws {
        try withFiles(Self.settings) { folder in
            let tree = try SchemaTree(directory: folder)
            for title in (0..<20).map({ "app/tap\($0)" }) {
                let written = concurrentMap(Array(0..<4)) { number in
                    Result { try SchemaTemplate(title: title, description: "\(number)", in: tree).write() }
                }
                let first = written.indices.filter { if case .success = written[$0] { true } else { false } }
                let text = try SchemaTree(directory: folder)[title]?.current?.value["description"]?.string
                #expect(first.map(String.init) == [text].compactMap(\.self), "\(written)")
            }
        }
    }

    @Test func `events of a new schema are accepted, in a repository without a base too`() throws {
        let event: JSONValue = [
            "$schema": "/app/tap/1.0.0", "dt": "2026-01-01T00:00:00Z",
            "meta": ["stream": "a", "id": "b", "dt": "2026-01-01T00:00:00Z", "domain": "c", "request_id": "d"],
        ]
        // The common fields of this repository lack the envelope.
        for files in [Self.settings, files("fragment/common")] {
            try withFiles(files) { folder in
                try _ = SchemaTemplate(title: "app/tap", in: try SchemaTree(directory: folder)).write()
                #expect(try Materialization(try SchemaTree(directory: folder), title: "app/tap").write().findings == [])
                let version = try #require(try SchemaTree(directory: folder)["app/tap"]?.versions.first)
                #expect(try Schema(version.document.value).findings(in: event) == [])
                let findings = CatalogCheck(schemaRoots: [folder]).findings
                let rules = findings.filter { $0.location.file.contains("app/tap/current") }.map(\.rule.id)
                #expect(rules == [])
                #expect(version.document.value["examples"]?.array?.first?["meta"]?["stream"] == "app.tap")
            }
        }
    }

    @Test func `the example of a new schema has what its base requires`() throws {
        var files = Self.settings
        files["app/base/1.0.0.yaml"] = """
            title: app/base
            $id: /app/base/1.0.0
            type: object
            required: [$schema, meta, kind]
            properties:
              $schema: {type: string}
              meta:
                type: object
                required: [stream, domain]
                properties: {stream: {type: string}, dt: {type: string}, domain: {type: string, minLength: 1}}
              dt: {type: string}
              kind: {type: string, enum: [open, close]}

            """
        try withFiles(files) { folder in
            try _ = SchemaTemplate(title: "app/tap", in: try SchemaTree(directory: folder)).write()
            #expect(try Materialization(try SchemaTree(directory: folder), title: "app/tap").write().findings == [])
            let version = try #require(try SchemaTree(directory: folder)["app/tap"]?.versions.first?.document.value)
            let example = try #require(version["examples"]?.array?.first)
            #expect(example["$schema"] == "/app/tap/1.0.0" && example["kind"] == "open")
            #expect(try Schema(version).findings(in: example) == [])
        }
    }

    @Test func `a new fragment has no envelope`() throws {
        try withFiles(Self.settings) { folder in
            let template = try SchemaTemplate(title: "fragment/tap", in: try SchemaTree(directory: folder))
            #expect(!template.text.contains("meta") && !template.text.contains("examples"))
            #expect(template.isFragment && !template.text.contains("additionalProperties"))
            let event = try SchemaTemplate(title: "app/tap", in: try SchemaTree(directory: folder))
            #expect(!event.isFragment && event.text.contains("additionalProperties: false"))
        }
    }

    @Test(arguments: [
        "", "/a", "a/", "a//b", "a b", "a/1.0.0", "../a", "a/.b", "å", "app/base", "App/Base", "a/latest", "Foo/Bar",
        "current", "a/current", "latest", "-x", "a/-x", "x.yaml", "a/x.json",
    ])
    func `a title that cannot be used is refused`(title: String) throws {
        try withFiles(files("app/base")) { folder in
            let tree = try SchemaTree(directory: folder)
            #expect(throws: InvalidNewSchema.self) { try SchemaTemplate(title: title, in: tree) }
        }
    }

    // MARK: - Versions

    private static let current = """
        # A comment.
        title: app/tap
        $id:   '/app/tap/1.2.3'  # the version
        type: object
        properties: {old: {$ref: '/app/tap/1.2.2#/properties/old'}}
        examples:
        - {$schema: /app/tap/1.2.3, text: version 1.2.3}
        """
    private static let before = "title: app/tap\n$id: /app/tap/1.2.2\nproperties: {old: {type: string}}\n"
    private static let frozen = "title: app/tap\n$id: /app/tap/1.2.3\n"

    @Test(arguments: zip(VersionLevel.allCases, ["1.2.4", "1.3.0", "2.0.0"]))
    func `the version is raised in place, with comments and layout kept`(part: VersionLevel, next: String) throws {
        var files = Self.settings
        files["app/tap/current.yaml"] = Self.current
        files["app/tap/1.2.2.yaml"] = Self.before
        files["app/tap/1.2.3.yaml"] = Self.frozen
        try withFiles(files) { folder in
            let bump = try VersionBump("/app/tap", part, in: try SchemaTree(directory: folder))
            try bump.write()
            let text = try String(contentsOfFile: "\(folder)/app/tap/current.yaml", encoding: .utf8)
            #expect(text == Self.current.replacing("/app/tap/1.2.3", with: "/app/tap/\(next)"))
            #expect(bump.after.description == next)
        }
    }

    @Test func `an edit that is made while the version is raised stays`() throws {
        let files = ["app/tap/current.yaml": Self.frozen + "type: object\n", "app/tap/1.2.3.yaml": Self.frozen]
        try withFiles(files.merging(Self.settings) { $1 }) { folder in
            let bump = try VersionBump("app/tap", .minor, in: try SchemaTree(directory: folder))
            let text = "# $id: /app/tap/1.2.3\n" + Self.frozen
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/app/tap/current.yaml"))
            let error = #expect(throws: FileWriteError.self) { try bump.write() }
            #expect(error?.reason.hasPrefix("it was changed meanwhile") == true)
            #expect(try String(contentsOfFile: "\(folder)/app/tap/current.yaml", encoding: .utf8) == text)
        }
    }

    @Test(arguments: [
        (["app/tap/current.yaml": frozen], "is not materialized yet"),
        (["app/tap/current.yaml": frozen, "app/tap/1.2.3.yaml": frozen], "Edit current.yaml first"),
        (["app/tapp/current.yaml": frozen], "Did you mean “app/tapp”?"),
        (["app/tap/current.yaml": "title: x\n"], "does not end with a version"),
        (
            [
                "app/tap/current.yaml": frozen + "type: object\n", "app/tap/1.2.3.yaml": frozen,
                "app/tap/1.3.0.yaml": frozen,
            ], "raise another part"
        ),
        (
            ["app/tap/current.yaml": "title: x\n$id:\n  /app/tap/1.2.3\ntype: object\n", "app/tap/1.2.3.yaml": frozen],
            "is not written in one line"
        ),
    ])
    func `a version that cannot be raised is refused with what to do`(files: [String: String], reason: String) throws {
        try withFiles(files.merging(Self.settings) { $1 }) { folder in
            let tree = try SchemaTree(directory: folder)
            let error = #expect(throws: InvalidBump.self) { try VersionBump("app/tap", .minor, in: tree) }
            #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        }
    }

    @Test(arguments: [(VersionLevel.major, nil), (.minor, "2.0.0"), (.patch, "2.0.0")])
    func `a number that is too low for the edits is named, with the change`(part: VersionLevel, due: String?) throws {
        var files = Self.settings
        files["app/tap/current.yaml"] = Self.frozen + "type: object\nrequired: [a]\n"
        files["app/tap/1.2.3.yaml"] = Self.frozen + "type: object\n"
        try withFiles(files) { folder in
            let bump = try VersionBump("app/tap", part, in: try SchemaTree(directory: folder))
            #expect(bump.due?.version.description == due)
            #expect(bump.due.map(\.change) == due.map { _ in "`a` is required now" })
        }
    }
}
