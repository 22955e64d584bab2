import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct SchemaDirectoryTests {
    @Test(arguments: ["1.0.0.yaml", "1.0.0.yml"])
    func `a schema that a folder has only as YAML is missing, and the reason says what to do`(name: String) async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try FileManager.default.createDirectory(at: folder.file("my/own"), withIntermediateDirectories: true)
        try folder.write("title: my/own\n", to: "my/own/\(name)")
        let fetcher = SchemaFetcher(
            sources: [.directory(folder.url)], connection: TimeLimitedConnection(RecordingConnection()))
        guard case .missing(let reason) = await fetcher.fetch("/my/own/1.0.0") else {
            Issue.record("the schema is not missing")
            return
        }
        #expect(reason.contains("\(folder.path("my/own/\(name)")): Is YAML, which the client does not read."))
        #expect(reason.contains("set .repository(url); or write the schema as my/own/1.0.0.json"))
    }

    @Test func `a schema as JSON is found beside its YAML`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try FileManager.default.createDirectory(at: folder.file("my/own"), withIntermediateDirectories: true)
        try folder.write("title: my/own\n", to: "my/own/1.0.0.yaml")
        try folder.write(#"{"title": "my/own"}"#, to: "my/own/1.0.0.json")
        let fetcher = SchemaFetcher(
            sources: [.directory(folder.url)], connection: TimeLimitedConnection(RecordingConnection()))
        guard case .found(let schema) = await fetcher.fetch("/my/own/1.0.0") else {
            Issue.record("the schema is not found")
            return
        }
        #expect(schema.title == "my/own")
    }
}
