import CatalogTestSupport
import EventCatalog
import Testing

/// Files in a repository of schemas that are not versions.
@Suite struct UnreadSchemaFileTests {
    private static let schema = "title: app/pull\n$id: /app/pull/1.0.0\ntype: object\n"
    private static let stream = "s:\n  schema_title: app/tap\n"

    /// The remedies, for a repository with one version of `app/tap` and this file.
    private func remedies(_ name: String, _ text: String, title: String = "app/tap") throws -> [String] {
        let tap = "title: app/tap\n$id: /app/tap/1.0.0\ntype: object\n"
        let found = try check([
            "Schemas/app/tap/1.0.0.yaml": tap, "Schemas/\(name)": text,
            "Streams/a.yaml": "s:\n  schema_title: \(title)\n",
        ])
        return found.map { "\($0.rule.id): \($0.remedy)" }
    }

    @Test(
        arguments: [
            ("1.0.yaml", "Rename it to “1.0.0.yaml”."), ("v1.yaml", "Rename it to “1.0.0.yaml”."),
            ("1.0.0.yaml.txt", "Rename it to “1.0.0.yaml”."), ("1.2.JSON", "Rename it to “1.2.0.json”."),
            ("01.0.00.yaml", "Rename it to “1.0.0.yaml”."),
        ])
    func `a name that is almost a version has the version as its remedy`(name: String, remedy: String) throws {
        #expect(try remedies("app/pull/\(name)", Self.schema) == ["unread-file: \(remedy)"])
    }

    @Test func `a copy of a version is to be removed`() throws {
        let found = try remedies("app/tap/1.0.0.yaml.orig", Self.schema)
        #expect(found == ["unread-file: Remove it, or give it a version of its own."])
    }

    @Test(arguments: ["latest", "latest.yaml", "1.0.0-draft.yaml", "part.yaml", "README.md", "v1"])
    func `other files of a repository are in order`(name: String) throws {
        #expect(try remedies("app/pull/\(name)", Self.schema) == [])
    }

    @Test func `streams among the schemas are named, and a schema with such a property is in order`() throws {
        let found = try remedies("search.yaml", Self.stream)
        #expect(found == ["unread-file: Move the file to the folder of streams."])
        let property = "properties:\n  schema_title: {type: string}\n"
        #expect(try remedies("part.yaml", property) == [])
    }

    @Test func `the title of a folder without versions is not a misspelling of another`() throws {
        let found = try remedies("app/taps/1.0.yaml", Self.schema, title: "app/taps")
        #expect(found.first == "unread-file: Rename it to “1.0.0.yaml”.")
        #expect(found.last?.hasSuffix("app/taps whose name is a version, such as 1.0.0.yaml.") == true)
        let misspelt = try remedies("app/pull/current.yaml", Self.schema, title: "app/taps")
        #expect(misspelt.filter { $0.hasPrefix("unknown") } == ["unknown-schema-title: Did you mean “app/tap”?"])
    }

    @Test func `a strict reading takes a repository with an unread file`() throws {
        try withFiles(["app/pull/1.0.0.yaml": Self.schema, "app/pull/1.1.yaml": Self.schema]) { folder in
            let repository = try SchemaRepository(roots: [folder])
            #expect(repository.findings.map(\.rule.id) == ["unread-file"])
            #expect(repository["/app/pull/1.0.0"] != nil)
        }
    }
}
