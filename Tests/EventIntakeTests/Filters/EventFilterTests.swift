import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// The query language of `GET /events?q=`.
@Suite(.waitLimit) struct EventFilterTests {
    private static let events = [
        TestWorkspace.event(#","number":7,"flavour":"sweet [a]?","a":{"b.c":"x y","yes":true,"none":null}"#, id: "one"),
        TestWorkspace.event(#","number":12,"flavour":"SOUR 100% \"ripe\"","list":[1,2],"b":">=x""#, id: "two"),
        TestWorkspace.event(#","number":"x""#, id: "bad"),
        TestWorkspace.event(id: "lost", stream: "none"),
        TestWorkspace.event(
            #","deep":\#(String(repeating: "[", count: 400))\#(String(repeating: "]", count: 400))"#, id: "deep"),
    ]

    private static func withEvents(_ body: @escaping @Sendable (Client) async throws -> Void) async throws {
        try await TestWorkspace.open { client async throws in
            for event in events { _ = try await client.post(event, headers: ["X-Event-Test": "t"]) }
            try await body(client)
        }
    }

    /// The ids of the events that satisfy a filter, without the error event about `bad`, which has a long one.
    private static func ids(_ filter: String, _ client: Client) async throws -> [String] {
        let query = try #require(filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let response = try await client.get("/events?q=\(query)")
        #expect(response.status == 200, "\(filter): \(response.json.jsonText)")
        return (response.json["events"]?.array ?? []).compactMap { $0["id"]?.string }.filter { $0.count < 8 }
    }

    @Test(
        arguments: [
            ("sweet", ["one"]), ("Sour", ["two"]), ("100%", ["two"]), ("1_0", []), (#""x y""#, ["one"]),
            (#""\"ripe\"""#, ["two"]), ("flavour", ["one", "two", "deep", "bad"]),
            ("-flavour", ["lost"]), ("should integer", ["bad"]), ("configured", ["lost"]),
            ("stream:none", ["lost"]), ("stream:a.*", ["one", "two", "bad", "deep"]), ("-stream:a.stream", ["lost"]),
            ("id:two", ["two"]), ("id:t*", ["two"]), ("test:t id:one", ["one"]), ("schema:*/1.0.0 id:o*", ["one"]),
            ("status:invalid", ["bad"]), ("status:error", ["lost"]), ("valid:false", ["bad", "lost"]),
            ("valid:true number:*", ["one", "two"]), ("reason:integer", ["bad"]), ("reason:*", ["bad", "lost"]),
            ("number:7", ["one"]), ("number:>7", ["two"]), ("number:>=7", ["one", "two"]), ("number:<10", ["one"]),
            ("number:x", ["bad"]), ("a.yes:true", ["one"]), ("a.none:null", ["one"]), ("list:[1,2]", ["two"]),
            ("a.yes:*", ["one"]), (#"flavour:"sweet [a]?""#, ["one"]), (#"flavour:"s*[a]?""#, ["one"]),
            (#"b:">=x""#, ["two"]), (#"-number:">=7" number:*"#, ["one", "two", "bad"]), ("flavour:sweet*", ["one"]),
            ("flavour:Sweet*", []), ("nothing:*", []), ("-number:* id:lost", ["lost"]),
            (#"meta.stream:a.stream -meta.id:one number:*"#, ["two", "bad"]), ("id:deep deep:*", ["deep"]),
        ] as [(String, [String])])
    func `events are found by texts and fields`(filter: String, expected: [String]) async throws {
        try await Self.withEvents { client async throws in
            #expect(Set(try await Self.ids(filter, client)) == Set(expected))
        }
    }

    @Test(
        arguments: [
            ("big:9007199254740993", ["exact"]), ("big:9007199254740992", []), ("big:>9007199254740992", ["exact"]),
            ("big:>=9007199254740994", []), ("long:123456789012345678901234567890", ["exact"]), ("e:1E2", ["exact"]),
            ("e:100.0", ["exact"]), ("e:1E*", ["exact"]), ("e:100*", ["exact"]), ("e:100", []), ("-e:1E2 e:*", []),
            ("f:1.0", ["exact"]), ("f:1", []), ("z:-0", ["exact"]), ("z:0", ["exact"]), ("huge:1E400", ["exact"]),
            ("list:[1.0,-0]", ["exact"]), ("twice:2", ["exact"]), ("twice:1", []), ("number:7", ["other"]),
            (#"empty:"""#, ["exact"]), (#"-empty:"" number:*"#, ["other"]), (#"number:"""#, []), (#"missing:"""#, []),
            (#"star:"a\*b""#, ["exact"]), ("star:a*b", ["exact", "other"]), (#"star:"a*b""#, ["exact", "other"]),
            (#"star:"\**""#, []), (#"star:"*\**""#, ["exact"]), (#"only:"\*""#, ["exact"]),
            ("only:*", ["exact", "other"]),
            (#""a*b""#, ["exact"]), (#""a\*b""#, ["exact"]), ("mark:\"\u{301}*\"", ["exact"]),
            ("mark:\"\u{301}*?[\u{301}\"", ["exact"]),
        ] as [(String, [String])])
    func `numbers are found by their digits, and any text by itself`(filter: String, expected: [String]) async throws {
        try await TestWorkspace.open { client async throws in
            let exact = #"""
                ,"big":9007199254740993,"long":123456789012345678901234567890,"e":1E2,"f":1.0,"z":-0,"huge":1E400,
                "list":[1.0,-0],"twice":1,"twice":2,"empty":"","star":"a*b","only":"*","mark":"\u0301*?[\u0301"
                """#
            for event in [
                TestWorkspace.event(exact, id: "exact"),
                TestWorkspace.event(#","number":7,"star":"axb","only":"x""#, id: "other"),
            ] {
                #expect(try await client.post(event).status == 201)
            }
            #expect(Set(try await Self.ids(filter, client)) == Set(expected))
        }
    }

    @Test(
        arguments: [
            "a:", ":a", "-", "\"", "a:\"b", "valid:perhaps", "status:fine", "\"a\\\"b\":1", "\"\"", ":\"\"",
            "status:\"\"",
            "number:>=x", "number:>", "-number:<nan", "stream:>=3",
            Array(repeating: "a", count: 51).joined(separator: " "),
        ])
    func `a text that is no filter is refused`(filter: String) async throws {
        try await TestWorkspace.open { client async throws in
            let query = try #require(filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let response = try await client.get("/events?q=\(query)")
            #expect(response.status == 400)
            #expect(response.json["detail"]?.string?.hasPrefix("q") == true)
        }
    }

    @Test func `a value that cannot be compared is named, and how to look for it as a text`() async throws {
        try await TestWorkspace.open { client async throws in
            let response = try await client.get("/events?q=action:%3E=x")
            #expect(
                response.json["detail"]
                    == #"q: action can be compared with a number only, not with “x”. For the text itself, write action:">=x"."#
            )
        }
    }

    @Test func `the newest come first, page by page`() async throws {
        try await TestWorkspace.open { client async throws in
            for number in 0..<7 { _ = try await client.post(TestWorkspace.event(id: "\(number)")) }
            _ = try await client.post(TestWorkspace.event(id: "7", stream: "none"))
            let first = try await client.get("/events?order=newest&limit=3")
            #expect(first.json["events"]?.array?.compactMap { $0["id"]?.string } == ["7", "6", "5"])
            #expect(first.json["more"] == true)
            let next = try #require(first.json["next"]?.number?.int64)
            let second = try await client.get("/events?order=newest&limit=9&before=\(next)")
            #expect(second.json["events"]?.array?.compactMap { $0["id"]?.string } == ["4", "3", "2", "1", "0"])
            #expect(second.json["more"] == false)
            for query in ["order=sideways", "order=newest&wait=1", "before=0"] {
                #expect(try await client.get("/events?\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test func `a wait that finds nothing continues after what it has searched`() async throws {
        try await Self.withEvents { client async throws in
            let last = try #require(try await client.get("/events").json["next"]?.number?.int64)
            let waited = try await client.get("/events?q=nobody&wait=0.1")
            #expect(waited.json["events"] == [])
            #expect(waited.json["next"]?.number?.int64 == last)
            async let found = client.get("/events?q=late&after=\(last)&wait=30")
            _ = try await client.post(TestWorkspace.event(id: "early"))
            _ = try await client.post(TestWorkspace.event(id: "late"))
            #expect(try await found.json["events"]?.array?.compactMap { $0["id"]?.string } == ["late"])
        }
    }

    @Test func `minutes count accepted and rejected events that satisfy a filter`() async throws {
        try await Self.withEvents { client async throws in
            func sums(_ path: String) async throws -> [Int64] {
                let minutes = try #require(try await client.get(path).json.array)
                for minute in minutes { #expect(minute["minute"]?.string?.count == 17) }
                return ["accepted", "rejected"].map { part in
                    minutes.reduce(0) { $0 + ($1[part]?.number?.int64 ?? 0) }
                }
            }
            #expect(try await sums("/counts/minutes") == [4, 2])  // with the error event about the invalid one
            #expect(try await sums("/counts/minutes?q=number:*") == [2, 1])
            #expect(try await sums("/counts/minutes?valid=false&stream=none") == [0, 1])
            #expect(try await sums("/counts/minutes?since=2999-01-01") == [0, 0])
            #expect(try await client.get("/counts/minutes?wait=1").status == 400)
            let store = client.intake.store
            #expect(try await store.minutes(EventQuery(), at: Date(timeIntervalSinceNow: 7200)).minutes.isEmpty)
        }
    }
}
