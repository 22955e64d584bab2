import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Events that are stored before they can be decided arrive as those that are decided at once.
@Suite(.waitLimit) struct EventDetourTests {
    /// What an event waits for, while time passes, and context, session and page view change.
    enum Detour: CaseIterable {
        case streamConfigurations, schema, both

        var hasLateConfigurations: Bool { self != .schema }
        var hasLateSchema: Bool { self != .streamConfigurations }
    }

    private static let id: SchemaID = "/my/own/1.0.0"

    private static let streams: JSONObject = [
        "own": [
            "schema_title": "my/own", "sample": ["unit": "session", "rate": 1],
            "producers": [
                "metrics_platform_client": [
                    "provide_values": [
                        "page_title", "performer_session_id", "performer_pageview_id", "agent_app_install_id",
                    ]
                ]
            ],
        ]
    ]

    private static let schema: JSONValue = [
        "title": "my/own", "$id": "/my/own/1.0.0", "type": "object",
        "properties": [
            "$schema": ["type": "string"], "dt": ["type": "string"], "number": ["type": "integer"],
            "action": ["type": "string"], "page": properties("title"), "sample": ["type": "object"],
            "performer": properties("session_id", "pageview_id"),
            "agent": properties("app_install_id", "client_platform", "client_platform_family"),
            "meta": properties("stream", "id", "domain", "dt", "sequence_number"),
        ],
    ]

    private static func properties(_ names: String...) -> JSONValue {
        ["type": "object", "properties": .object(JSONObject(names.map { ($0, [:]) }))]
    }

    private struct Own: EventInterface {
        var schema: SchemaID { EventDetourTests.id }
        var number = 1
    }

    /// The events that arrive.
    private static func arrivals(
        _ detour: Detour?, configure: @Sendable (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) async -> [JSONValue] {
        let hasLateSchema = detour?.hasLateSchema == true
        let store = InMemoryEventStore()
        let platform = TestPlatform(streams: streams, test: "detour") {
            $0.validation.sources = [
                hasLateSchema ? .repository(URL(filePath: "/repository")) : .documents([id: schema])
            ]
            $0.store.sendsSequenceNumbers = true
            $0.store.custom = { store }
            configure(&$0)
        }
        let isSchemaThere = Signal()
        platform.connection.respond { request in
            guard request.method == .get else { return NetworkResponse(status: 201) }
            await isSchemaThere.wait(after: 0)
            return NetworkResponse(status: 200, body: schema.jsonBytes)
        }
        await platform.client.persist()  // opens the store, which has the install id
        if detour?.hasLateConfigurations != true { await platform.loadConfigurations() }
        submit(to: platform.client)
        await platform.client.persist()
        platform.clock.advance(by: .seconds(2))  // less than a request for a schema may take
        platform.client.updateContext {
            $0.page.title = "later"
            $0.domain = "later.example"
        }
        platform.client.resetSession()
        _ = platform.client.beginPageview()
        await platform.loadConfigurations()
        await platform.client.persist()
        let waiting = store.events(awaiting: id.path, atMost: 9).map { String(decoding: $0.submission, as: UTF8.self) }
        #expect(waiting.count == (hasLateSchema ? 3 : 0) && !waiting.contains { $0.contains("not asked for") })
        isSchemaThere.end()
        var events: [JSONValue] = []
        await until("all events arrive") {
            events = await platform.sentEvents()
            return events.count == 3
        }
        let stored = store.load(at: StorageTime(platform.clock)).ledger.total
        #expect(stored.submitted == 3 && stored.delivered == 3 && stored.dropped.isEmpty)
        return events
    }

    private static func submit(to client: EventPlatformClient) {
        client.updateContext {
            $0.page.title = "then"
            $0.domain = "then.example"
            $0.performer.name = "not asked for"
        }
        _ = client.beginPageview()
        client.submit(stream: "own", event: Own())
        client.submit(stream: "own", event: Own(), domain: "call.example") { $0.page.title = "of the call" }
        client.submitInteraction(stream: "own", schema: id, action: "open")
    }

    @Test(arguments: Detour.allCases)
    func `an event that waited arrives as one that did not`(detour: Detour) async {
        let direct = await Self.arrivals(nil)
        #expect(direct.map { $0["page"]?["title"] } == ["then", "of the call", "then"])
        #expect(direct.map { $0["meta"]?["domain"] } == ["then.example", "call.example", "then.example"])
        #expect(direct.map { $0["meta"]?["sequence_number"] } == [1, 2, 3])
        for event in direct {
            #expect(event["dt"] == "2026-01-01T00:00:00.000Z" && event["sample"] == ["unit": "session", "rate": 1])
            #expect(event["performer"]?.object?.count == 2 && event["agent"]?.object?.count == 3)
        }
        #expect(await Self.arrivals(detour) == direct)
    }

    @Test(arguments: Detour.allCases)
    func `an event of a tool that waited arrives unchanged`(detour: Detour) async {
        let direct = await Self.arrivals(nil) { $0.completesEvents = false }
        #expect(direct.allSatisfy { $0["dt"] == nil && $0["page"] == nil && $0["agent"] == nil })
        #expect(await Self.arrivals(detour) { $0.completesEvents = false } == direct)
    }
}
