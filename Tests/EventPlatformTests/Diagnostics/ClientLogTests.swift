import EventPlatformTesting
import EventSchema
import Foundation
import InMemoryLogging
import Logging
import TestSupport
import Testing

@testable import EventPlatform

/// What the client logs: constant messages, keys of one list, no values.
@Suite(.waitLimit) struct ClientLogTests {
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    /// A platform whose log is kept, at the level `debug`.
    private static func platform() throws -> (TestPlatform, InMemoryLogHandler) {
        let url = try #require(URL(string: "https://secret-user:secret@intake.invalid/events?token=secret"))
        var handler = InMemoryLogHandler()
        handler.logLevel = .debug
        let platform = TestPlatform(streams: streams, allowsInvalidEvents: true) { [handler] in
            $0.logger = Logger(label: "test") { _ in handler }
            $0.network.destinations = .everything(to: url)
        }
        return (platform, handler)
    }

    @Test func `every line of a delivery has the id of its batch`() async throws {
        let (platform, log) = try Self.platform()
        await platform.loadConfigurations()
        for _ in 1...3 { platform.client.submitClick(stream: "app") }
        _ = await platform.sentEvents()
        let lines = log.entries.filter { $0.metadata["event-platform.batch.id"] == "eventgate-analytics-external-1" }
        #expect(lines.map { "\($0.message)" } == ["batch sent", "response received", "batch recorded"])
        #expect(lines.allSatisfy { $0.level == .debug && $0.metadata["event-platform.batch.count"] == "3" })
        #expect(lines[1].metadata["event-platform.intake.status"] == "201")
        #expect(lines[2].metadata["event-platform.batch.delivered"] == "3")
    }

    @Test func `a diagnostic of a delivery has the id of its batch, and is logged once`() async throws {
        let (platform, log) = try Self.platform()
        await platform.loadConfigurations()
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        platform.client.submitClick(stream: "app")
        for _ in 1...2 { _ = await platform.sentEvents() }
        let lines = log.entries.filter { $0.level == .notice }
        #expect(lines.map { "\($0.message)" } == ["delivery incomplete"])
        #expect(lines.first?.metadata["event-platform.batch.id"] == "eventgate-analytics-external-1")
    }

    /// Fails when a message or a detail holds what an app has put into an event.
    @Test func `no line holds a value of an event or a secret of a URL`() async throws {
        let (platform, log) = try Self.platform()
        await platform.loadConfigurations()
        platform.connection.respond { _ in NetworkResponse(status: 500) }
        let secret = "secret-" + String(repeating: "x", count: 100)  // too long for its property
        platform.client.submitInteraction(stream: "app", action: secret, interactionData: .init(elementID: secret))
        platform.client.submitInteraction(stream: "app", action: "read", interactionData: .init(elementID: "secret-id"))
        platform.client.submitInteraction(stream: "app", action: "")
        _ = await platform.sentEvents()
        #expect(platform.client.ledger["app"].dropped == [.invalid: 1, .emptyAction: 1])
        let messages: Set = [
            "invalid event", "misuse of the client", "batch sent", "response received", "batch recorded",
        ]
        let keys = Set(ClientLog.Key.allCases.map(\.rawValue))
        for entry in log.entries {
            #expect(!"\(entry)".contains("secret"), "\(entry)")
            #expect(keys.isSuperset(of: entry.metadata.keys), "\(entry)")
            #expect(messages.union(["delivery incomplete"]).contains("\(entry.message)"), "\(entry)")
        }
        #expect(Set(log.entries.map { "\($0.message)" }).isSuperset(of: messages))
    }
}
