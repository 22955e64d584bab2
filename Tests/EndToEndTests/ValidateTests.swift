import EventCatalog
import EventPlatform
import EventSchema
import Foundation
import TestSupport
import Testing

@Suite struct ValidateTests {
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

    @Test func `without --fill an event without the intake's fields is invalid`() async throws {
        let input = Data(SendTests.event(1).utf8)
        let filled = try await Child.run(
            "eventctl", ["validate", "--schemas", Self.schemas, "-", "--fill"], input: input)
        #expect(filled.status == 0, "\(filled.output)\(filled.errors)")
        let asItIs = try await Child.run("eventctl", ["validate", "-", "--schemas", Self.schemas], input: input)
        #expect(asItIs.status == 1)
        #expect(asItIs.output.contains("dt"))
    }

    @Test func `the schemas compiled into the client equal those of the repository`() async throws {
        let repository = try SchemaRepository(roots: [Self.schemas])
        for (id, text) in BuiltInSchemas.documents {
            let document = try #require(repository[id.path]?.document, "\(id)")
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

    @Test func `bowtie answers start, dialect, run and stop`() async throws {
        let requests = """
            {"cmd":"start","version":1}
            {"cmd":"dialect","dialect":"http://json-schema.org/draft-07/schema#"}
            {"cmd":"run","seq":7,"case":{"description":"c","schema":{"multipleOf":0.01},"tests":[{"description":"t","instance":19.99},{"description":"u","instance":0.001}]}}
            {"cmd":"stop"}
            """
        let result = try await Child.run("eventctl", ["bowtie"], input: Data(requests.utf8))
        #expect(result.status == 0, "\(result.errors)")
        let answers = try Self.verdicts(result)
        #expect(answers.count == 3)
        #expect(answers[0]["version"] == 1)
        #expect(answers[1] == ["ok": true])
        #expect(answers[2] == ["seq": 7, "results": [["valid": true], ["valid": false]]])
    }
}
