import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// The fields that the intake adds before validation, and the error events about invalid events.
@Suite(.waitLimit) struct FieldFillerTests {
    @Test func `a generated id is a UUID of version 7`() async throws {
        try await TestWorkspace.open { client async throws in
            let event = #"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream"}}"#
            #expect(try await client.post(event).status == 201)
            let id = try #require(try client.intake.store.events().first?.id)
            #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        }
    }

    @Test func `an id begins with its time in milliseconds and the version`() {
        let id = EventID.make(at: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(id.hasPrefix("018bcfe5-6800-7"), "\(id)")
    }

    @Test(arguments: [("analytics/legacy/old", true), ("test", false)])
    func `dt is added for legacy schemas only`(title: String, isFilled: Bool) async throws {
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

    @Test func `the defaults of the schema are added`() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(TestWorkspace.event()).status == 201)
            #expect(try client.intake.store.events().first?.body["flavour"] == "plain")
        }
    }

    @Test(
        arguments: [
            (#"{"number":1}"#, "schema_uri=/test/1.0.0&stream=a.stream", 201),
            (#"{"number":1}"#, "%24schema=%2Ftest%2F1.0.0&stream=a.stream", 201),
            (TestWorkspace.event(), "schema_uri=/no/1.0.0&stream=none", 201),
            (#"{"$schema":"/test/1.0.0","meta":{"id":"x"}}"#, "stream=a.stream", 201),
            (#"{"$schema":"/test/1.0.0","meta":{"id":"x"}}"#, "stream=", 500),
            (#"{"number":1}"#, "stream=a.stream", 500),
        ])
    func `schema and stream are taken from the query when the event lacks them`(
        event: String, query: String, status: Int
    ) async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(event, to: "/v1/events?\(query)").status == status)
        }
    }

    @Test func `the names of the query parameters can be configured`() async throws {
        try await TestWorkspace.open(configure: {
            $0.schemaParameters = ["s"]
            $0.streamParameters = ["t"]
        }) { client async throws in
            #expect(try await client.post(#"{"number":1}"#, to: "/v1/events?s=/test/1.0.0&t=a.stream").status == 201)
            #expect(
                try await client.post(#"{"n":1}"#, to: "/v1/events?schema_uri=/test/1.0.0&t=a.stream").status == 500)
        }
    }

    @Test func `latest is the highest version, compared numerically`() async throws {
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
        arguments: [
            ("", nil, "eventgate-analytics-external"),
            ("  destination_event_service: eventgate-main\n", nil, "eventgate-main"),
            ("  destination_event_service: eventgate-main\n", "own", "own"),
        ])
    func `an invalid event causes an error event in the stream of its service`(
        setting: String, service: String?, expected: String
    ) async throws {
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

    @Test func `an error event satisfies the schema of our repository`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(Fixture.event(action: String(repeating: "x", count: 65)))
            let event = try #require(try client.intake.store.events().first?.body)
            let schema = try Schema(try await client.get("/schemas/error/2.1.0").json, mode: .intake)
            #expect(schema.findings(in: event).isEmpty)
        }
    }

    @Test func `an event rejected for another reason than its schema causes no error event`() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(TestWorkspace.event(stream: "none")).status == 500)
            #expect(try client.intake.store.events().isEmpty)
        }
    }

    @Test func `an invalid event of a hasty request causes an error event`() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(Self.invalid, to: "/v1/events?hasty=0").status == 202)
            #expect(try client.intake.store.events().map(\.stream) == ["eventgate-analytics-external.error.validation"])
        }
    }
}
