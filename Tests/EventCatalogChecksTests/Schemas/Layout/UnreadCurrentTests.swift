import EventCatalog
import EventCatalogChecks
import EventSchemaTools
import Testing

/// What people edit and no version is made of.
@Suite struct UnreadCurrentTests {
    private static let schema = """
        title: a/b
        $id: /a/b/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        description: A thing.
        type: object
        properties:
          a: {type: string, maxLength: 3, description: An a.}

        """

    @Test(arguments: ["current.yml", "current.json", "Current.yaml"])
    func `a file that is named almost like the current one is a finding`(name: String) throws {
        let found = try check(["Schemas/a/b/\(name)": Self.schema, "Schemas/c/1.0.0.yaml": "title: c\n$id: /c/1.0.0\n"])
        let unread = found.filter { $0.rule.id == "unread-file" }
        #expect(unread.map { $0.location.file.hasSuffix("Schemas/a/b/\(name)") } == [true])
        #expect(unread.first?.remedy == "Rename it to “current.yaml”.")
    }

    @Test func `such a file beside the current one is not meant to be read`() throws {
        let found = try check(["Schemas/a/b/current.yaml": Self.schema, "Schemas/a/b/current.json": "{}"])
        #expect(!found.contains { $0.rule.id == "unread-file" })
    }

    @Test func `the name that the settings give is read`() throws {
        let found = try check([
            "Schemas/a/b/current.yml": Self.schema, "Schemas/.jsonschema-tools.yaml": "currentName: current.yml\n",
        ])
        #expect(!found.contains { $0.rule.id == "unread-file" })
    }

    /// A version cannot be changed once it is there: what the check would refuse is not written.
    @Test(arguments: ["http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft/2019-09/schema"])
    func `no version is made of a schema of another draft, unless the repository skips the case`(draft: String) throws {
        let schema = Self.schema.replacing("https://json-schema.org/draft-07/schema#", with: draft)
        let skip = "skipSchemaTestCases: {/a/b: [schema-is-valid]}\n"
        try withProject(["Schemas/a/b/current.yaml": schema]) { project in
            let made = Materialization(try SchemaTree(directory: "\(project.path)/Schemas"))
            #expect(made.titles.isEmpty && made.errors.map(\.rule.id) == ["schema-is-valid"])
            let errors = try project.report().findings.filter { $0.rule.severity == .error }
            #expect(project.lines(errors) == ["Schemas/a/b/current.yaml:3 schema-is-valid"])
            try project.write(skip, to: "Schemas/.jsonschema-tools.yaml")
            let skipped = Materialization(try SchemaTree(directory: "\(project.path)/Schemas"))
            #expect(skipped.titles.count == 1)
        }
    }

    @Test(arguments: [
        ("bool", "JSON Schema has no type “bool”.", "Did you mean “boolean”?"),
        ("Strng", "JSON Schema has no type “Strng”.", "Did you mean “string”?"),
        ("['null', int]", "JSON Schema has no type “int”.", "Did you mean “integer”?"),
        ("color", "JSON Schema has no type “color”.", "Write one of array, boolean, integer, null, number,"),
        (
            "string, maxLength: -1", "This is not a schema of draft 7 of JSON Schema: “maxLength” must be at least 0.",
            ""
        ),
    ]) func `no version is made of a schema that is none of draft 7, and the check says the same`(
        type: String, problem: String, remedy: String
    ) throws {
        let schema = Self.schema.replacing("a: {type: string, maxLength: 3", with: "a: {type: \(type)")
        try withProject(["Schemas/a/b/current.yaml": schema]) { project in
            let made = Materialization(try SchemaTree(directory: "\(project.path)/Schemas"))
            #expect(try made.write().paths.isEmpty)
            let finding = try #require(made.errors.first)
            #expect(finding.problem == problem && finding.remedy.hasPrefix(remedy), "\(finding.remedy)")
            #expect(project.lines(made.errors) == ["Schemas/a/b/current.yaml:7 schema-is-valid"])
            let checked = try project.report().findings.filter { $0.rule == .schemaIsValid }
            #expect(checked.map(\.problem) == [problem] && checked.map(\.remedy) == [finding.remedy])
        }
    }
}
