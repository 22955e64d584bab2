import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// `GET /counts/matching`: numbers of all that is held, and rejected events by finding.
@Suite(.waitLimit) struct MatchingCountsTests {
    private static let strict = """
        b.stream:
          schema_title: strict
        """

    private static func withEvents(_ body: @escaping @Sendable (Client) async throws -> Void) async throws {
        try await TestWorkspace.open { workspace in
            try workspace.write(strict, to: "Streams/b.yaml")
            try workspace.write(
                TestWorkspace.schema("strict", more: "additionalProperties: false"),
                to: "Schemas/strict/1.0.0.yaml")
        } _: { client async throws in
            for number in 1...3 { _ = try await client.post(TestWorkspace.event(id: "\(number)")) }
            for name in ["colour", "size", "colour"] { _ = try await client.post(misspelt(name)) }
            for value in [#""x""#, "1.5"] {
                _ = try await client.post(TestWorkspace.event(#","number":\#(value)"#, id: "bad"))
            }
            _ = try await client.post(TestWorkspace.event(id: "lost", stream: "none"))
            _ = try await client.post("[null]")
            try await body(client)
        }
    }

    private static func misspelt(_ name: String) -> String {
        #"{"$schema":"/strict/1.0.0","meta":{"stream":"b.stream","id":"m"},"\#(name)":1}"#
    }

    private static func matching(_ query: String, _ client: Client) async throws -> JSONValue {
        let response = try await client.get("/counts/matching?\(query)")
        #expect(response.status == 200, "\(query): \(response.json.jsonText)")
        return response.json
    }

    @Test func `totals and minutes are those of the events that match`() async throws {
        try await Self.withEvents { client async throws in
            let all = try await Self.matching("errorEvents=false", client)
            #expect(all["accepted"] == 3 && all["rejected"] == 7 && all["isComplete"] == true)
            let page = try await client.get("/events?errorEvents=false").json
            #expect(all["oldest"] == page["events"]?.array?.first?["receivedAt"])
            for name in ["store", "newest", "removals", "removed"] { #expect(all[name] == page[name], "\(name)") }
            let minutes = try await client.get("/counts/minutes?errorEvents=false").json
            #expect(all["minutes"] == minutes)
            let now = try #require(all["now"]?.string)
            #expect(now >= all["oldest"]?.string ?? "z")
            let withErrorEvents = try await Self.matching("", client)
            #expect(withErrorEvents["accepted"] == 8)
            let accepted = try await Self.matching("valid=true&errorEvents=false", client)
            #expect(accepted["accepted"] == 3 && accepted["rejected"] == 0 && accepted["findings"] == [])
            let none = try await Self.matching("q=nobody", client)
            #expect(none["accepted"] == 0 && none["rejected"] == 0 && none["oldest"] == .null)
            let repeated = try await Self.matching("valid=false&repeated=true", client)
            #expect(repeated["rejected"] == 0 && repeated["oldest"] == .null)
        }
    }

    @Test func `minutes leave out what arrived more than an hour ago, totals do not`() async throws {
        let store = try IntakeStore()
        try await store.add([SinkEvent(id: "a", stream: "s", schema: "/s", event: JSON([:]))])
        let later = try await store.matching(EventQuery(), at: Date(timeIntervalSinceNow: 7200)).json(ofStore: "s")
        #expect(later["accepted"] == 1 && later["minutes"] == [])
        try store.close()
    }

    @Test func `findings name an additional property, and the newest is first`() async throws {
        try await Self.withEvents { client async throws in
            let found = try await Self.matching("errorEvents=false", client)["findings"]?.array ?? []
            let texts = found.map { [$0["place"]?.string, $0["message"]?.string, $0["rule"]?.string] }
            #expect(
                texts == [
                    ["no stream", "An event must be an object; this is of type null.", ""],
                    ["none", "The stream none is not configured.", ""],
                    [".number", "should be integer", "/test/1.0.0#/properties/number/type"],
                    [
                        "the event", "should NOT have additional properties: colour",
                        "/strict/1.0.0#/additionalProperties",
                    ],
                    [
                        "the event", "should NOT have additional properties: size",
                        "/strict/1.0.0#/additionalProperties",
                    ],
                ])
            #expect(found.map { $0["count"]?.number?.int64 } == [1, 1, 2, 2, 1])
            let events = try await client.get("/events?valid=false").json["events"]?.array ?? []
            let colour = found[3]
            #expect(colour["first"] == events[0]["receivedAt"] && colour["last"] == events[2]["receivedAt"])
            #expect(colour["newest"] == events[2]["position"])
            let one = try await Self.matching("q=stream:none", client)["findings"]?.array
            #expect(one?.count == 1)
        }
    }

    @Test(arguments: [(2000, 1, true), (2001, 1, false), (201, 201, false)])
    func `findings are those of the newest rejected events`(events: Int, kinds: Int, isComplete: Bool) async throws {
        let store = try IntakeStore()
        let rejected = (0..<events).map {
            RejectedEvent(JSON([:]), EventRefusal("reason \($0 % kinds)", .client), of: nil, test: nil)
        }
        try await store.add([], rejected: rejected)
        let found = try await store.matching(EventQuery()).json(ofStore: "s")
        #expect(found["rejected"] == .number(events) && found["isComplete"] == .bool(isComplete))
        #expect(found["findings"]?.array?.count == min(kinds, 200))
        #expect(found["findings"]?.array?.first?["newest"] == .number(events))
        try store.close()
    }

    @Test(arguments: ["wait=1", "after=1", "form=summary", "since=soon"])
    func `a parameter that chooses no events is refused`(query: String) async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.get("/counts/matching?\(query)").status == 400)
        }
    }
}
