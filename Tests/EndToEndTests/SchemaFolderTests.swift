import TestSupport
import Testing

/// The ways to name one repository of schemas.
@Suite(.waitLimit) struct SchemaFolderTests {
    @Test func `the folder of a project, however it is named, is checked as its folder Schemas`() async throws {
        try await TapSchemas.with { schemas in
            try schemas.write(TapSchemas.new.replacing("128", with: "64"), to: "current.yaml")
            let expected = try await schemas.check()
            #expect(expected.output.contains("Schemas/app/tap/1.1.0.yaml"), "\(expected)")
            for name in [".", "Schemas", "Schemas/..", "./Schemas/"] {
                let result = try await schemas.check(name)
                #expect(result.output.replacing("Schemas/../", with: "") == expected.output, "\(name)")
                #expect(result.status == expected.status)
            }
        }
    }

    @Test func `a new schema is written into the folder Schemas of the project that is named`() async throws {
        try await TapSchemas.with { schemas in
            let result = try await schemas.run("new", "app/page", "--schemas", ".")
            #expect(result.output.hasPrefix("wrote Schemas/app/page/current.yaml\n"), "\(result)")
        }
    }

    @Test func `a site in place of a folder is wrong usage`() async throws {
        try await TapSchemas.with { schemas in
            let result = try await schemas.check("https://schemas.example.org=Schemas")
            #expect(result.status == 64 && result.errors.contains("'https://schemas.example.org=Schemas'"), "\(result)")
        }
    }
}
