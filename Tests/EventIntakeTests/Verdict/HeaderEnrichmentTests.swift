import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

/// The headers of a request that are stored in its events.
@Suite(.waitLimit) struct HeaderEnrichmentTests {
    private static let all = [
        "X-Request-Id": "r-1", "User-Agent": "agent/1", "X-Geoip-Country": "AQ", "X-Client-IP": "198.51.100.7",
    ]

    private func stored(
        _ enrichment: String? = nil, headers: [String: String] = all, event: String = TestWorkspace.event(),
        title: String = "test"
    ) async throws -> JSONValue {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        if let enrichment {
            let setting = "{eventgate: {enrich_fields_from_http_headers: \(enrichment)}}"
            try workspace.write("a.stream:\n  schema_title: test\n  producers: \(setting)\n", to: "Streams/a.yaml")
        }
        return try await withIntake(workspace.configuration) { intake async throws in
            #expect(try await Client(intake: intake).post(event, headers: headers).status == 201)
            return try #require(try intake.store.events().first).body
        }
    }

    private func field(_ event: JSONValue, _ path: String...) -> String? { event[path: path]?.string }

    @Test func `without a setting the request id, user agent and address are added`() async throws {
        let event = try await stored()
        #expect(event["meta"]?["request_id"] == "r-1")
        #expect(event["http"] == ["request_headers": ["user-agent": "agent/1"], "client_ip": "198.51.100.7"])
    }

    @Test(arguments: [[:], ["X-Request-Id": ""]])
    func `a request without an id is given one, the same for all its events`(headers: [String: String]) async throws {
        try await TestWorkspace.open { client async throws in
            let events = ["a", "b"].map { TestWorkspace.event(id: $0) }.joined(separator: ",")
            #expect(try await client.post("[\(events)]", headers: headers).status == 201)
            #expect(try await client.post(TestWorkspace.event(id: "c"), headers: headers).status == 201)
            let ids = try client.intake.store.events().compactMap { $0.body["meta"]?["request_id"]?.string }
            try #require(ids.count == 3)
            #expect(ids.allSatisfy { UUID(uuidString: $0) != nil })
            #expect(ids[0] == ids[1] && ids[1] != ids[2])
        }
    }

    @Test func `an event whose schema requires http is accepted, and one for which it cannot be made is not`()
        async throws
    {
        try await TestWorkspace.open(prepare: {
            let required = "required: [meta, http]"
            let schema = TestWorkspace.schema("test").replacing("required: [meta]", with: required)
            try $0.write(schema, to: "Schemas/test/1.0.0.yaml")
            try $0.write(
                schema.replacing("      client_ip: {type: string}\n", with: "").replacing("/test/", with: "/bare/")
                    .replacing("title: test", with: "title: bare"), to: "Schemas/bare/1.0.0.yaml")
            try $0.write("b.stream:\n  schema_title: bare\n", to: "Streams/b.yaml")
        }) { client async throws in
            #expect(try await client.post(TestWorkspace.event()).status == 201)
            let bare = TestWorkspace.event(stream: "b.stream").replacing("/test/", with: "/bare/")
            #expect(try await client.post(bare, headers: ["User-Agent": "agent/1"]).status == 201)
            let response = try await RawConnection(to: client.intake.url).exchange(post: bare)
            #expect(response.status == 400 && response.text.contains("should have required property 'http'"))
        }
    }

    @Test func `false disables only its own field`() async throws {
        let event = try await stored("{http.request_headers.user-agent: false}")
        #expect(event["meta"]?["request_id"] == "r-1")
        #expect(event["http"]?["request_headers"] == nil)
        #expect(try await stored("{meta.request_id: false}")["meta"]?["request_id"] == nil)
        #expect(try await stored("{http.client_ip: false}")["http"]?["client_ip"] == nil)
        #expect(try await stored("{http.client_ip: x-geoip-country}")["http"]?["client_ip"] == "AQ")
    }

    @Test func `a setting can name further fields, also with dots, and other headers`() async throws {
        let event = try await stored(
            "{http.request_headers.x-geoip-country: x-geoip-country, meta.request_id: user-agent}")
        #expect(event["http"]?["request_headers"]?["x-geoip-country"] == "AQ")
        #expect(event["meta"]?["request_id"] == "agent/1")
    }

    @Test func `only fields of the schema are added`() async throws {
        let event = try await stored("{meta.nobody: x-request-id, nobody.here: user-agent}")
        #expect(event["meta"]?["nobody"] == nil)
        #expect(event["nobody"] == nil)
    }

    @Test func `fields that the event has are unchanged`() async throws {
        let own = #","http":{"client_ip":"own","request_headers":{"user-agent":"own"}}"#
        let event = try await stored(event: TestWorkspace.event(own))
        #expect(event["http"] == ["client_ip": "own", "request_headers": ["user-agent": "own"]])
        let odd = try await stored(event: TestWorkspace.event(#","http":{"request_headers":{"other":"x"}}"#))
        #expect(odd["http"]?["request_headers"] == ["other": "x", "user-agent": "agent/1"])
    }

    @Test func `values are cut at 400 characters`() async throws {
        let event = try await stored(headers: ["User-Agent": String(repeating: "u", count: 500)])
        #expect(field(event, "http", "request_headers", "user-agent") == String(repeating: "u", count: 400))
    }

    @Test(
        arguments: [
            (["X-Client-IP": "198.51.100.7", "X-Forwarded-For": "203.0.113.1"], "198.51.100.7"),
            (["X-Forwarded-For": "203.0.113.1, 198.51.100.2"], "203.0.113.1"),
            (["X-Client-IP": " ", "X-Forwarded-For": ""], "127.0.0.1"), ([:], "127.0.0.1"),
        ] as [([String: String], String)])
    func `the address is X-Client-IP, then the leftmost X-Forwarded-For, then the peer's`(
        headers: [String: String], expected: String
    ) async throws {
        #expect(field(try await stored(headers: headers), "http", "client_ip") == expected)
    }

    @Test func `a stream found by a pattern has its own setting`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        try workspace.write(
            """
            /^b\\..+/:
              schema_title: test
              producers: {eventgate: {enrich_fields_from_http_headers: {meta.request_id: x-geoip-country}}}
            """, to: "Streams/b.yaml")
        try await withIntake(workspace.configuration) { intake async throws in
            let event = TestWorkspace.event(stream: "b.any")
            #expect(try await Client(intake: intake).post(event, headers: Self.all).status == 201)
            #expect(try intake.store.events().first?.body["meta"]?["request_id"] == "AQ")
        }
    }
}
