import EventIntake
import EventSchema
import Foundation
import Testing

/// What the intake does to an event before it judges it, and what it tells of the invalid.
@Suite struct FieldFillerTests {
    @Test("an id is a UUID of version 7, and of now") func timeBasedID() async throws {
        try await TestWorkspace.open { client async throws in
            let event = #"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream"}}"#
            #expect(try await client.post(event).status == 201)
            let id = try #require(try client.intake.store.events().first?.id)
            #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            let milliseconds = try #require(UInt64(id.filter { $0 != "-" }.prefix(12), radix: 16))
            #expect(abs(Double(milliseconds) / 1000 - Date().timeIntervalSince1970) < 60)
        }
    }

    @Test("dt is filled in for legacy schemas only", arguments: [("analytics/legacy/old", true), ("test", false)])
    func legacy(title: String, isFilled: Bool) async throws {
        try await TestWorkspace.open(prepare: {
            try $0.write(TestWorkspace.schema("analytics/legacy/old"), to: "Schemas/analytics/legacy/old/1.0.0.yaml")
            try $0.write("l.stream:\n  schema_title: analytics/legacy/old\n", to: "Streams/l.yaml")
        }) { client async throws in
            let stream = isFilled ? "l.stream" : "a.stream"
            let event = #"{"$schema":"/\#(title)/1.0.0","meta":{"stream":"\#(stream)"}}"#
            #expect(try await client.post(event).status == 201)
            #expect((try client.intake.store.events().first?.body["dt"] != nil) == isFilled)
        }
    }

    @Test("defaults of the schema are filled in") func defaults() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(TestWorkspace.event()).status == 201)
            #expect(try client.intake.store.events().first?.body["flavour"] == "plain")
        }
    }

    @Test(
        "the query gives what the event lacks",
        arguments: [
            (#"{"number":1}"#, "schema_uri=/test/1.0.0&stream=a.stream", 201),
            (#"{"number":1}"#, "%24schema=%2Ftest%2F1.0.0&stream=a.stream", 201),
            (TestWorkspace.event(), "schema_uri=/no/1.0.0&stream=none", 201),
            (#"{"$schema":"/test/1.0.0","meta":{"id":"x"}}"#, "stream=a.stream", 201),
            (#"{"$schema":"/test/1.0.0","meta":{"id":"x"}}"#, "stream=", 500),
            (#"{"number":1}"#, "stream=a.stream", 500),
        ])
    func query(event: String, query: String, status: Int) async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(event, to: "/v1/events?\(query)").status == status)
        }
    }

    @Test("the query's names can be chosen") func queryNames() async throws {
        try await TestWorkspace.open(configure: {
            $0.schemaParameters = ["s"]
            $0.streamParameters = ["t"]
        }) { client async throws in
            #expect(try await client.post(#"{"number":1}"#, to: "/v1/events?s=/test/1.0.0&t=a.stream").status == 201)
            #expect(
                try await client.post(#"{"n":1}"#, to: "/v1/events?schema_uri=/test/1.0.0&t=a.stream").status == 500)
        }
    }

    @Test("latest stands for the highest version, compared by number") func latest() async throws {
        try await TestWorkspace.open(prepare: {
            for version in ["1.9.0", "1.10.0"] {
                let required = version == "1.10.0" ? "minProperties: 3" : ""
                try $0.write(
                    TestWorkspace.schema("test", version: version, more: required), to: "Schemas/test/\(version).yaml")
            }
        }) { client async throws in
            let event = #"{"$schema":"/test/latest","meta":{"stream":"a.stream","id":"i"},"number":1}"#
            #expect(try await client.post(event).status == 201)
            #expect(try client.intake.store.events().first?.schema == "/test/1.10.0")
            #expect(try await client.get("/schemas/test/latest").json["$id"] == "/test/1.10.0")
        }
    }

    // MARK: - Error events

    private static let invalid = TestWorkspace.event(#","number":"one""#, id: "bad")

    @Test(
        "an invalid event is told of in the error stream of its service",
        arguments: [
            ("", nil, "eventgate-analytics-external"),
            ("  destination_event_service: eventgate-main\n", nil, "eventgate-main"),
            ("  destination_event_service: eventgate-main\n", "own", "own"),
        ])
    func errorEvent(setting: String, service: String?, expected: String) async throws {
        try await TestWorkspace.open(
            prepare: { try $0.write("a.stream:\n  schema_title: test\n" + setting, to: "Streams/a.yaml") },
            configure: {
                $0.service = service
            }
        ) { client async throws in
            #expect(try await client.post(Self.invalid, headers: ["X-Event-Test": "T"]).status == 400)
            let stored = try client.intake.store.events()
            #expect(stored.map(\.stream) == ["\(expected).error.validation"])
            #expect(stored.map(\.test) == ["T"])
            let event = try #require(stored.first?.body)
            #expect(event["$schema"] == "/error/2.1.0")
            #expect(event["emitter_id"] == .string(expected))
            #expect(event["error_type"] == "ValidationError")
            #expect(event["message"] == "'.number' should be integer")
            #expect(event["errored_stream_name"] == "a.stream")
            #expect(event["errored_schema_uri"] == "/test/1.0.0")
            #expect(event["meta"]?["domain"] == "unknown")
            let text = try #require(event["raw_event"]?.string)
            let raw = try JSONValue(parsing: text)
            #expect(raw["meta"]?["id"] == "bad")
        }
    }

    @Test("an error event satisfies the schema of our repository") func errorSchema() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(Fixture.event(action: String(repeating: "x", count: 65)))
            let event = try #require(try client.intake.store.events().first?.body)
            let schema = try Schema(try await client.get("/schemas/error/2.1.0").json, mode: .intake)
            #expect(schema.findings(in: event).isEmpty)
        }
    }

    @Test("what is refused beside the schema makes no error event") func noErrorEvent() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(TestWorkspace.event(stream: "none")).status == 500)
            #expect(try client.intake.store.events().isEmpty)
        }
    }

    @Test("under hasty an invalid event is told of too") func hasty() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(Self.invalid, to: "/v1/events?hasty=0").status == 202)
            #expect(try client.intake.store.events().map(\.stream) == ["eventgate-analytics-external.error.validation"])
        }
    }
}
