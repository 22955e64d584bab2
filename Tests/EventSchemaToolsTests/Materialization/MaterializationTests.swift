import CatalogTestSupport
import EventSchema
import Foundation
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

/// The files and links of versions.
@Suite struct MaterializationTests {
    private static let current = "title: app/tap\n$id: /app/tap/1.1.0\ntype: object\n"

    /// The paths without the folder.
    private func written(_ folder: String, isForced: Bool = false) throws -> (
        paths: [String], findings: [CatalogFinding]
    ) {
        let made = Materialization(try SchemaTree(directory: folder), isForced: isForced)
        let (paths, findings) = try made.write()
        return (paths.map { $0.replacing("\(folder)/", with: "") }, findings)
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func `the version of current.yaml is written with its links, and nothing the second time`() throws {
        try withFiles(["app/tap/current.yaml": Self.current, "app/tap/1.0.0.yaml": "frozen"]) { folder in
            let names = ["1.1.0.yaml", "1.1.0.json", "1.1.0", "latest.yaml", "latest.json", "latest"]
            #expect(try written(folder).paths == names.map { "app/tap/\($0)" })
            #expect(try text("\(folder)/app/tap/1.1.0.yaml") == Self.current)
            #expect(try text("\(folder)/app/tap/latest") == Self.current)
            #expect(try text("\(folder)/app/tap/1.0.0.yaml") == "frozen")
            let again = try written(folder)
            #expect(again.paths.isEmpty && again.findings.isEmpty)
            #expect(try Materialization(SchemaTree(directory: folder)).findings.isEmpty)
        }
    }

    @Test func `versions that are made twice at once are written by both`() throws {
        try withFiles(["app/tap/current.yaml": Self.current]) { folder in
            let made = try (0..<2).map { _ in Materialization(try SchemaTree(directory: folder)) }
            for one in made { #expect(try one.write().paths.count == 6) }
            #expect(try Materialization(SchemaTree(directory: folder)).findings.isEmpty)
        }
    }

    @Test func `a version with other content is replaced only if forced`() throws {
        let frozen = Self.current.replacing("object", with: "array")
        let files = [
            ".jsonschema-tools.yaml": "contentTypes: [yaml]\n", "app/tap/current.yaml": Self.current,
            "app/tap/1.1.0.yaml": frozen,
        ]
        try withFiles(files) { folder in
            let (paths, findings) = try written(folder)
            #expect(paths.isEmpty && findings.map(\.place) == ["version-differs 3:1"])
            #expect(try text("\(folder)/app/tap/1.1.0.yaml") == frozen)
            #expect(
                findings.first?.problem.contains("line 3 has “type: array”, and it should have “type: object”") == true)
            #expect(try written(folder, isForced: true).paths.first == "app/tap/1.1.0.yaml")
            #expect(try text("\(folder)/app/tap/1.1.0.yaml") == Self.current)
        }
    }

    /// js-yaml, with which jsonschema-tools writes, quotes `07` and leaves `08` plain.
    @Test(arguments: [
        ("- '07'\n  - '08'", VersionFile.State.same), ("- '07'\n  - 08", .otherQuotes),
        ("- 07\n  - \"08\"", .otherQuotes), ("- \"07\"\n  - !!str 08", .different),
        ("  - '07'\n    - '08'", .otherForm),
        ("- '07'\n  - 08 # eight", .otherForm), ("- '08'\n  - '07'", .different),
    ])
    func `a version that lacks quotes alone is left as it is`(list: String, state: VersionFile.State) throws {
        let files = [
            ".jsonschema-tools.yaml": "contentTypes: [yaml]\nshouldSymlinkLatest: false\n"
                + "shouldSymlinkExtensionless: false\n",
            "app/tap/current.yaml": Self.current + "enum: ['07', '08']\n",
            "app/tap/1.1.0.yaml": Self.current + "enum:\n  \(list)\n",
        ]
        try withFiles(files) { folder in
            let made = Materialization(try SchemaTree(directory: folder))
            #expect(made.titles.flatMap(\.files).map(\.state) == [state])
            #expect(made.findings.isEmpty == [.same, .otherQuotes].contains(state))
        }
    }

    @Test func `a file that cannot be read is not said to be missing`() throws {
        try withFiles(["app/tap/current.yaml": "title: [", "app/tap/1.0.0.yaml": Self.current]) { folder in
            let findings = Materialization(try SchemaTree(directory: folder)).findings
            #expect(findings.map(\.rule.id) == ["invalid-syntax"])
        }
    }

    @Test func `other versions are made beside a schema with a mistake`() throws {
        let files = [
            "app/tap/current.yaml": Self.current,
            "bad/current.yaml": "title: bad\n$id: /bad/1.0.0\n$ref: /gone/1.0.0\n",
            "elsewhere/current.yaml": "title: x\n$id: /x/1.0.0\n", "none/current.yaml": "title: none\n",
        ]
        try withFiles(files) { folder in
            let (paths, findings) = try written(folder)
            #expect(paths.count == 6 && paths.allSatisfy { $0.hasPrefix("app/tap/") })
            #expect(findings.map(\.place) == ["missing-reference 3:1", "current-identity 2:1", "current-identity 1:1"])
        }
    }

    @Test func `a link that leads elsewhere is made anew, and a file in its place stays`() throws {
        let files = [
            ".jsonschema-tools.yaml": "contentTypes: [yaml]\n", "a/current.yaml": "title: a\n$id: /a/1.1.0\n",
            "a/latest": "1.0.0.yaml", "b/current.yaml": "title: b\n$id: /b/1.1.0\n", "b/latest": "notes",
        ]
        try withFiles(files) { folder in
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/a/latest.yaml", withDestinationPath: "1.0.0.yaml")
            let tree = try SchemaTree(directory: folder)
            let places = Materialization(tree).titles.flatMap(\.links).filter { $0.state == .taken }.map(\.path)
            #expect(places == ["\(folder)/b/latest"])
            #expect(throws: FileWriteError.self) { try written(folder) }
            #expect(try text("\(folder)/a/latest") == "1.1.0.yaml")
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/a/latest.yaml") == "1.1.0.yaml")
            #expect(try text("\(folder)/b/latest") == "notes")
        }
    }

    @Test func `an older version than the newest does not become the latest`() throws {
        let files = [
            ".jsonschema-tools.yaml": "contentTypes: [yaml]\n", "a/current.yaml": "title: a\n$id: /a/1.1.0\n",
            "a/1.10.0.yaml": "title: a\n$id: /a/1.10.0\n",
        ]
        try withFiles(files) { folder in
            _ = try written(folder)
            #expect(try text("\(folder)/a/latest").contains("/a/1.10.0"))
        }
    }

    @Test func `a repository without current files is an error`() throws {
        try withFiles(["a/1.0.0.yaml": "{}"]) { folder in
            let made = Materialization(try SchemaTree(directory: folder))
            #expect(made.findings.map(\.rule) == [.unreadableFile])
        }
    }

    @Test(arguments: Rule.materializationRules)
    func `the mistake of a rule is its only finding, and the corrected form has none`(rule: Rule) throws {
        func broken(_ example: RuleExample) throws -> [String] {
            try withFiles(example.files) { folder in
                Materialization(try SchemaTree(directory: "\(folder)/Schemas")).findings.map(\.rule.id)
            }
        }
        #expect(try broken(rule.mistake) == [rule.id])
        #expect(try broken(rule.corrected) == [])
    }

    /// A fragment, a fragment that refers to it, and a schema whose property refers to that.
    private static let chain = [
        ".jsonschema-tools.yaml": "contentTypes: [yaml]\nshouldGenerateExample: true\n",
        "a/current.yaml": "title: a\n$id: /a/1.0.0\nproperties: {b: {$ref: /b/1.0.0}}\n",
        "b/current.yaml": "title: b\n$id: /b/1.0.0\nproperties: {c: {$ref: 'https://example.org/c/1.0.0'}}\n",
        "c/current.yaml": "title: c\n$id: /c/1.0.0\nproperties: {x: {type: integer}}\n",
    ]

    @Test func `a schema is made from the versions that are written in the same run`() throws {
        try withFiles(Self.chain) { (folder) throws in
            #expect(try written(folder).findings.isEmpty)
            #expect(try Materialization(SchemaTree(directory: folder)).findings.isEmpty)
            #expect(try text("\(folder)/a/1.0.0.yaml").components(separatedBy: "examples:").count == 4)
        }
    }

    @Test func `a forced run makes schemas from the versions that it replaces`() throws {
        try withFiles(Self.chain) { folder in
            _ = try written(folder)
            let edited = "title: c\n$id: /c/1.0.0\nproperties: {x: {type: string}}\n"
            try Data(edited.utf8).write(to: URL(fileURLWithPath: "\(folder)/c/current.yaml"))
            #expect(try written(folder, isForced: true).findings.isEmpty)
            #expect(try Materialization(SchemaTree(directory: folder)).findings.isEmpty)
            #expect(try text("\(folder)/a/1.0.0.yaml").contains("type: string"))
        }
    }

    @Test func `schemas that refer to each other in a circle are an error each`() throws {
        var files = Self.chain
        files["c/current.yaml"] = "title: c\n$id: /c/1.0.0\nproperties: {a: {$ref: /a/1.0.0}}\n"
        try withFiles(files) { folder in
            let found = try written(folder)
            #expect(found.paths.isEmpty && found.findings.allSatisfy { $0.rule == .referenceLoop })
            #expect(found.findings.count == 3)
        }
    }

    @Test func `the message on another indentation shows it`() throws {
        let current = "title: a\n$id: /a/1.0.0\nproperties: {x: {maxLength: 1}}\n"
        let files = [
            ".jsonschema-tools.yaml": "contentTypes: [yaml]\n", "a/current.yaml": current,
            "a/1.0.0.yaml": "title: a\n$id: /a/1.0.0\nproperties:\n  x:\n  maxLength: 1\n",
        ]
        try withFiles(files) { folder in
            let problem = try written(folder).findings.first?.problem ?? ""
            let difference = "line 5 has “  maxLength: 1”, and it should have “    maxLength: 1”"
            #expect(problem.contains(difference), "\(problem)")
        }
    }
}
