import EventCatalog
import EventCatalogTesting
import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@Suite struct CatalogPlatformTests {
    private static let stream = "app.tea:\n  schema_title: tea/brew\n"

    private static let schema = """
        title: tea/brew
        $id: /tea/brew/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        additionalProperties: false
        properties:
          $schema: {type: string}
          meta: {type: object}
          dt: {type: string}
          action: {type: string}
          minutes: {type: integer, minimum: 1}
        """

    /// A folder with `Streams/app.yaml` and a schema below `Schemas/`.
    private static func withFolder(
        stream: String = stream, schema: String? = schema, schemaFile: String = "1.0.0.yaml",
        _ body: (TemporaryFolder) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for name in ["Streams", "Schemas/tea/brew", "Tests/AppTests"] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
        }
        try folder.write(stream, to: "Streams/app.yaml")
        if let schema { try folder.write(schema, to: "Schemas/tea/brew/\(schemaFile)") }
        try await body(folder)
    }

    private static func brew(minutes: Int, on platform: TestPlatform) {
        platform.client.submitInteraction(
            stream: "app.tea", schema: "/tea/brew/1.0.0", action: "brew",
            interactionData: .init(fields: ["minutes": .number(minutes)]))
    }

    @Test func `streams and schemas above the path of a test are those of its platform`() async throws {
        try await Self.withFolder { folder in
            let platform = try TestPlatform(catalogNear: folder.path("Tests/AppTests/TeaTests.swift"))
            await platform.loadConfigurations()
            Self.brew(minutes: 3, on: platform)
            #expect(await platform.sentEvents().map { $0["minutes"] } == [3])
            #expect(platform.client.ledger["app.tea"].unvalidated == 0)
        }
    }

    @Test func `folders that a project names are read, with a stream that lists its own attribute`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for name in ["config/streams", "models/tea/brew", "Tests"] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
        }
        let attribute = "{field: minutes, type: integer, sensitivity: low}"
        try folder.write(
            "streams: config/streams\nschemas: [models]\nattributes: {minutes: \(attribute)}\n", to: "Project.yaml")
        let client = "producers: {metrics_platform_client: {provide_values: [minutes]}}"
        try folder.write("\(Self.stream)  \(client)\n", to: "config/streams/app.yaml")
        try folder.write(Self.schema, to: "models/tea/brew/1.0.0.yaml")
        let platform = try TestPlatform(catalogNear: folder.path("Tests/TeaTests.swift"))
        await platform.loadConfigurations()
        Self.brew(minutes: 4, on: platform)
        await platform.expectEvent(stream: "app.tea", ["minutes": 4])
    }

    @Test func `a schema as JSON is read too`() async throws {
        let schema = """
            {"title": "tea/brew", "$id": "/tea/brew/1.0.0", "$schema": "http://json-schema.org/draft-07/schema#",
             "type": "object", "properties": {"minutes": {"type": "integer", "minimum": 1}}}
            """
        try await Self.withFolder(schema: schema, schemaFile: "1.0.0.json") { folder in
            let platform = try TestPlatform(catalogNear: folder.url.path)
            await platform.loadConfigurations()
            Self.brew(minutes: 0, on: platform)
            #expect(await platform.droppedEvents().map(\.reason) == [.invalid])
        }
    }

    @Test func `an event that the schema refuses is among the dropped events with its place`() async throws {
        try await Self.withFolder { folder in
            let platform = try TestPlatform(catalogNear: folder.url.path)
            await platform.loadConfigurations()
            Self.brew(minutes: 0, on: platform)
            let drops = await platform.droppedEvents()
            #expect(drops.map(\.stream) == ["app.tea"])
            #expect(drops.map(\.reason) == [.invalid])
            #expect(drops.first?.detail?.contains("/minutes") == true)
            #expect(drops.first?.event?["minutes"] == 0)
            #expect(await platform.sentEvents().isEmpty)
        }
    }

    @Test func `a mistake in a file is thrown with file, line, column and remedy`() async throws {
        let stream = Self.stream + "  sample: {unit: planet, rate: 1}\n"
        try await Self.withFolder(stream: stream) { folder in
            let error = #expect(throws: CatalogError.self) { try TestPlatform(catalogNear: folder.url.path) }
            let path = folder.url.standardizedFileURL.path
            #expect(
                error?.description.hasPrefix("\(path)/Streams/app.yaml:3:12: sample.unit") == true
            )
        }
    }

    @Test func `without a folder of streams the error names where it was looked for`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let error = #expect(throws: CatalogNotFound.self) { try TestPlatform(catalogNear: folder.path("Tests")) }
        #expect(error?.path == folder.path("Tests"))
    }
}
