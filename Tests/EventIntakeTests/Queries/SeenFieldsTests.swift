import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// `GET /counts/fields`: what completes a filter.
@Suite(.waitLimit) struct SeenFieldsTests {
    private static func fields(_ query: String, _ client: Client) async throws -> [String: [String]] {
        let response = try await client.get("/counts/fields?\(query)")
        #expect(response.status == 200, "\(query): \(response.json.jsonText)")
        let pairs = (response.json["fields"]?.array ?? []).map { field in
            (field["name"]?.string ?? "", (field["values"]?.array ?? []).compactMap(\.string))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test func `fields have the exact texts of their values, the newest first`() async throws {
        try await TestWorkspace.open { client async throws in
            let long = String(repeating: "x", count: 101)
            let first = #"""
                ,"big":9007199254740993,"f":1.0,"empty":"","list":[1.0],"deep":{"s":"b","n":null,"none":{}},"long":"\#(long)",
                "a.b":1,"q\"":1,"":1,"stream":"own","\#(long)":1,"\#(long.dropLast())":1
                """#
            let second = #","deep":{"s":"a"},"f":1"#
            _ = try await client.post(TestWorkspace.event(first, id: "1"), headers: ["X-Event-Test": "t"])
            _ = try await client.post(TestWorkspace.event(second, id: "2"))
            _ = try await client.post("[null]")
            let fields = try await Self.fields("", client)
            #expect(fields["big"] == ["9007199254740993"] && fields["f"] == ["1", "1.0"])
            #expect(fields["deep.s"] == ["a", "b"] && fields["deep.n"] == ["null"] && fields["list"] == ["[1.0]"])
            #expect(fields["empty"] == [""] && fields["long"] == [] && fields[String(long.dropLast())] == ["1"])
            #expect(fields["id"] == ["2", "1"] && fields["stream"] == ["a.stream"] && fields["test"] == ["t"])
            #expect(fields["status"] == ["error", "accepted"] && fields["valid"] == ["false", "true"])
            #expect(fields["reason"] == [] && fields["meta.stream"] == ["a.stream"])
            for name in ["a.b", "q\"", "", "deep", "deep.none", long] { #expect(fields[name] == nil, "\(name)") }
            #expect(try await Self.fields("id=1", client)["deep.s"] == ["b"])
            #expect(try await Self.fields("q=nobody", client)["stream"] == [])
        }
    }

    @Test func `the numbers of fields, values and events are limited, and their size`() async throws {
        let store = try IntakeStore()
        let members = (0..<400).map { ("f\($0)", JSONValue.number($0)) }
        func events(_ range: Range<Int>, _ members: [(String, JSONValue)]) -> [SinkEvent] {
            range.map { number in
                SinkEvent(
                    id: "\(number)", stream: "s", schema: "/s",
                    event: JSON(.object(JSONObject([("n", .number(number))] + members))))
            }
        }
        try await store.add(events(0..<1, [("old", 1)]))
        try await store.add(events(1..<1000, []))
        func fields() async throws -> [String: JSONValue] {
            let list = try await store.fields(EventQuery()).json["fields"]?.array ?? []
            return Dictionary(uniqueKeysWithValues: list.map { ($0["name"]?.string ?? "", $0["values"] ?? .null) })
        }
        #expect(try await fields()["old"] == ["1"])
        try await store.add(events(1000..<1001, members))
        var found = try await fields()
        #expect(found["old"] == nil && found.count == 300)
        #expect(found["n"]?.array?.count == 100)
        try await store.add(events(1001..<1002, [("before", 1)]))
        try await store.add(events(1002..<1003, [("large", .string(String(repeating: "x", count: 4 << 20)))]))
        found = try await fields()
        #expect(found["large"] == [] && found["before"] == nil)
        try store.close()
    }
}
