import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import Testing

@Suite struct YAMLFolderTests {
    @Test(
        arguments: [
            ("b.json", ["unread-file b.json"]), ("b.YAML", ["unread-file b.YAML"]), ("b.Yml", ["unread-file b.Yml"]),
            ("more/b.yaml", ["unread-file more"]), ("b.yml", []), ("README.md", []),
            ("b.yaml.txt", ["unread-file b.yaml.txt"]), ("b.YML.orig", ["unread-file b.YML.orig"]),
            ("b.json.txt", []), ("b.yamlish", []), ("notes.txt", []), (".hidden.json", []),
            (".git/b.yaml", []), ("yaml", []),
        ])
    func `an unread file or folder with a name like a read one is a finding`(name: String, expected: [String]) throws {
        #expect(try streamFindings(["a.yaml": tapStream(), name: "t:\n  schema_title: app/tap\n"]) == expected)
    }

    @Test(
        arguments: [
            ("b.yaml.txt", "Rename it to “b.yaml”."), ("b.c.YAML", "Rename it to “b.c.yaml”."),
            ("b.json", "Rename it to “b.yaml”. JSON is YAML too."),
            ("a.yaml.orig", "Remove it, or move it to another folder."),
        ])
    func `the right name of an unread file is its remedy, unless another file has it`(
        name: String, remedy: String
    ) throws {
        let found = try streamFindings(["a.yaml": tapStream(), name: "{}"], \.remedy)
        #expect(found == ["\(remedy) \(name)"])
    }

    @Test func `a folder with nothing to read names what is not read`() throws {
        #expect(
            try streamFindings(["b.json": "{}"]).map { $0.split(separator: " ").first } == [
                "unreadable-file", "unread-file",
            ])
    }

    @Test func `a folder that ends like a file is unreadable`() throws {
        let found = try streamFindings(["a.yaml": tapStream(), "b.yaml/c.yaml": tapStream()])
        #expect(found == ["unreadable-file b.yaml"])
    }

    @Test func `a folder of an older commit that has a folder in it can be compared`() throws {
        try withFiles(["a.yaml": tapStream(), "old/b.yaml": tapStream()]) { folder in
            #expect(throws: Never.self) { _ = try StreamSnapshot(directory: folder) }
        }
        _ = try withFiles(["a.yaml": tapStream(), "b.yaml": "t: [\n"]) { folder in
            #expect(throws: CatalogError.self) { _ = try StreamSnapshot(directory: folder) }
        }
    }
}
