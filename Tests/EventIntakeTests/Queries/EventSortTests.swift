import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// `sort`: the first events by the values of a field.
@Suite(.waitLimit) struct EventSortTests {
    private static func withEvents(_ body: @escaping @Sendable (Client) async throws -> Void) async throws {
        try await TestWorkspace.open { client async throws in
            let values = [
                ("ten", "10"), ("text", #""2""#), ("none", nil), ("two", "2.0"), ("huge", "1E400"), ("minus", "-0.5"),
                ("big3", "9007199254740993"), ("big2", "9007199254740992"), ("null", "null"), ("deux", "2"),
                ("list", "[1]"), ("zeta", #""zeta""#),
            ]
            for (id, value) in values {
                let event = TestWorkspace.event(value.map { #","a":{"v":\#($0)}"# } ?? "", id: id)
                _ = try await client.post(event, headers: id == "two" ? ["X-Event-Test": "t"] : [:])
            }
            _ = try await client.post(TestWorkspace.event(#","a":{"v":7}"#, id: "lost", stream: "none"))
            try await body(client)
        }
    }

    private static func ids(_ query: String, _ client: Client) async throws -> [String] {
        let response = try await client.get("/events?\(query)")
        #expect(response.status == 200, "\(query): \(response.json.jsonText)")
        return (response.json["events"]?.array ?? []).compactMap { $0["id"]?.string }
    }

    private static let numbers = ["minus", "deux", "two", "lost", "ten", "big2", "big3", "huge"]
    private static let texts = ["text", "list", "null", "zeta"]

    @Test func `numbers are sorted by value before texts, and events without a value are last`() async throws {
        try await Self.withEvents { client async throws in
            #expect(try await Self.ids("sort=a.v", client) == Self.numbers + Self.texts + ["none"])
            // Of the same value, the newest is first in both directions.
            var descending = Array((Self.numbers + Self.texts).reversed()) + ["none"]
            descending.swapAt(
                try #require(descending.firstIndex(of: "two")), try #require(descending.firstIndex(of: "deux")))
            #expect(try await Self.ids("sort=-a.v", client) == descending)
            #expect(
                try await Self.ids("sort=a.v&form=summary&fields=a.v", client) == Self.numbers + Self.texts + ["none"])
        }
    }

    @Test func `a page has the first events of those that match, and says whether there are others`() async throws {
        try await Self.withEvents { client async throws in
            for (limit, hasMore) in [(3, true), (12, true), (13, false)] {
                let page = try await client.get("/events?sort=-a.v&limit=\(limit)").json
                #expect(page["events"]?.array?.count == limit)
                #expect(page["more"] == .bool(hasMore) && page["next"] == page["newest"])
            }
            #expect(try await Self.ids("sort=a.v&limit=2&q=-id:minus", client) == ["deux", "two"])
            #expect(try await Self.ids("sort=a.v&valid=false", client) == ["lost"])
            #expect(try await Self.ids("sort=a.v&valid=true&limit=4", client) == ["minus", "deux", "two", "ten"])
            #expect(try await Self.ids("sort=a.v&valid=false&repeated=true", client).isEmpty)
        }
    }

    @Test(
        arguments: [
            ("time", ["ten", "text"]), ("-time", ["lost", "zeta"]), ("id", ["big2", "big3"]), ("-id", ["zeta", "two"]),
            ("test", ["two", "lost"]), ("reason", ["lost", "zeta"]), ("status", ["zeta", "list"]),
            ("-status", ["lost", "zeta"]), ("stream", ["zeta", "list"]), ("-stream", ["lost", "zeta"]),
            ("schema", ["lost", "zeta"]), ("valid", ["lost", "zeta"]), ("missing", ["lost", "zeta"]),
            ("meta.id", ["big2", "big3"]),
        ] as [(String, [String])])
    func `the fields of the intake are sorted by too`(field: String, first: [String]) async throws {
        try await Self.withEvents { client async throws in
            let ids = try await Self.ids("sort=\(field)&limit=2", client)
            // Events can arrive in the same millisecond.
            if field.hasSuffix("time") { return #expect(ids.count == 2) }
            #expect(ids == first)
        }
    }

    @Test(arguments: ["after=1", "before=9", "wait=1", "order=newest", "order=oldest", "form=ndjson"])
    func `what goes on behind a page is refused with the order by a field`(query: String) async throws {
        try await TestWorkspace.open { client async throws in
            let response = try await client.get("/events?sort=time&\(query)")
            #expect(response.status == 400)
            #expect(response.json["detail"]?.string?.contains(query.prefix { $0 != "=" }) == true)
            #expect(try await client.get("/events?sort=-").status == 400)
        }
    }
}
