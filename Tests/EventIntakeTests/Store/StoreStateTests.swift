import EventSchema
import EventSupport
import TestSupport
import Testing

@testable import EventIntake

/// What a page says of removed events.
@Suite(.waitLimit) struct StoreStateTests {
    private static func events(_ range: Range<Int>, stream: String = "s") -> [SinkEvent] {
        range.map { SinkEvent(id: "\(stream)\($0)", stream: stream, schema: "/s", event: JSON([:])) }
    }

    private static func rejected(_ count: Int) -> [RejectedEvent] {
        Array(repeating: RejectedEvent(JSON([:]), EventRefusal("x", .client), of: nil, test: nil), count: count)
    }

    /// `removed` as a page has it.
    private static func removed(_ accepted: Int, _ rejected: Int, _ errorEvents: Int) -> JSONValue {
        ["accepted": .number(accepted), "rejected": .number(rejected), "errorEvents": .number(errorEvents)]
    }

    private static func state(_ store: IntakeStore) async throws -> StoreState {
        try await store.page(EventQuery(), of: .whole).state
    }

    @Test func `each kind has the position up to which events made room, also after a restart`() async throws {
        try await inFolder { folder in
            let path = folder + "/store.sqlite"
            let store = try IntakeStore(path: path, maximumEvents: 3)
            try await store.add(Self.events(0..<3))
            var expected = try await Self.state(store)
            #expect(JSONObject(expected.members)["removed"] == Self.removed(0, 0, 0))
            #expect(expected.removals == 0 && expected.newest == 3)
            try await store.add(Self.events(3..<5))
            expected = try await Self.state(store)
            #expect(JSONObject(expected.members)["removed"] == Self.removed(2, 0, 0))
            #expect(expected.removals == 1)
            try await store.add([], rejected: Self.rejected(IntakeStoreWriter.rejectedLimit + 1))
            try await store.add(
                Self.events(0..<IntakeStoreWriter.rejectedLimit + 2, stream: "x.error.validation"))
            expected = try await Self.state(store)
            #expect(JSONObject(expected.members)["removed"] == Self.removed(2, 6, 10_008))
            #expect(expected.removals == 3 && expected.newest == 20_008)
            try store.close()
            let again = try IntakeStore(path: path, maximumEvents: 3)
            #expect(try await Self.state(again) == expected)
            try again.close()
        }
    }

    @Test func `a page has the number of removals of its own transaction`() async throws {
        let store = try IntakeStore(maximumEvents: 100)
        // Each page that lacks the first events has the number of at least as many removals as its events tell.
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for start in stride(from: 0, to: 4000, by: 20) { try await store.add(Self.events(start..<start + 20)) }
            }
            group.addTask {
                while try await Self.state(store).newest < 4000 {
                    let found = try await store.page(EventQuery(), of: .received)
                    guard let first = found.page.events.first else { continue }
                    // Every commit of 20 events behind the hundredth has removed 20.
                    #expect(first.position == Int64(found.state.removals * 20 + 1))
                }
            }
            try await group.waitForAll()
        }
        try store.close()
    }

    @Test(arguments: ["?test=red", ""])
    func `DELETE ends a wait, with another number of removals`(query: String) async throws {
        try await TestWorkspace.open { client async throws in
            _ = try await client.post(TestWorkspace.event(), headers: ["X-Event-Test": "red"])
            let page = try await client.get("/events").json
            let (next, removals) = (page["next"]?.number?.int64 ?? 0, page["removals"]?.number?.int64 ?? -1)
            #expect(page["store"] == .string(client.intake.store.name))
            async let waiting = client.get("/events?after=\(next)&removals=\(removals)&wait=300")
            await until("the query waits") { client.intake.store.arrivals.waiterCount == 1 }
            #expect(try await client.send("DELETE", "/events\(query)").status == 204)
            let woken = try await waiting.json
            #expect(woken["events"] == [] && woken["next"] == .number(next) && woken["newest"] == page["newest"])
            #expect(woken["removals"] != page["removals"] && woken["removed"] == Self.removed(0, 0, 0))
            // The number is another one already.
            let late = try await client.get("/events?after=\(next)&removals=\(removals)&wait=300").json
            #expect(late == woken)
        }
    }

    @Test func `pruning ends a wait for events that do not arrive`() async throws {
        try await TestWorkspace.open(configure: { $0.maximumEvents = 1 }) { client async throws in
            _ = try await client.post(TestWorkspace.event(id: "1"))
            async let waiting = client.get("/events?id=nobody&removals=0&wait=300")
            await until("the query waits") { client.intake.store.arrivals.waiterCount == 1 }
            _ = try await client.post(TestWorkspace.event(id: "2"))
            let woken = try await waiting.json
            #expect(woken["removals"] == 1 && woken["removed"] == Self.removed(1, 0, 0))
        }
    }

    @Test func `a removal of nothing is none`() async throws {
        try await TestWorkspace.open { client async throws in
            _ = try await client.post(TestWorkspace.event())
            #expect(try await client.send("DELETE", "/events?test=other").status == 204)
            #expect(try await client.get("/events").json["removals"] == 0)
        }
    }
}
