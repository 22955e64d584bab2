import CatalogTestSupport
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog

@Suite struct SchemaRepositoryTests {
    private func schema(_ title: String, _ version: String, _ more: String = "") -> String {
        "title: \(title)\n$id: /\(title)/\(version)\n$schema: 'https://json-schema.org/draft-07/schema#'\ntype: "
            + "object\n\(more)"
    }

    @Test func `a thousand schemas with references are compiled`() throws {
        var files: [String: String] = [:]
        for number in 0..<1000 {
            let (title, version) = ("many/t\(number / 5)", "1.\(number % 5).0")
            let name = number % 5 == 0 ? "type: string" : "$ref: /\(title)/1.0.0#/properties/name"
            files["\(title)/\(version).yaml"] = schema(title, version, "properties:\n  name:\n    \(name)\n")
        }
        try withFiles(files) { folder in
            let repository = try SchemaRepository(roots: [folder])
            #expect(
                repository.versions.count == 1000 && repository.titles.filter { $0.hasPrefix("many/") }.count == 200)
            let latest = try #require(repository["/many/t7/latest"])
            #expect(latest.uri == "/many/t7/1.4.0")
            #expect(latest.schema.isValid(["name": "x"]) && !latest.schema.isValid(["name": 1]))
        }
    }

    @Test func `the folder of a project stands for its folder Schemas`() throws {
        try withFiles(["Schemas/app/tap/1.0.0.yaml": schema("app/tap", "1.0.0"), "notes/1.0.0.yaml": "["]) { folder in
            let repository = try SchemaRepository(roots: [folder])
            #expect(repository["/app/tap/1.0.0"] != nil)
            #expect(CatalogFolders(schemaRoots: ["\(folder)/"]).schemaRoots == ["\(folder)/Schemas"])
        }
    }

    @Test func `a root without schemas is an error`() throws {
        try withFiles(["notes.txt": "x"]) { folder in
            let error = #expect(throws: CatalogError.self) { try SchemaRepository(roots: [folder], isStrict: false) }
            let messages = error?.findings.map { "\($0.location.file) \($0.problem)" }
            #expect(messages == ["\(folder) There are no schema files."])
        }
    }

    @Test(arguments: [["t/1.0.0.yaml": "["], ["1.0.0.yaml": "title: t"]])
    func `a root all of whose schemas have mistakes has their findings`(files: [String: String]) throws {
        try withFiles(files) { folder in
            let repository = try SchemaRepository(roots: [folder], isStrict: false)
            let problems = repository.findings.map(\.problem)
            #expect(problems.count == 1 && !problems[0].contains("no schema files"), "\(problems)")
        }
    }

    private func findings(_ files: [String: String]) throws -> [String] {
        try withFiles(files) { folder in
            do {
                _ = try SchemaRepository(roots: [folder])
                return []
            } catch let error as CatalogError {
                return error.findings.map { $0.description.replacing(folder, with: "") }
            }
        }
    }

    @Test func `a version is found with every suffix, and below jsonschema/`() throws {
        let files = [
            "a/1.0.0.yaml": schema("a", "1.0.0"), "b/1.0.0.yml": schema("b", "1.0.0"), "c/1.0.0": schema("c", "1.0.0"),
            "d/1.0.0.json": #"{"title": "d", "$id": "/d/1.0.0"}"#, "jsonschema/e/f/2.1.0.yaml": schema("e/f", "2.1.0"),
        ]
        try withFiles(files) { folder in
            let repository = try SchemaRepository(roots: [folder])
            #expect(repository.versions.map(\.uri) == ["/a/1.0.0", "/b/1.0.0", "/c/1.0.0", "/d/1.0.0", "/e/f/2.1.0"])
            #expect(repository["/e/f/2.1.0#"]?.version == "2.1.0")
        }
    }

    @Test func `files that are not versions, such as current and latest, are not read`() throws {
        #expect(
            try findings([
                "a/1.0.0.yaml": schema("a", "1.0.0"), "a/1.0.0": "1.0.0.yaml", "a/current.yaml": ":", "a/latest": ":",
                "a/latest.yaml": ":", "README.md": ":", ".hidden/1.0.0.yaml": ":",
            ]).isEmpty)
    }

    @Test func `the first root that has a version wins`() throws {
        let files = [
            "1/a/1.0.0.yaml": schema("a", "1.0.0", "maxProperties: 1"), "2/a/1.0.0.yaml": schema("a", "1.0.0"),
        ]
        try withFiles(files) { folder in
            let repository = try SchemaRepository(roots: ["\(folder)/1", "\(folder)/2/"])
            #expect(repository["/a/1.0.0"]?.document["maxProperties"] == 1)
        }
    }

    @Test func `a reference to another file is resolved`() throws {
        let files = [
            "a/1.0.0.yaml": schema("a", "1.0.0", "allOf:\n  - $ref: /part/1.0.0#\n"),
            "part/1.0.0.yaml": schema("part", "1.0.0", "required: [x]\n"),
        ]
        try withFiles(files) { folder in
            let schema = try #require(try SchemaRepository(roots: [folder])["/a/1.0.0"]?.schema)
            #expect(schema.isValid(["x": 1]))
            #expect(!schema.isValid([:]))
        }
    }

    @Test func `every mistake in every file is reported with its location`() throws {
        let found = try findings([
            "a/1.0.0.yaml": "title: b\n$id: /a/1.0.1\ntype: object\n",
            "b/1.0.0.yaml": schema("b", "1.0.0", "properties:\n  x:\n    type: strng\n"),
            "c/1.0.0.yaml": "title: [\n",
            "d/1.0.0.json":
                "{\"title\": \"d\",\n \"$id\": \"/d/1.0.0\", \"properties\": {\"x\": {\"pattern\": \"(\"}}}",
        ])
        #expect(
            found.map { $0.prefix { $0 != " " } } == [
                "/a/1.0.0.yaml:1:1:", "/a/1.0.0.yaml:2:1:", "/b/1.0.0.yaml:7:5:", "/c/1.0.0.yaml:2:1:",
                "/d/1.0.0.json:2:53:",
            ])
        #expect(
            found.first == "/a/1.0.0.yaml:1:1: title is “b”; its path says “a”. Set title to “a”, or move the file.")
    }

    @Test(arguments: ["yaml", "json"])
    func `two forms of one version that differ are reported in the YAML file`(form: String) throws {
        let files = [
            ".jsonschema-tools.yaml": "contentTypes: [\(form)]\n", "a/1.0.0.yaml": schema("a", "1.0.0"),
            "a/1.0.0.json": #"{"title": "a", "$id": "/a/1.0.0"}"#,
        ]
        let text = "/a/1.0.0.yaml: Differs from /a/1.0.0.json, which is the same version. "
        #expect(try findings(files) == [text + "Make both say the same, or remove one."])
        try withFiles(files) { folder in
            let repository = try SchemaRepository(roots: [folder], isStrict: false)
            #expect(repository["/a/1.0.0"]?.file == "\(folder)/a/1.0.0.\(form)")
        }
    }

    @Test(arguments: [
        ("{}", "yaml"), ("contentTypes: [json]", "json"), ("contentTypes: [json, yaml]", "json"),
        ("contentTypes: [xml]", "yaml"), ("contentTypes: [", "yaml"),
    ])
    func `of several forms of a version, the one that the settings name first is read, as in the tree`(
        settings: String, ending: String
    ) throws {
        let json = #"{"title": "a", "$id": "/a/1.0.0", "$schema": "https://json-schema.org/draft-07/schema#","#
        let files = [
            ".jsonschema-tools.yaml": settings, "a/1.0.0.yaml": schema("a", "1.0.0"),
            "a/1.0.0.json": json + #" "type": "object"}"#,
        ]
        try withFiles(files) { folder in
            let version = try #require(try SchemaRepository(roots: [folder])["/a/1.0.0"])
            #expect(version.file == "\(folder)/a/1.0.0.\(ending)")
            guard settings != "contentTypes: [" else { return }
            let tree = try SchemaTree(directory: folder)
            #expect(tree["a"]?.versions.map(\.document.file) == [version.file])
        }
    }

    @Test func `a file is the current one by the name in the settings`() throws {
        let files = [".jsonschema-tools.yaml": "currentName: draft.yaml\n", "a/draft.yaml": schema("a", "1.0.0")]
        try withFiles(files) { folder in
            let repository = try SchemaRepository(roots: [folder])
            #expect(repository.findings.isEmpty)
            #expect(CatalogFolders(schemaRoots: [folder]).files().contains("\(folder)/a/draft.yaml"))
        }
    }

    @Test func `a missing root is reported`() {
        let error = #expect(throws: CatalogError.self) { try SchemaRepository(roots: ["/no/such/root"]) }
        #expect(error?.findings.map { "\($0.location)" } == ["/no/such/root"])
    }

    @Test func `suggestions are the versions of the title or of a similar one`() throws {
        try withFiles(["a/base/1.0.0.yaml": schema("a/base", "1.0.0"), "a/base/1.1.0.yaml": schema("a/base", "1.1.0")])
        {
            let repository = try SchemaRepository(roots: [$0])
            #expect(repository.suggestions(for: "/a/base/9.0.0") == ["/a/base/1.0.0", "/a/base/1.1.0"])
            #expect(repository.suggestions(for: "/a/bsae/1.0.0") == ["/a/base/1.0.0", "/a/base/1.1.0"])
            #expect(repository.suggestions(for: "/something/else/1.0.0").isEmpty)
        }
    }

    @Test(.needsCorpus)
    func `the repositories of the corpus load without findings`() throws {
        let roots = [Suites.schemasSecondary, Suites.schemasPrimary].compactMap { $0?.path }
        let repository = try SchemaRepository(roots: roots)
        #expect(repository.versions.count == 151)
    }
}
