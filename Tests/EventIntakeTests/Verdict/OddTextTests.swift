import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

/// Text in one event that a string of Swift cannot hold, or that JSON leaves open: other events are not affected.
@Suite(.waitLimit) struct OddTextTests {
    private static func event(_ more: String, id: String) -> String { TestWorkspace.event(",\(more)", id: id) }

    @Test(
        arguments: [
            (#""text":"\ud83e""#, #""text":"\ud83e""#), (#""text":"a\uDD8A!""#, #""text":"a\udd8a!""#),
            (#""\ud83e":1"#, #""\ud83e":1"#), (#""a":1,"b":2,"a":3"#, #""a":3,"b":2"#),
            (#""number":1,"number":2"#, #""number":2"#),
        ])
    func `an event with odd text is stored with its neighbours, and shown as it was`(sent: String, kept: String)
        async throws
    {
        try await TestWorkspace.open { client async throws in
            let events = [TestWorkspace.event(id: "a"), Self.event(sent, id: "odd"), TestWorkspace.event(id: "c")]
            #expect(try await client.post("[\(events.joined(separator: ","))]").status == 201)
            #expect(try client.intake.store.events().map(\.id) == ["a", "odd", "c"])
            for path in ["/events?id=odd", "/events/odd"] {
                let response = try await client.send("GET", path)
                #expect(String(decoding: response.body, as: UTF8.self).contains(kept))
            }
            #expect(try await client.get("/counts").json["total"]?["accepted"] == 3)
        }
    }

    @Test func `an invalid event with odd text is in the response and in the error event as it was`() async throws {
        try await TestWorkspace.open { client async throws in
            let odd = Self.event(#""number":"\ud83e""#, id: "odd")
            let response = try await client.post("[\(TestWorkspace.event(id: "a")),\(odd)]")
            #expect(response.status == 207)
            #expect(String(decoding: response.body, as: UTF8.self).contains(#""number":"\ud83e""#))
            let raw = try #require(
                try client.intake.store.events(stream: "eventgate-analytics-external.error.validation").first)
            #expect(raw.body["raw_event"]?.string?.contains(#""number":"\ud83e""#) == true)
            #expect(try await client.get("/events?valid=false").json["events"]?.array?.count == 1)
        }
    }

    @Test func `ids that are halves of surrogate pairs are told apart`() async throws {
        try await TestWorkspace.open { client async throws in
            let events = [#"\ud83e"#, #"\ud83f"#, #"\ud83e"#].map { TestWorkspace.event(id: $0) }
            #expect(try await client.post("[\(events.joined(separator: ","))]").status == 201)
            #expect(try client.intake.store.count() == 2)
            #expect(try client.intake.store.repeats() == 1)
        }
    }

    @Test func `bytes that are not UTF-8 become replacement characters of their event`() async throws {
        try await TestWorkspace.open { client async throws in
            var body = Data("[\(TestWorkspace.event(id: "a")),".utf8)
            body += Data(#"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream","id":"b"},"x":"a"#.utf8)
            body += [0xFF, 0xE2, 0x82] + Data(#"b"}]"#.utf8)
            #expect(
                try await client.send("POST", "/v1/events", body, ["Content-Type": "application/json"]).status == 201)
            #expect(try client.intake.store.events().last?.body["x"] == "a\u{FFFD}\u{FFFD}b")
        }
    }
}
