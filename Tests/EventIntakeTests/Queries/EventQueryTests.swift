import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

/// Queries for received events, over HTTP.
@Suite(.waitLimit) struct EventQueryTests {
    private static func ids(_ response: Client.Response) -> [String] {
        (response.json["events"]?.array ?? []).compactMap { $0["id"]?.string }
    }

    private static func withEvents(_ body: @escaping @Sendable (Client) async throws -> Void) async throws {
        try await TestWorkspace.open(prepare: {
            try $0.write("b.stream:\n  schema_title: test\n", to: "Streams/b.yaml")
        }) { client async throws in
            _ = try await client.post(TestWorkspace.event(id: "a1"), headers: ["X-Event-Test": "red"])
            _ = try await client.post(TestWorkspace.event(id: "b1", stream: "b.stream"))
            _ = try await client.post(
                TestWorkspace.event(#","number":"x""#, id: "bad"), headers: ["X-Event-Test": "red"])
            _ = try await client.post(TestWorkspace.event(id: "lost", stream: "none"))
            _ = try await client.post(TestWorkspace.event(id: "a2"))
            _ = try await client.post(TestWorkspace.event(id: "a1"))
            try await body(client)
        }
    }

    @Test(
        arguments: [
            ("stream=a.stream", ["a1", "bad", "a2"]), ("stream=a.stream&valid=true", ["a1", "a2"]),
            ("valid=false", ["bad", "lost"]), ("test=red", ["a1", "bad"]), ("test=red&valid=1", ["a1"]),
            ("stream=b.stream,none", ["b1", "lost"]), ("stream=b.stream%7Cnone&valid=0", ["lost"]), ("id=a2", ["a2"]),
            ("id=nobody", []), ("since=2999-01-01", []), ("since=2020-01-01T00:00:00%2B01:00&stream=b.stream", ["b1"]),
            ("since=2020-01-01T00:00:00+01:00&stream=b.stream", ["b1"]), ("limit=1&stream=a.stream", ["a1"]),
            ("repeated=true", ["a1"]), ("repeated=true&valid=false", []),
            ("repeated=false&stream=a.stream", ["bad", "a2"]),
        ] as [(String, [String])])
    func `events are found by stream, id, test and verdict`(query: String, expected: [String]) async throws {
        try await Self.withEvents { client async throws in
            let response = try await client.get("/events?\(query)")
            #expect(response.status == 200)
            // The error event about the invalid one has an id of its own, and the same test tag.
            #expect(Self.ids(response).filter { $0.count < 8 } == expected)
        }
    }

    @Test(
        arguments: [
            "limit=0", "repeated=often", "limit=1001", "limit=x", "after=-1", "valid=perhaps", "since=soon", "wait=-1",
            "wait=301",
            "wait=nan", "streem=a", "test=", "test", "id=", "stream=", "stream=,%7C", "since=", "wait=",
        ])
    func `an invalid parameter is 400 with its name`(query: String) async throws {
        try await TestWorkspace.open { client async throws in
            let response = try await client.get("/events?\(query)")
            #expect(response.status == 400)
            let name = String(query.prefix { $0 != "=" })
            #expect(response.json["detail"]?.string?.contains(name) == true)
        }
    }

    /// Fails when a time is read by way of a fraction that lies just below its millisecond.
    @Test func `since is exact to the millisecond`() async throws {
        try await TestWorkspace.open { client async throws in
            for number in 0..<20 { _ = try await client.post(TestWorkspace.event(id: "\(number)")) }
            let times = (try await client.get("/events").json["events"]?.array ?? []).compactMap {
                $0["receivedAt"]?.string
            }
            #expect(times.count == 20)
            for time in times {
                let found = try await client.get("/events?since=\(time)")
                #expect(Self.ids(found).count == times.count { $0 >= time }, "\(time)")
            }
        }
    }

    @Test func `pages follow each other without gap or overlap, also while more arrives`() async throws {
        try await TestWorkspace.open { client async throws in
            for batch in 0..<5 {
                let events = (0..<10).map { TestWorkspace.event(id: "\(batch * 10 + $0)") }
                _ = try await client.post("[\(events.joined(separator: ","))]")
            }
            var seen: [String] = []
            var after = 0
            while true {
                let page = try await client.get("/events?limit=7&after=\(after)")
                seen += Self.ids(page)
                after = Int(page.json["next"]?.number?.int64 ?? 0)
                if seen.count == 21 { _ = try await client.post(TestWorkspace.event(id: "50")) }
                if page.json["more"] == false { break }
            }
            #expect(seen == (0...50).map(String.init))
        }
    }

    @Test func `one event is found by its id, with its duplicates or its errors`() async throws {
        try await Self.withEvents { client async throws in
            let accepted = try await client.get("/events/a1").json
            #expect(accepted["repeats"] == 1)
            #expect(accepted["valid"] == true)
            #expect(accepted["event"]?["meta"]?["id"] == "a1")
            let rejected = try await client.get("/events/bad").json
            #expect(rejected["valid"] == false)
            #expect(rejected["status"] == "invalid")
            #expect(rejected["context"]?["errorsText"] == "'.number' should be integer")
            let lost = try await client.get("/events/lost").json
            #expect(lost["status"] == "error")
            #expect(lost["context"]?["message"]?.string?.contains("none is not configured") == true)
            #expect(try await client.get("/events/nobody").status == 404)
            _ = try await client.post(TestWorkspace.event(id: "bad"))
            #expect(try await client.get("/events/bad").json["valid"] == true)
            _ = try await client.post(TestWorkspace.event(id: "a b/c"))
            #expect(try await client.get("/events/a%20b%2Fc").status == 200)
        }
    }

    @Test
    func `a long poll ends when a match arrives, whichever came first`() async throws {
        try await TestWorkspace.open { client async throws in
            // A query that waits until its end would find the events too; the test's limit is shorter.
            async let listed = client.get("/events?test=blue&wait=300")
            async let single = client.get("/events/x?wait=300")
            _ = try await client.post(TestWorkspace.event(id: "other"))
            _ = try await client.post(TestWorkspace.event(id: "x"), headers: ["X-Event-Test": "blue"])
            #expect(Self.ids(try await listed) == ["x"])
            #expect(try await single.status == 200)
            #expect(Self.ids(try await client.get("/events?test=blue&wait=50")) == ["x"])
        }
    }

    @Test func `a rejected event is found by its test tag, whatever the reason`() async throws {
        try await TestWorkspace.open { client async throws in
            let headers = ["X-Event-Test": "T"]
            _ = try await client.post(TestWorkspace.event(#","number":"x""#, id: "invalid"), headers: headers)
            _ = try await client.post(TestWorkspace.event(id: "lost", stream: "none"), headers: headers)
            #expect(Self.ids(try await client.get("/events?test=T&valid=false")) == ["invalid", "lost"])
        }
    }

    @Test func `a wait that times out returns no events`() async throws {
        try await TestWorkspace.open { client async throws in
            let page = try await client.intake.store.events(
                EventQuery(stream: "none"), waitingAtMost: .seconds(3600), clock: ElapsedClock())
            #expect(page.events.isEmpty)
            #expect(try await client.get("/events?wait=0.01").status == 200)
            #expect(try await client.get("/events/none?wait=0.01").status == 404)
        }
    }

    @Test
    func `a waiting query does not prevent the intake from stopping`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let response = try await withIntake(workspace.configuration) { intake in
            let client = Client(intake: intake)
            return Task {
                async let waiting = client.get("/events?wait=300")
                return try await waiting.status
            }
        }
        // It gets a response, or it came when the intake had stopped listening.
        if case .success(let status) = await response.result { #expect(status == 200) }
    }

    @Test(arguments: ["test=", "test", "test=red&test="])
    func `an empty filter removes nothing`(query: String) async throws {
        try await Self.withEvents { client async throws in
            let response = try await client.send("DELETE", "/events?\(query)")
            #expect(response.status == 400)
            #expect(response.json["detail"] == "test is empty. Give it a value, or leave it out.")
            #expect(try client.intake.store.count(stream: "a.stream") == 2)
        }
    }

    @Test func `a parameter with a NUL character is refused`() async throws {
        try await Self.withEvents { client async throws in
            #expect(try await client.send("DELETE", "/events?test=red%00x").status == 400)
            #expect(try await client.get("/events?id=a1%00").status == 400)
            #expect(try await client.get("/events/a1%00").status == 404)
            #expect(try client.intake.store.count(stream: "a.stream") == 2)
        }
    }

    @Test(arguments: ["0x1", "1e1", "nan", "-1", "301"])
    func `a wait that is not plain seconds is refused`(text: String) async throws {
        try await Self.withEvents { client async throws in
            #expect(try await client.get("/events?wait=\(text)").status == 400)
        }
    }

    @Test func `a duplicate with another test tag is found by that tag`() async throws {
        try await TestWorkspace.open { client async throws in
            for test in ["one", "two"] {
                _ = try await client.post(TestWorkspace.event(id: "fixed"), headers: ["X-Event-Test": test])
                #expect(Self.ids(try await client.get("/events?test=\(test)&wait=1")) == ["fixed"])
            }
            _ = try await client.post(TestWorkspace.event(id: "fixed"))
            #expect(Self.ids(try await client.get("/events?test=two")) == ["fixed"])
        }
    }

    @Test func `a position beyond the last returns everything`()
        async throws
    {
        try await Self.withEvents { client async throws in
            #expect(Self.ids(try await client.get("/events?after=1000000&stream=b.stream")) == ["b1"])
            let end = try #require(try await client.get("/events").json["next"]?.number?.int64)
            #expect(Self.ids(try await client.get("/events?after=\(end)")).isEmpty)
        }
    }

    @Test func `counts are by stream, with accepted, invalid, duplicates and rate`() async throws {
        try await Self.withEvents { client async throws in
            let counts = try await client.get("/counts").json
            #expect(counts["streams"]?["a.stream"]?["accepted"] == 2)
            #expect(counts["streams"]?["a.stream"]?["repeats"] == 1)
            #expect(counts["streams"]?["a.stream"]?["invalid"] == 1)
            #expect(counts["streams"]?["none"]?["error"] == 1)
            #expect(counts["total"]?["accepted"] == 4)
            #expect(counts["streams"]?["a.stream"]?["perSecond"]?.number != nil)
            // Events after the end of the 60 seconds count too, so the rate at an early time has all of them.
            let early = try await client.intake.store.counts(at: Date(timeIntervalSince1970: 0))
            #expect(early.streams["a.stream"]?.perSecond == 2.0 / 60)
            let later = try await client.intake.store.counts(at: .distantFuture)
            #expect(later.total.perSecond == 0)
            #expect(later.total.accepted == 4)
        }
    }

    @Test func `DELETE removes all events or those of one test, and positions are not reused`() async throws {
        try await Self.withEvents { client async throws in
            #expect(try await client.send("DELETE", "/events?test=red").status == 204)
            #expect(Self.ids(try await client.get("/events")) == ["b1", "lost", "a2"])
            let response = try await client.get("/events")
            let last = try #require(response.json["next"]?.number?.int64)
            #expect(try await client.send("DELETE", "/events").status == 204)
            #expect(Self.ids(try await client.get("/events")).isEmpty)
            _ = try await client.post(TestWorkspace.event(id: "new"))
            #expect(Self.ids(try await client.get("/events?after=\(last)")) == ["new"])
        }
    }

    @Test func `rejected events are kept up to a limit, and positions continue after a restart`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        var configuration = workspace.configuration
        configuration.storePath = workspace.root.appending(path: "store.sqlite").path
        configuration.maximumRequestEvents = 6000
        for round in 1...2 {
            try await withIntake(configuration) { intake async throws in
                let client = Client(intake: intake)
                let batch = Array(repeating: "{\"x\":1}", count: 6000).joined(separator: ",")
                #expect(try await client.post("[\(batch)]").status == 500)
                var query = EventQuery()
                query.limit = 100_000
                let page = try await intake.store.events(query)
                #expect(page.events.count == min(6000 * round, 10_000))
                #expect(page.next == Int64(6000 * round))
            }
        }
    }

    @Test func `a store of the first version is migrated`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let path = workspace.root.appending(path: "old.sqlite").path
        try OldStore.write(to: path)
        #expect(try IntakeStore(reading: path).events().map(\.id) == ["old"])
        var configuration = workspace.configuration
        configuration.storePath = path
        try await withIntake(configuration) { intake async throws in
            let client = Client(intake: intake)
            _ = try await client.post(TestWorkspace.event(id: "new"), headers: ["X-Event-Test": "t"])
            #expect(Self.ids(try await client.get("/events")) == ["old", "new"])
        }
    }
}

/// A clock on which all time has passed.
struct ElapsedClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
