import EventSchema
import TestSupport
import Testing

/// `GET /clients`: who has sent events.
@Suite(.waitLimit) struct ClientsTests {
    private static func event(_ id: Int, number: Int? = nil, install: String? = nil, more: String = "") -> String {
        let number = number.map { #","sequence_number":\#($0)"# } ?? ""
        let install = install.map { #","app_install_id":"\#($0)""# } ?? ""
        return #"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream","id":"\#(id)"\#(number)},"#
            + #""agent":{"client_platform":"ios","app_version_name":"7.5"\#(install)}\#(more)}"#
    }

    private static func withClients(
        of events: [(String, String)], _ parameters: String = "",
        _ body: @escaping @Sendable ([JSONValue]) throws -> Void
    ) async throws {
        try await TestWorkspace.open { client async throws in
            for (event, test) in events {
                #expect(try await client.post(event, headers: ["X-Event-Test": test]).status == 201)
            }
            let response = try await client.get("/clients\(parameters)")
            #expect(response.status == 200 && response.json["complete"] == true)
            try body(try #require(response.json["clients"]?.array))
        }
    }

    @Test func `clients have their gaps and duplicates, the last heard first`() async throws {
        let events = [
            (Self.event(1, number: 1, install: "A"), "t"), (Self.event(2, number: 2, install: "B"), "u"),
            (Self.event(3, number: 4, install: "A"), "t"), (Self.event(4, number: 4, install: "A"), "t"),
            (Self.event(5, number: 7, install: "A"), "t"), (Self.event(5, number: 7, install: "A"), "t"),
        ]
        try await Self.withClients(of: events) { clients in
            #expect(clients.map { $0["client"] } == ["A", "B"])
            let first = try #require(clients.first)
            #expect(first["unit"] == "device")
            #expect(first["platform"] == "ios" && first["version"] == "7.5" && first["tests"] == ["t"])
            #expect(first["events"] == 4 && first["repeats"] == 1)
            #expect((first["first"]?.string ?? "z") <= (first["last"]?.string ?? ""))
            #expect(
                first["streams"] == [
                    [
                        "stream": "a.stream", "events": 4, "numbered": 4, "missing": 4, "duplicates": 1,
                        "gaps": [[2, 3], [5, 6]],
                    ]
                ])
        }
        try await Self.withClients(of: events, "?test=u") { #expect($0.map { $0["client"] } == ["B"]) }
    }

    @Test func `a session distinguishes clients without install id, and events of neither have no gaps`() async throws {
        let session = #","performer":{"session_id":"S"}"#
        let events = [
            (Self.event(1, number: 1), "t"), (Self.event(2, number: 9), "t"),
            (Self.event(3, number: 3, more: session), "t"),
        ]
        try await Self.withClients(of: events) { clients in
            #expect(clients.map { $0["client"] } == ["S", .null])
            #expect(clients.map { $0["unit"] } == ["session", .null])
            #expect(clients.last?["streams"] == [["stream": "a.stream", "events": 2, "numbered": 2]])
        }
    }
}
