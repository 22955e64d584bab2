import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// What can be read back from a client, and what it fills in by itself.
@Suite(.waitLimit) struct EventPlatformClientTests {
    private static let streams: JSONObject = [
        "app": ["schema_title": "analytics/product_metrics/app/base"],
        "server": ["schema_title": "analytics/product_metrics/server/base"],
        "custom": [:],
    ]

    @Test func `what was set at run time can be read back`() async {
        let platform = TestPlatform(streams: Self.streams)
        #expect(platform.client.dispatchMode == .periodic())
        platform.client.set(dispatchMode: .manual)
        #expect(platform.client.dispatchMode == .manual && platform.client.configuration.dispatchMode == .manual)
        platform.client.updateContext { $0.page.title = "Blue whale" }
        #expect(platform.client.context.page.title == "Blue whale")
        await platform.client.set(conditions: [.expensive])
        #expect(await platform.client.conditions == [.expensive])
        await platform.client.enterBackground()
        await platform.client.set(conditions: [.lowPower])
        #expect(await platform.client.conditions == [.lowPower, .background])
        await platform.client.enterForeground()
        #expect(await platform.client.conditions == [.lowPower])
        await platform.client.set(consent: .pending)
        #expect(platform.client.consent == .pending)
    }

    /// Fails when a change that comes between begins the change anew without an end.
    @Test func `a change of the context ends although another one always comes between, and keeps both`() {
        let client = TestPlatform(streams: [:]).client
        client.updateContext {
            $0.page.title = "old"
            $0.performer.isLoggedIn = true
        }
        var calls = 0
        client.updateContext {
            calls += 1
            $0.page.id = 7
            $0.performer.isLoggedIn = nil
            client.updateContext { $0.page.title = "inner \(calls)" }
        }
        #expect(calls == EventPlatformClient.maximumContextChanges)
        #expect(client.context.page.title == "inner \(calls)" && client.context.page.id == 7)
        #expect(client.context.performer.isLoggedIn == nil)
    }

    @Test func `an interaction without schema follows the base schema of the context's platform family`() async {
        let platform = TestPlatform(streams: Self.streams, context: .empty)
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app") { $0.agent.clientPlatform = .android }
        platform.client.submitClick(stream: "server") { $0.agent.clientPlatform = .swiftServer }
        platform.client.submitInteraction(stream: "server", action: "start") {
            $0.agent.clientPlatform = .swiftCommandLine
        }
        let events = await platform.sentEvents()
        let schemas = events.compactMap { $0["$schema"]?.string }
        #expect(schemas == [SchemaID.appBase, .serverBase, .serverBase].map(\.path))
        let families = events.compactMap { $0["agent"]?["client_platform_family"]?.string }
        #expect(families == ["app", "server", "command_line"])
    }

    #if os(Linux)
        @Test func `on Linux an interaction is valid for the server base schema without any context`() async {
            let platform = TestPlatform(streams: Self.streams, context: Context())
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "server")
            let events = await platform.sentEvents()
            #expect(events.first?["agent"] == ["client_platform": "swift_server", "client_platform_family": "server"])
            #expect(platform.client.ledger["server"].delivered == 1, "\(platform.client.ledger)")
        }
    #endif

    @Test func `setting a platform sets its family when it has only one, and otherwise leaves the family unchanged`() {
        var context = Context.empty
        context.agent.clientPlatform = .swiftCommandLine
        #expect(context.agent.clientPlatformFamily == .commandLine)
        context.agent.clientPlatform = .mediaWikiJS
        #expect(context.agent.clientPlatformFamily == .commandLine)
        context.agent.clientPlatformFamily = .mobileBrowser
        #expect(context.agent.clientPlatform == .mediaWikiJS)
    }

    // MARK: - Fields

    private struct Reading: Encodable {
        var article: String
        var at: Date
    }

    /// Fails when values are encoded by another encoder than whole events are.
    @Test func `fields may be any values that can be encoded`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        let (title, count, time) = ("Blue whale", 3, Date(timeIntervalSince1970: 1.5))
        for data in [
            InteractionData(fields: ["article": title, "at": time]),
            InteractionData(fields: Reading(article: title, at: time)),
            InteractionData(fields: ["article": .string(title), "at": "1970-01-01T00:00:01.500Z"]),
        ] {
            platform.client.submitInteraction(
                stream: "custom", schema: "/custom/1.0.0", action: "read", interactionData: data)
        }
        platform.client.submitInteraction(
            stream: "custom", schema: "/custom/1.0.0", action: "read",
            interactionData: .init(fields: ["count": count, "list": [1.5, 2]]))
        let events = await platform.sentEvents()
        for event in events.prefix(3) {
            #expect(event["article"] == "Blue whale" && event["at"] == "1970-01-01T00:00:01.500Z")
        }
        #expect(events.last?["count"] == 3 && events.last?["list"] == [1.5, 2])
    }

    @Test func `an interaction whose fields cannot be encoded is dropped and reported without their values`() async {
        let platform = TestPlatform(streams: Self.streams, allowsInvalidEvents: true)
        await platform.loadConfigurations()
        platform.client.submitInteraction(
            stream: "app", action: "read", interactionData: .init(fields: ["ratio": Double.infinity]))
        platform.client.submitInteraction(stream: "app", action: "read", interactionData: .init(fields: [1, 2]))
        await platform.client.persist()
        #expect(platform.client.ledger["app"].dropped == [.unencodable: 2])
        let messages = platform.client.diagnostics.filter { $0.kind == .misuse }.map(\.message)
        #expect(messages.count == 2 && messages.allSatisfy { !$0.contains("inf") }, "\(messages)")
    }

    // MARK: - Texts

    @Test func `ledger and report describe themselves in a line for each stream`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        for _ in 1...2 { platform.client.submitClick(stream: "app") }
        platform.client.submitClick(stream: "nowhere")
        let report = await platform.client.flush(deadline: .seconds(1))
        #expect("\(report)" == "2 delivered, 0 pending, 0 dropped; ended since nothing more is pending")
        #expect(
            "\(platform.client.ledger)" == """
                all streams: 3 submitted: 2 delivered, 0 pending, 1 dropped (unknownStream 1)
                app: 2 submitted: 2 delivered, 0 pending, 0 dropped
                nowhere: 1 submitted: 0 delivered, 0 pending, 1 dropped (unknownStream 1)
                """)
        #expect(platform.client.ledger["nowhere else"] == Ledger.Account())
    }
}
