import EventSchema
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `eventctl` on a schema whose first version is of draft 7, and whose second is of draft 2020-12.
@Suite(.waitLimit) struct LaterDialectTests {
    private static let title = "Schemas/app/tap"

    private static func schema(_ version: String, _ dialect: String, _ more: String) -> String {
        """
        title: app/tap
        $id: /app/tap/\(version)
        $schema: \(dialect)
        type: object
        properties:
          $schema: {type: string, description: Path and version of this schema., maxLength: 99}
          meta: {type: object, description: The envelope., properties: {stream: {type: string, maxLength: 99}}}
          position:
            type: array
            maxItems: 2
            description: Where it was.
        \(more)

        """
    }

    private static let first = schema(
        "1.0.0", "https://json-schema.org/draft-07/schema#", "    items: {type: number, minimum: 0, maximum: 9}")
    private static let second = schema(
        "2.0.0", "https://json-schema.org/draft/2020-12/schema",
        """
            prefixItems: [{$ref: '#/$defs/x', maximum: 9}, {type: number, minimum: 0, maximum: 7}]
            items: false
        $defs: {x: {type: number, minimum: 0, maximum: 99}}
        unevaluatedProperties: false
        """)

    private static func with(
        settings: String, _ body: (TemporaryFolder, ([String]) async throws -> Child.Result) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for name in [title, "Streams"] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
        }
        try folder.write("contentTypes: [yaml]\n" + settings, to: "Schemas/.jsonschema-tools.yaml")
        try folder.write(first, to: "\(title)/1.0.0.yaml")
        try folder.write(second, to: "\(title)/current.yaml")
        try folder.write("app.tap:\n  schema_title: app/tap\n", to: "Streams/app.yaml")
        try await body(folder) { try await Child("eventctl", $0, directory: folder.url).result() }
    }

    private static func event(_ version: String, _ more: String) -> String {
        #"{"$schema":"/app/tap/\#(version)","meta":{"stream":"app.tap"},\#(more)}"#
    }

    @Test func `the tools take a version that the settings allow, and the intake refuses its events`() async throws {
        try await Self.with(settings: "schemaDialects: [draft-07, 2020-12]\n") { folder, run in
            let made = try await run(["schemas", "materialize"])
            #expect(made.status == 0, "\(made.output)\(made.errors)")
            let checked = try await run(["check", "--format", "json"])
            let rules = try #require(try JSONValue(parsing: checked.output)["findings"]?.array).map { $0["rule"] }
            #expect(rules.contains("dialect-beyond-intake") && !rules.contains("schema-is-valid"))
            let compared = try await run(["schemas", "diff", "app/tap", "1.0.0", "2.0.0"])
            #expect(compared.output.contains("the dialect is now https://json-schema.org/draft/2020-12/schema"))
            let events = [
                Self.event("1.0.0", #""position":[1,8]"#), Self.event("2.0.0", #""position":[1,7]"#),
                Self.event("2.0.0", #""position":[1,8]"#), Self.event("2.0.0", #""position":[10]"#),
                Self.event("2.0.0", #""other":1"#),
            ]
            try folder.write(events.joined(separator: "\n"), to: "events.ndjson")
            let verdicts = try ValidateTests.verdicts(try await run(["validate", "events.ndjson"]))
            #expect(verdicts.map { $0["valid"] } == [true, true, false, false, false])
            #expect(try await Self.statuses(of: events.prefix(2), folder) == [201, 500])
        }
    }

    @Test func `without the setting, it is refused with its line`() async throws {
        try await Self.with(settings: "") { _, run in
            for command in [["schemas", "materialize"], ["check"]] {
                let result = try await run(command)
                let problem = "current.yaml:3:1: error: “https://json-schema.org/draft/2020-12/schema” is not draft 7"
                #expect(result.status == 1 && result.output.contains(problem), "\(result.output)")
            }
        }
    }

    /// The statuses that an intake on the folder responds with, to each event.
    private static func statuses(of events: some Sequence<String>, _ folder: TemporaryFolder) async throws -> [Int] {
        let roots = ["--streams", folder.path("Streams"), "--schemas", folder.path("Schemas")]
        let server = try await Server.start(store: folder.path("intake.sqlite"), roots)
        var statuses: [Int] = []
        for event in events {
            var request = URLRequest(url: try #require(URL(string: "\(server.url)/v1/events")))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(event.utf8)
            let (_, response) = try await URLSession.shared.data(for: request)
            statuses.append((response as? HTTPURLResponse)?.statusCode ?? 0)
        }
        await server.stop()
        return statuses
    }
}
