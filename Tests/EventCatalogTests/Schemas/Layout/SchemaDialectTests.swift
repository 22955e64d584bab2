import CatalogTestSupport
import EventSchema
import Testing

@testable import EventCatalog

/// The setting `schemaDialects`, and whom it concerns.
@Suite struct SchemaDialectTests {
    private static let version = """
        title: a
        $id: /a/1.0.0
        $schema: https://json-schema.org/draft/2020-12/schema
        dependentRequired: {x: [y]}

        """

    private func settings(_ text: String) throws -> SchemaToolsSettings {
        let document = try SourceDocument(bytes: Array(text.utf8), file: "settings.yaml")
        return try SchemaToolsSettings(document)
    }

    @Test func `without the setting, draft 7 alone is allowed`() throws {
        #expect(try settings("contentTypes: [yaml]\n").schemaDialects == [.draft7])
    }

    @Test func `dialects are named as they are called`() throws {
        let settings = try settings("schemaDialects: [draft-07, 2019-09, 2020-12]\n")
        #expect(settings.findings.isEmpty)
        #expect(settings.schemaDialects == [.draft7, .draft201909, .draft202012])
    }

    @Test(arguments: ["[]", "[draft-04]", "[2020-12, draft-08]", "2020-12", "[2020]", "null", ""])
    func `another value is a finding at its place, and has no effect`(value: String) throws {
        let settings = try settings("contentTypes: [yaml]\nschemaDialects: \(value)\n")
        #expect(settings.schemaDialects == [.draft7])
        #expect(settings.findings.map(\.place) == ["schema-tools-setting 2:1"])
        let problem = "“schemaDialects” must be a list of draft-07, 2019-09, 2020-12."
        #expect(settings.findings.first?.problem == problem)
    }

    @Test func `tools take a dialect that the settings allow, and the intake does not`() throws {
        let files = ["a/1.0.0.yaml": Self.version, ".jsonschema-tools.yaml": "schemaDialects: [2020-12]\n"]
        try withFiles(files) { folder in
            let tools = try SchemaRepository(forToolsIn: [folder])
            let schema = try #require(tools["/a/1.0.0"]?.schema)
            #expect(schema.dialect == .draft202012)
            #expect(schema.isValid(["x": 1, "y": 2]) && !schema.isValid(["x": 1]))
            let intake = try SchemaRepository(roots: [folder], isStrict: false)
            #expect(intake["/a/1.0.0"] == nil)
            #expect(intake.findings.map(\.place) == ["invalid-schema 3:1"])
        }
    }

    @Test func `settings that cannot be read make no schema one of an unknown dialect`() throws {
        try withFiles(["a/1.0.0.yaml": Self.version, ".jsonschema-tools.yaml": "schemaDialects: [2020-12\n"]) {
            folder in
            let tools = try SchemaRepository(forToolsIn: [folder])
            #expect(tools.findings.isEmpty && tools["/a/1.0.0"]?.schema.dialect == .draft202012)
        }
    }

    @Test func `the mistake of a schema that is missing is known`() throws {
        try withFiles(["a/1.0.0.yaml": "title: a\n$id: /a/1.0.0\n$ref: '#/x'\n"]) { folder in
            let tools = try SchemaRepository(forToolsIn: [folder])
            #expect(tools.mistake(inSchema: "//a/1.0.0")?.problem.contains("#/x leads nowhere") == true)
            #expect(tools.mistake(inSchema: "/b/1.0.0") == nil)
        }
    }

    @Test func `without the setting, tools do not take it either`() throws {
        try withFiles(["a/1.0.0.yaml": Self.version, ".jsonschema-tools.yaml": "contentTypes: [yaml]\n"]) { folder in
            let tools = try SchemaRepository(forToolsIn: [folder])
            #expect(tools.findings.map(\.place) == ["invalid-schema 3:1"])
        }
    }
}
