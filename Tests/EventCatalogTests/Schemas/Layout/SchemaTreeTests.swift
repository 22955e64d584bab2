import CatalogTestSupport
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog

/// The layout of a repository of schemas.
@Suite struct SchemaTreeTests {
    private func tap(_ version: String, _ more: String = "") -> String {
        "title: app/tap\n$id: /app/tap/\(version)\ntype: object\n\(more)"
    }

    /// Reads the files; the findings are without the folder.
    private func read(
        _ files: [String: String], _ directory: String = "", prepare: (String) throws -> Void = { _ in }
    ) throws -> (tree: SchemaTree, findings: [String]) {
        try withFiles(files) { folder in
            try prepare(folder)
            let tree = try SchemaTree(directory: directory.isEmpty ? folder : "\(folder)/\(directory)")
            return (tree, tree.findings.map { $0.description.replacing(folder, with: "") })
        }
    }

    @Test func `current and versions of a folder are read, versions in numeric order`() throws {
        let (tree, findings) = try read([
            "app/tap/current.yaml": tap("1.10.0"), "app/tap/1.2.0.yaml": tap("1.2.0"),
            "app/tap/1.10.0.yaml": tap("1.10.0"), "app/tap/notes.md": "", "README.md": "", "app/x/1.0.0.json": "{}",
        ])
        #expect(tree.titles.map(\.path) == ["app/tap", "app/x"] && findings.isEmpty)
        let folder = try #require(tree["app/tap"])
        #expect(folder.versions.map(\.version.description) == ["1.2.0", "1.10.0"])
        #expect(folder.current?.value["$id"] == "/app/tap/1.10.0")
        #expect(folder.names == ["1.10.0.yaml", "1.2.0.yaml", "current.yaml", "notes.md"])
    }

    @Test(arguments: ["", "schemas", "schemas/"])
    func `the settings are found in the repository and above its root`(directory: String) throws {
        let (tree, findings) = try read(
            [
                ".jsonschema-tools.yaml":
                    "schemaBasePath: ./schemas/\ncontentTypes: [yaml]\nshouldGenerateExample: true\n",
                "schemas/app/tap/current.yaml": tap("1.0.0"), "other/current.yaml": tap("1.0.0"),
            ], directory)
        #expect(tree.root.hasSuffix("/schemas") && tree.titles.map(\.path) == ["app/tap"] && findings.isEmpty)
        #expect(tree.settings.contentTypes == ["yaml"] && tree.settings.shouldGenerateExample)
    }

    @Test(arguments: ["", "Schemas", "Schemas/..", "Schemas/../"])
    func `the folder of a project stands for its folder Schemas, with the settings there`(directory: String) throws {
        let files = [
            "Schemas/.jsonschema-tools.yaml": "contentTypes: [yaml]\n", "Schemas/app/tap/current.yaml": tap("1.0.0"),
            "other/current.yaml": tap("1.0.0"),
        ]
        let (tree, findings) = try read(files, directory)
        #expect(tree.titles.map(\.path) == ["app/tap"] && tree.settings.contentTypes == ["yaml"] && findings.isEmpty)
        #expect(tree.root == tree.repository && tree.root.hasSuffix("/Schemas"))
    }

    @Test func `a title Schemas is not a folder of a project`() throws {
        let files = [
            ".jsonschema-tools.yaml": "schemaBasePath: ./root/\n", "root/Schemas/current.yaml": tap("1.0.0"),
            "root/x/current.yaml": tap("1.0.0"),
        ]
        #expect(try read(files, "root").tree.titles.map(\.path) == ["Schemas", "x"])
    }

    @Test func `settings of the folder above that name another root are not those of a directory`() throws {
        let (tree, _) = try read(
            [
                ".jsonschema-tools.yaml": "schemaBasePath: ./schemas/\ncontentTypes: [yaml]\n",
                "schemas/a/1.0.0.yaml": "{}", "more/a/1.0.0.yaml": "{}",
            ], "more")
        #expect(tree.settings.contentTypes == ["yaml", "json"] && tree.repository.hasSuffix("/more"))
    }

    @Test func `without settings the root is the folder jsonschema`() throws {
        let (tree, _) = try read(["jsonschema/a/1.0.0.yaml": "{}", "b/1.0.0.yaml": "{}"])
        #expect(tree.titles.map(\.path) == ["a"])
    }

    @Test func `every mistake in the settings is a finding with its place, and the default holds`() throws {
        let (tree, findings) = try read([
            ".jsonschema-tools.yaml": """
            schemaBasePaths: x
            contentTypes: [xml]
            shouldGenerateExample: 'yes'
            enforcedNumericBounds: [3, 1]
            skipSchemaTestCases: {a: [b], c: d}
            ignoreSchemas: ['(']
            """,
            "a/1.0.0.yaml": "{}",
        ])
        #expect(
            findings.map { $0.prefix { $0 != " " } } == [
                "/.jsonschema-tools.yaml:1:1:", "/.jsonschema-tools.yaml:2:1:", "/.jsonschema-tools.yaml:3:1:",
                "/.jsonschema-tools.yaml:4:1:", "/.jsonschema-tools.yaml:5:1:", "/.jsonschema-tools.yaml:6:17:",
            ])
        #expect(findings.first?.hasSuffix("Did you mean “schemaBasePath”?") == true)
        #expect(tree.settings.contentTypes == ["yaml", "json"] && tree.titles.count == 1)
        #expect(tree.settings.skipSchemaTestCases.map(\.pattern) == ["a"])
    }

    @Test func `a root that the settings name and that is missing is an error at its place`() throws {
        let error = #expect(throws: CatalogError.self) {
            try read([".jsonschema-tools.yaml": "\nschemaBasePath: gone\n"])
        }
        #expect(error?.findings.first?.description.contains("/.jsonschema-tools.yaml:2:1: ") == true)
    }

    @Test func `ignored schemas are left out`() throws {
        let (tree, findings) = try read([
            ".jsonschema-tools.yaml": "ignoreSchemas: ['^/app/tap/1[.]0', '/b/']\n", "app/tap/1.0.0.yaml": tap("1.0.0"),
            "app/tap/1.1.0.yaml": tap("1.1.0"), "b/current.yaml": "$id: /b/1.0.0",
        ])
        #expect(tree.titles.map(\.path) == ["app/tap"] && findings.isEmpty)
        #expect(tree.titles.first?.versions.map(\.version.description) == ["1.1.0"])
    }

    @Test func `what cannot be read is a finding, and the rest is read`() throws {
        let (tree, findings) = try read([
            "app/tap/current.yaml": "title: [", "app/tap/1.0.0.yaml": tap("1.0.0"), "b/1.0.0.yaml": "{}",
        ]) { folder in
            let files = FileManager.default
            try files.createSymbolicLink(atPath: "\(folder)/app/tap/1.1.0.yaml", withDestinationPath: "gone.yaml")
            try files.createSymbolicLink(atPath: "\(folder)/app/loop", withDestinationPath: "..")
            try #require(mkfifo("\(folder)/app/tap/1.2.0.yaml", 0o644) == 0)
        }
        #expect(tree.titles.map(\.path) == ["app/tap", "b"])
        #expect(tree["app/tap"]?.current == nil && tree["app/tap"]?.versions.count == 1)
        let places = ["/app/tap/1.1.0.yaml:", "/app/tap/1.2.0.yaml:", "/app/tap/current.yaml:2:1:"]
        #expect(findings.map { $0.prefix { $0 != " " } } == places.map { $0[...] })
    }

    @Test func `a folder in the place of a version is a finding, and another form of the version is read`() throws {
        let (tree, findings) = try read(["a/1.0.0.yaml/notes.md": "", "a/1.0.0.json": "{}"])
        #expect(tree["a"]?.versions.map(\.version.description) == ["1.0.0"])
        #expect(findings.map { $0.prefix { $0 != " " } } == ["/a/1.0.0.yaml:"])
    }

    @Test(arguments: [
        ("1.0.0", "1.0.0"), ("/a/b/2.11.3", "2.11.3"), ("/a/b/2.11.3#", "2.11.3"), ("/a/1.0.0.yaml", "1.0.0"),
    ])
    func `a version is read at the end of an id`(id: String, version: String) {
        #expect(SemanticVersion(endOf: id)?.description == version)
    }

    @Test(arguments: [
        "", "1", "1.0", "1.0.0.0", "01.0.0", "1.0.0-beta", "1.0.99999999999999999999", "/a/latest", "1.0.0/",
    ])
    func `other texts are not versions`(text: String) {
        #expect(SemanticVersion(endOf: text) == nil)
    }
}
