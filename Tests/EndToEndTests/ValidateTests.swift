import EventCatalog
import EventPlatform
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@Suite(.waitLimit) struct ValidateTests {
    static let schemas = Checkout.file("Schemas").path

    static func verdicts(_ result: Child.Result) throws -> [JSONValue] {
        try result.output.split(separator: "\n").map { try JSONValue(parsing: $0) }
    }

    @Test func `validate prints a verdict for each line, in order, with the places of its errors`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let good = SendTests.event(1)
        let bad = good.split(separator: "timeout").joined(separator: String(repeating: "x", count: 65))
        let file = try folder.write(
            good + "not json\n\n" + bad + #"{"$schema":"/no/such/1.0.0","meta":{"stream":"s"}}"# + "\n[]\n",
            to: "events.ndjson")
        let result = try await Child.run("eventctl", ["validate", file, "--schemas", Self.schemas, "--fill"])
        #expect(result.status == 1)
        let verdicts = try Self.verdicts(result)
        #expect(verdicts.map { $0["line"]?.number?.int64 } == [1, 2, 4, 5, 6])
        #expect(verdicts.map { $0["valid"] } == [true, false, false, false, false])
        let error = try #require(verdicts[2]["errors"]?.array?.first)
        #expect(error["instanceLocation"] == "/action")
        #expect(error["keywordLocation"] == "/properties/action/maxLength")
        #expect(error["message"]?.string?.contains("64") == true)
    }

    @Test func `validate names the file of each verdict and error, and ends with a summary`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let good = try folder.write(SendTests.event(1) + SendTests.event(2), to: "good.ndjson")
        let bad = try folder.write("\n[]\n", to: "bad.ndjson")
        let result = try await Child.run(
            "eventctl", ["validate", "--schemas", Self.schemas, "--fill", "--", good, bad])
        #expect(result.status == 1)
        let verdicts = try Self.verdicts(result)
        #expect(verdicts.map { $0["file"]?.string } == [good, good, bad])
        #expect(result.errors.contains("\(bad):2: an event must be an object"), "\(result.errors)")
        #expect(result.errors.hasSuffix("2 files, 3 events: 2 valid, 1 invalid\n"), "\(result.errors)")
        let swallowed = try await Child.run("eventctl", ["validate", "--fill", "--schemas", Self.schemas, good, bad])
        #expect(swallowed.output == result.output, "files after --schemas are files")
    }

    @Test func `--fill adds every field that the intake adds`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let title = folder.file("Schemas/test/web")
        try FileManager.default.createDirectory(at: title, withIntermediateDirectories: true)
        try Data(
            #"""
            $id: /test/web/1.0.0
            $schema: http://json-schema.org/draft-07/schema#
            title: test/web
            type: object
            required: [$schema, meta, http]
            properties:
              $schema: {type: string}
              meta:
                type: object
                required: [stream, dt, id, request_id]
                properties: {stream: {type: string}, dt: {type: string}, id: {type: string}, request_id: {type: string}}
              http:
                type: object
                required: [client_ip, request_headers]
                properties:
                  client_ip: {type: string}
                  request_headers: {type: object, properties: {user-agent: {type: string}}}
            """#.utf8
        ).write(to: title.appendingPathComponent("1.0.0.yaml"))
        let input = Data(#"{"$schema": "/test/web/1.0.0", "meta": {"stream": "s"}}"#.utf8)
        let arguments = ["validate", "-", "--schemas", folder.path("Schemas")]
        let filled = try await Child.run("eventctl", arguments + ["--fill"], input: input)
        #expect(filled.status == 0, "\(filled.output)\(filled.errors)")
        let asItIs = try await Child.run("eventctl", arguments, input: input)
        #expect(asItIs.status == 1 && asItIs.errors.contains("http"), "\(asItIs.errors)")
    }

    @Test func `without --fill an event without the intake's fields is invalid`() async throws {
        let input = Data(SendTests.event(1).utf8)
        let filled = try await Child.run(
            "eventctl", ["validate", "--schemas", Self.schemas, "-", "--fill"], input: input)
        #expect(filled.status == 0, "\(filled.output)\(filled.errors)")
        let asItIs = try await Child.run("eventctl", ["validate", "-", "--schemas", Self.schemas], input: input)
        #expect(asItIs.status == 1)
        let error = #":1: /meta: the property "dt" is missing; an intake adds it, and --fill does so here"#
        #expect(asItIs.errors.contains(error), "\(asItIs.errors)")
    }

    @Test func `a property that an intake does not add is missing without a hint`() async throws {
        let event = #"{"$schema": "/analytics/product_metrics/app/base/1.3.0", "meta": {"stream": "s"}}"#
        let input = Data(event.utf8)
        let result = try await Child.run("eventctl", ["validate", "-", "--schemas", Self.schemas], input: input)
        #expect(result.errors.contains("the property \"action\" is missing\n"), "\(result.errors)")
        #expect(result.errors.components(separatedBy: "--fill").count == 2, "\(result.errors)")
    }

    @Test func `a misspelt property is one error, with the name that was meant`() async throws {
        let input = Data(SendTests.event(1).replacing("\"action\"", with: "\"acton\"").utf8)
        let result = try await Child.run(
            "eventctl", ["validate", "-", "--schemas", Self.schemas, "--fill"], input: input)
        #expect(
            result.errors.contains(#"/acton: the schema does not have this property; did you mean "action"?"#),
            "\(result.errors)")
        #expect(!result.errors.contains("is missing"), "\(result.errors)")
    }

    @Test func `the schemas compiled into the client equal those of the repository`() async throws {
        let repository = try SchemaRepository(roots: [Self.schemas])
        for (id, text) in BaseSchemas.documents {
            let document = try #require(repository[id]?.document, "\(id)")
            #expect(
                try JSONValue(parsing: text) == Self.withoutProse(document), "\(id): compile the changed file in again")
        }
    }

    /// A schema without the descriptions and examples that its validation does not need.
    private static func withoutProse(_ schema: JSONValue) -> JSONValue {
        guard let object = schema.object else { return schema }
        let kept = object.filter { $0.name != "description" && $0.name != "examples" }
        return .object(
            JSONObject(
                kept.map { name, value in
                    guard name == "properties", let properties = value.object else {
                        return (name, withoutProse(value))
                    }
                    return (name, .object(JSONObject(properties.map { ($0, withoutProse($1)) })))
                }))
    }

    @Test func `bowtie responds to start, dialect, run and stop`() async throws {
        let requests = """
            {"cmd":"start","version":1}
            {"cmd":"dialect","dialect":"http://json-schema.org/draft-07/schema#"}
            {"cmd":"run","seq":7,"case":{"description":"c","schema":{"multipleOf":0.01},"tests":[{"description":"t","instance":19.99},{"description":"u","instance":0.001}]}}
            {"cmd":"stop"}
            """
        let result = try await Child.run("eventctl", ["bowtie"], input: Data(requests.utf8))
        #expect(result.status == 0, "\(result.errors)")
        let responses = try Self.verdicts(result)
        #expect(responses.count == 3)
        #expect(responses[0]["version"] == 1)
        #expect(responses[1] == ["ok": true])
        #expect(responses[2] == ["seq": 7, "results": [["valid": true], ["valid": false]]])
    }
}
