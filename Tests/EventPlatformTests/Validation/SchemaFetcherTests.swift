import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Schemas that refer to others, and schema folders with files out of order.
@Suite(.waitLimit) struct SchemaFetcherTests {
    private static let id: SchemaID = "/shop/1.0.0"

    /// Extends the base schema and a part of its own.
    private static let extending: JSONValue = [
        "title": "shop", "$id": "/shop/1.0.0",
        "allOf": [["$ref": "/analytics/product_metrics/app/base/1.3.0#/properties/agent"], ["$ref": "part/1.0.0#"]],
    ]
    /// Refers further, and back.
    private static let part: JSONValue = [
        "$id": "/shop/part/1.0.0", "properties": ["next": ["$ref": "/shop/1.0.0"]], "allOf": [["$ref": "/deep/1.0.0"]],
    ]
    private static let deep: JSONValue = ["maxProperties": 2]

    private static let documents: [SchemaID: JSONValue] = [
        id: extending, "/shop/part/1.0.0": part, "/deep/1.0.0": deep,
    ]

    private func fetcher(_ sources: [SchemaSource]) -> SchemaFetcher {
        SchemaFetcher(sources: sources, connection: TimeLimitedConnection(RecordingConnection()))
    }

    private func schema(_ result: SchemaFetcher.Result?) throws -> Schema {
        guard case .found(let schema)? = result else { throw Unexpected(result: "\(String(describing: result))") }
        return schema
    }

    private struct Unexpected: Error { let result: String }

    private func check(_ schema: Schema) {
        let agent: JSONValue = ["client_platform": "ios", "client_platform_family": "app"]
        #expect(schema.isValid(agent))
        #expect(!schema.isValid(["client_platform": 1, "client_platform_family": "app"]), "the base schema's agent")
        var large = agent.object ?? [:]
        large["app_theme"] = "a"
        #expect(!schema.isValid(.object(large)), "/deep/1.0.0")
    }

    private func withFolder(_ files: [String: String], _ body: (URL) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (name, text) in files { try folder.write(text, to: name) }
        try await body(folder.url)
    }

    @Test func `references between documents given in code and to the base schemas are resolved`() throws {
        check(try schema(fetcher([.documents(Self.documents)]).local(Self.id)))
    }

    @Test func `references between files of a folder are resolved`() async throws {
        let files = Dictionary(
            uniqueKeysWithValues: Self.documents.map { ("\($0.path.dropFirst()).json", $1.jsonText) })
        try await withFolder(files) { folder in
            check(try schema(await fetcher([.directory(folder)]).fetch(Self.id)))
        }
    }

    @Test func `references are looked up in every source`() async throws {
        let connection = RecordingConnection()
        connection.respond { request in
            guard request.url.path.hasSuffix("/deep/1.0.0") else { return NetworkResponse(status: 404) }
            return NetworkResponse(status: 200, body: Self.deep.jsonBytes)
        }
        let given: [SchemaID: JSONValue] = [Self.id: Self.extending]
        try await withFolder(["shop/part/1.0.0": Self.part.jsonText]) { folder in
            let sources: [SchemaSource] = [
                .documents(given), .directory(folder), .repository(URL(filePath: "/repository")),
            ]
            let fetcher = SchemaFetcher(sources: sources, connection: TimeLimitedConnection(connection))
            if let local = fetcher.local(Self.id) { Issue.record("the other sources were not asked: \(local)") }
            check(try schema(await fetcher.fetch(Self.id)))
        }
    }

    @Test func `a reference that no source has is named`() async throws {
        let fetcher = fetcher([.documents([Self.id: Self.extending])])
        guard case .missing(let reason)? = fetcher.local(Self.id) else {
            Issue.record("found")
            return
        }
        #expect(reason.contains("/shop/part/1.0.0"))
    }

    @Test func `a source of references that does not respond makes the schema unavailable`() async throws {
        let connection = RecordingConnection()
        connection.respond { request in
            if request.url.path.hasSuffix(Self.id.path) {
                return NetworkResponse(status: 200, body: Self.extending.jsonBytes)
            }
            return NetworkResponse(status: 503)
        }
        let fetcher = SchemaFetcher(
            sources: [.repository(URL(filePath: "/repository"))], connection: TimeLimitedConnection(connection))
        guard case .unavailable(let reason) = await fetcher.fetch(Self.id) else {
            Issue.record("not unavailable")
            return
        }
        #expect(reason.contains("503"))
    }

    @Test func `a file of a folder that is not JSON is named with its place, and its schema is missing`() async throws {
        try await withFolder(["shop/1.0.0.json": "{\n  \"title\": oops\n}"]) { folder in
            guard case .missing(let reason) = await fetcher([.directory(folder)]).fetch(Self.id) else {
                Issue.record("not missing")
                return
            }
            #expect(reason.hasPrefix("\(folder.path)/shop/1.0.0.json:2:12: Not JSON: "), "\(reason)")
        }
    }
}
