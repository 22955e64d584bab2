import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

/// The intake's HTTP contract, line by line.
@Suite(.waitLimit) struct IntakeContractTests {
    // MARK: - Accepted

    @Test(arguments: ["/v1/events", "/v2/events"])
    func `all accepted: 201 without a body, and everything is in the store`(path: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.post("[\(Fixture.event(id: "a")),\(Fixture.event(id: "b"))]", to: path)
            #expect(response.status == 201)
            #expect(response.body.isEmpty)
            #expect(try client.intake.store.events(stream: "app.interactions").map(\.id) == ["a", "b"])
        }
    }

    @Test func `a single event without an array is accepted`() async throws {
        try await withOwnIntake { client async throws in
            #expect(try await client.post(Fixture.event(id: "a")).status == 201)
            #expect(try client.intake.store.events().map(\.id) == ["a"])
        }
    }

    @Test func `a GET with ?event= is a POST of one event`() async throws {
        try await withOwnIntake { client async throws in
            let event = try #require(
                Fixture.event(id: "a").addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            #expect(try await client.get("/v1/events?event=\(event)").status == 201)
            #expect(try await client.get("/v1/events?event=%7B").status == 400)
            #expect(try await client.get("/v1/events").status == 400)
            #expect(try client.intake.store.events().map(\.id) == ["a"])
        }
    }

    @Test(arguments: ["application/json", "text/plain;charset=UTF-8", "application/reports+json", "Application/JSON"])
    func `bodies of the three content types are read`(type: String) async throws {
        try await withOwnIntake { client async throws in
            #expect(try await client.post(Fixture.event(), type: type).status == 201)
        }
    }

    @Test func `a duplicate is accepted and counted, and stored once`() async throws {
        try await withOwnIntake { client async throws in
            let event = Fixture.event(id: "a")
            #expect(try await client.post("[\(event),\(event)]").status == 201)
            #expect(try await client.post(event).status == 201)
            let events = try client.intake.store.events()
            #expect(events.map(\.id) == ["a"])
            #expect(events.map(\.repeats) == [2])
        }
    }

    @Test func `meta.id and meta.dt are added, dt is not`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(Fixture.event())
            let event = try #require(try client.intake.store.events().first)
            #expect(event.body["meta"]?["id"]?.string == event.id)
            #expect(UUID(uuidString: event.id) != nil)
            let time = try #require(event.body["meta"]?["dt"]?.string)
            #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
            #expect(event.body["dt"] == nil)
        }
    }

    @Test func `events of a schema without meta.id are no duplicates of each other`() async throws {
        try await TestWorkspace.open(prepare: {
            let schema = TestWorkspace.schema("test").replacing("      id: {type: string}\n", with: "")
            try $0.write(schema, to: "Schemas/test/1.0.0.yaml")
        }) { client async throws in
            let event = #"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream"}}"#
            #expect(try await client.post("[\(event),\(event)]").status == 201)
            let events = try client.intake.store.events()
            #expect(events.count == 2 && events.allSatisfy { $0.repeats == 0 && $0.body["meta"]?["id"] == nil })
        }
    }

    @Test func `fields that the client set are unchanged`() async throws {
        try await withOwnIntake { client async throws in
            let event = Fixture.event(id: "a").replacing(#""id":"a""#, with: #""id":"a","dt":"2020-01-01T00:00:00Z""#)
            #expect(try await client.post(event).status == 201)
            #expect(try client.intake.store.events().first?.body["meta"]?["dt"] == "2020-01-01T00:00:00Z")
        }
    }

    // MARK: - Nothing to read

    @Test(arguments: ["", " \n", "[]", "{}"])
    func `an empty body is 400 without a body, even under hasty`(body: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.post(body, to: "/v1/events?hasty=true")
            #expect(response.status == 400)
            #expect(response.body.isEmpty)
        }
    }

    @Test(arguments: ["application/xml", nil])
    func `a body of another content type counts as empty`(type: String?) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.post(Fixture.event(), type: type ?? "application/x-www-form-urlencoded")
            #expect(response.status == 400)
            #expect(try client.intake.store.events().isEmpty)
            let large = String(repeating: "x", count: 200_000)
            #expect(try await client.post(large, type: type ?? "application/x-www-form-urlencoded").status == 400)
        }
    }

    @Test(arguments: ["{\"a\":", "7", "\"text\"", "[1]x"])
    func `a body that is not JSON, or neither object nor array, is 400 with a reason`(body: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.post(body)
            #expect(response.status == 400)
            #expect(response.json["detail"]?.string?.isEmpty == false)
        }
    }

    @Test func `a body over the limit is 413 with a reason`() async throws {
        try await withOwnIntake {
            $0.maximumBodyBytes = 1_000
        } _: { client async throws in
            let response = try await client.post("[\"\(String(repeating: "x", count: 2_000))\"]")
            #expect(response.status == 413)
            #expect(response.json["detail"]?.string?.contains("1000") == true)
        }
    }

    // MARK: - Hasty

    @Test(arguments: ["true", "false", "1"])
    func `a hasty request is 202 without a body, and its valid events are stored`(value: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.post(
                "[\(Fixture.event(id: "a")),{\"x\":1}]", to: "/v1/events?hasty=\(value)")
            #expect(response.status == 202)
            #expect(response.body.isEmpty)
            #expect(try client.intake.store.events().map(\.id) == ["a"])
        }
    }

    @Test func `an empty hasty is not hasty`() async throws {
        try await withOwnIntake { client async throws in
            #expect(try await client.post(Fixture.event(), to: "/v1/events?hasty=").status == 201)
            for query in ["hasty=&hasty=1", "hasty=1&hasty="] {
                #expect(try await client.post(Fixture.event(), to: "/v1/events?\(query)").status == 202)
            }
        }
    }

    // MARK: - Refused

    private let invalid = Fixture.event(id: "bad", action: String(repeating: "x", count: 65))

    @Test func `every event invalid: 400 with the list of ajv errors`() async throws {
        try await withOwnIntake { [invalid] client async throws in
            let response = try await client.post("[\(invalid)]")
            #expect(response.status == 400)
            #expect(response.json.object?.names.map { $0 } == ["invalid"])
            let entry = try #require(response.json["invalid"]?.array?.first)
            #expect(entry["status"] == "invalid")
            #expect(entry["event"]?["meta"]?["id"] == "bad")
            #expect(entry["event"]?["meta"]?["dt"]?.string != nil)
            #expect(entry["context"]?["errorsText"] == "'.action' should NOT be longer than 64 characters")
            #expect(
                entry["context"]?["errors"] == [
                    [
                        "keyword": "maxLength", "dataPath": ".action", "schemaPath": "#/properties/action/maxLength",
                        "params": ["limit": 64], "message": "should NOT be longer than 64 characters",
                    ]
                ])
            #expect(try client.intake.store.events(stream: "app.interactions").isEmpty)
        }
    }

    @Test func `some accepted, some not: 207 with both lists`() async throws {
        try await withOwnIntake { [invalid] client async throws in
            let unknown = Fixture.event(stream: "no.such.stream", id: "lost")
            let response = try await client.post("[\(unknown),\(Fixture.event(id: "good")),\(invalid)]")
            #expect(response.status == 207)
            #expect(response.json["invalid"]?.array?.compactMap { $0["event"]?["meta"]?["id"]?.string } == ["bad"])
            #expect(response.json["error"]?.array?.compactMap { $0["event"]?["meta"]?["id"]?.string } == ["lost"])
            #expect(try client.intake.store.events(stream: "app.interactions").map(\.id) == ["good"])
        }
    }

    @Test func `each list has its events in the order of the request`() async throws {
        try await withOwnIntake { client async throws in
            let ids = ["b", "a", "d", "c"]
            let invalid = ids.map { Fixture.event(id: $0, action: String(repeating: "x", count: 65)) }
            let unknown = ids.map { Fixture.event(stream: "no.such.stream", id: $0) }
            let mixed = zip(invalid, unknown).map { "\($0),\($1)" }.joined(separator: ",")
            let response = try await client.post("[\(mixed)]")
            #expect(response.status == 500)
            for list in ["invalid", "error"] {
                #expect(response.json[list]?.array?.compactMap { $0["event"]?["meta"]?["id"]?.string } == ids)
            }
            let refused = try await client.post("[\(invalid.joined(separator: ","))]")
            #expect(refused.status == 400)
            #expect(refused.json["invalid"]?.array?.compactMap { $0["event"]?["meta"]?["id"]?.string } == ids)
        }
    }

    @Test(
        arguments: [
            "/test/1.0.0.yaml", "//test/1.0.0", "/./test/1.0.0", "/test/../test/1.0.0", "/test/1.0.0.json",
        ])
    func `another spelling of a schema is accepted, and the event is stored as it was sent`(uri: String) async throws {
        for compatibility in IntakeConfiguration.Compatibility.allCases {
            try await TestWorkspace.open(configure: {
                $0.compatibility = compatibility
            }) { client async throws in
                let event = #"{"$schema":"\#(uri)","meta":{"stream":"a.stream","id":"a","dt":"t"}}"#
                #expect(try await client.post(event).status == 201)
                let stored = try #require(try client.intake.store.events(stream: "a.stream").first)
                #expect(stored.body["$schema"]?.string == uri)
                #expect(stored.schema == "/test/1.0.0")
            }
        }
    }

    @Test(arguments: ["test/1.0.0", "/../test/1.0.0", "../../etc/passwd", "/../../etc/passwd", "/test/1.0.0/"])
    func `a schema that is relative or outside of the repository is an error`(uri: String) async throws {
        try await TestWorkspace.open { client async throws in
            let event = #"{"$schema":"\#(uri)","meta":{"stream":"a.stream","id":"a"}}"#
            #expect(try await client.post(event).status == 500)
        }
    }

    @Test func `none accepted, one errored: 500 with both lists`() async throws {
        try await withOwnIntake { [invalid] client async throws in
            let response = try await client.post("[\(invalid),\(Fixture.event(stream: "no.such.stream"))]")
            #expect(response.status == 500)
            #expect(response.json["invalid"]?.array?.count == 1)
            #expect(response.json["error"]?.array?.count == 1)
        }
    }

    @Test(
        arguments: [
            #"[7]"#, #"{"meta":{"stream":"app.search"}}"#, #"{"$schema":7}"#, #"{"$schema":"/no/such/1.0.0"}"#,
            #"{"$schema":"/analytics/product_metrics/app/base/1.3.0"}"#,
            #"{"$schema":"/analytics/product_metrics/app/base/1.3.0","meta":{"stream":7}}"#,
            #"{"$schema":"/analytics/product_metrics/app/base/1.3.0","meta":[]}"#,
            Fixture.event(stream: "no.such.stream"), Fixture.event(stream: "app.search"),
        ])
    func `an event rejected for another reason than its schema: 500 with a message`(event: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.post(event)
            #expect(response.status == 500)
            let entry = try #require(response.json["error"]?.array?.first)
            #expect(entry["status"] == "error")
            #expect(entry["context"]?.object?.names.map { $0 } == ["message"])
            #expect(response.json["invalid"] == [])
        }
    }

    @Test func `the message for an unknown schema names the known versions`() async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.post(#"{"$schema":"/analytics/product_metrics/app/base/9.9.9"}"#)
            let message = response.json["error"]?.array?.first?["context"]?["message"]?.string
            #expect(message?.contains("/analytics/product_metrics/app/base/1.3.0") == true)
        }
    }

    @Test func `an event that names a pattern as its stream is rejected`() async throws {
        let file = "/^b\\./:\n  schema_title: test\n"
        try await TestWorkspace.open(prepare: { try $0.write(file, to: "Streams/b.yaml") }) { client async throws in
            #expect(try await client.post(TestWorkspace.event(stream: "b.x")).status == 201)
            let response = try await client.post(TestWorkspace.event(stream: #"/^b\\./"#))
            #expect(response.status == 500)
            let message = response.json["error"]?.array?.first?["context"]?["message"]?.string
            #expect(message == #"/^b\./ is a pattern, not a stream. Set meta.stream to a name that it matches."#)
        }
    }

    // MARK: - Around it

    @Test func `pages of every origin may send events`() async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.post(Fixture.event(), headers: ["Origin": "https://example.org"])
            #expect(response.headers["access-control-allow-origin"] == "*")
            let preflight = try await client.send("OPTIONS", "/v1/events", nil, ["Origin": "https://example.org"])
            #expect(preflight.status < 300)
            #expect(preflight.headers["access-control-allow-headers"]?.lowercased().contains("content-type") == true)
        }
    }
}
