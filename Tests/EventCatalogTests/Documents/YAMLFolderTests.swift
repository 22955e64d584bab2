import EventCatalog
import Testing

@Suite struct YAMLFolderTests {
    @Test(
        arguments: [
            ("b.json", ["unread-file b.json"]), ("b.YAML", ["unread-file b.YAML"]), ("b.Yml", ["unread-file b.Yml"]),
            ("more/b.yaml", ["unread-file more"]), ("b.yml", []), ("README.md", []), (".hidden.json", []),
            (".git/b.yaml", []), ("yaml", []),
        ])
    func `a file or folder that seems meant to be read and is not is a finding`(name: String, expected: [String]) throws
    {
        #expect(try streamFindings(["a.yaml": tapStream(), name: "t:\n  schema_title: app/tap\n"]) == expected)
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
}
