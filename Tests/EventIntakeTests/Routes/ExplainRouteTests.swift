import EventCatalog
import EventSchema
import EventStreams
import TestSupport
import Testing

@testable import EventIntake

/// `POST /explain` with a tool that repeats what it was asked.
@Suite(.waitLimit) struct ExplainRouteTests {
    private static func withTool(_ body: @escaping @Sendable (Client) async throws -> Void) async throws {
        try await TestWorkspace.open(configure: { $0.tools.explain = repeating }, body)
    }

    @Sendable private static func repeating(
        _ question: EventQuestion, _ streams: StreamConfigurations?, _ schemas: SchemaRepository
    ) -> JSONObject {
        var object: JSONObject = ["stream": .string(question.stream), "attributes": .object(question.attributes)]
        object["device"] = question.device.map(JSONValue.string)
        object["event"] = question.event
        object["refusal"] = question.refusal.map(JSONValue.string)
        object["streams"] = .number(streams?.count ?? -1)
        object["schemas"] = .number(schemas.versions.count)
        return object
    }

    @Test func `what is known of an event is read, and what is served is given`() async throws {
        try await Self.withTool { client async throws in
            let body = #"{"stream":"a.b","device":"D","attributes":{"page_id":5},"session":null}"#
            let response = try await client.post(body, to: "/explain")
            #expect(response.status == 200 && response.headers["cache-control"] == "no-store")
            let asked = response.json
            #expect(asked["stream"] == "a.b" && asked["device"] == "D" && asked["attributes"] == ["page_id": 5])
            #expect(asked["event"] == nil && asked["intake"] == nil)
            #expect(asked["streams"] == 1 && (asked["schemas"]?.number?.int64 ?? 0) > 0)
        }
    }

    /// Fails when an event of another stream is judged by its schema, or the event is stored.
    @Test func `an event of the stream comes with the verdict of the intake, and is not stored`() async throws {
        try await Self.withTool { client async throws in
            func explain(_ more: String, _ beside: String = "") async throws -> JSONValue {
                try await client.post(#"{\#(beside)"event":\#(TestWorkspace.event(more))}"#, to: "/explain").json
            }
            let valid = try await explain("")
            #expect(valid["stream"] == "a.stream" && valid["intake"] == ["status": "accepted", "context": .null])
            let invalid = try await explain(#","number":"x""#)
            #expect(invalid["intake"]?["status"] == "invalid")
            #expect(invalid["refusal"]?.string?.contains("number") == true)
            let other = try await explain(#","number":"x""#, #""stream":"a.other","#)
            #expect(other["stream"] == "a.other" && other["intake"] == nil && other["refusal"] == nil)
            #expect(try await client.get("/events").json["events"] == [])
        }
    }

    @Test(
        arguments: [
            ("[]", "must be an object"), (#"{"strem":"a"}"#, "There is no “strem”"), ("{", "cannot be read"),
            (#"{"device":"d"}"#, "must have stream"), (#"{"stream":"a","session":5}"#, "“session” must be a text"),
            (#"{"stream":"a","event":"x"}"#, "“event” must be an object"),
        ])
    func `a body with a mistake gets 400`(body: String, reason: String) async throws {
        try await Self.withTool { client async throws in
            let response = try await client.post(body, to: "/explain")
            #expect(response.status == 400 && response.json["detail"]?.string?.contains(reason) == true)
        }
    }

    @Test func `the endpoint needs a tool, and a page of the intake`() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(#"{"stream":"a"}"#, to: "/explain").status == 404)
        }
        try await Self.withTool { client async throws in
            let foreign = ["Origin": "https://evil.example"]
            #expect(try await client.post(#"{"stream":"a"}"#, to: "/explain", headers: foreign).status == 403)
            let paths = try await client.get("/openapi.json").json["paths"]
            #expect(paths?["/explain"]?["post"]?["responses"]?["400"] != nil)
        }
    }
}
