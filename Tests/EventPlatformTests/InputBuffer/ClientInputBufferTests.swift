import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Events of a client before stream configurations arrive.
@Suite(.waitLimit) struct ClientInputBufferTests {
    static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    static func submit(_ range: Range<Int>, to platform: TestPlatform) {
        for number in range {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: "\(number)"))
        }
    }

    static func elements(_ events: [JSONValue]) -> [String] { events.compactMap { $0["element_id"]?.string } }

    @Test func `events before configurations are held in order, at most 128 of them`() async {
        let platform = TestPlatform(streams: Self.streams)
        Self.submit(0..<130, to: platform)
        #expect(await platform.sentEvents().isEmpty)
        #expect(platform.client.ledger.streams["app"]?.dropped == [.inputBufferFull: 2])
        #expect(platform.client.ledger.streams["app"]?.pending == 128)
        await platform.loadConfigurations()
        Self.submit(130..<132, to: platform)
        #expect(await Self.elements(platform.sentEvents()) == (2..<132).map(String.init))
    }

    @Test func `what the input buffer has dropped does not come back in the next process`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        do {
            let first = TestPlatform(streams: Self.streams) { $0.store.location = .file(file) }
            Self.submit(0..<128, to: first)
            await first.client.persist()
            Self.submit(128..<130, to: first)
            await first.client.persist()
        }  // ends without a shutdown
        let second = TestPlatform(streams: Self.streams, seed: 2) { $0.store.location = .file(file) }
        await second.loadConfigurations()
        #expect(await Self.elements(second.sentEvents()) == (2..<130).map(String.init))
        let account = second.client.ledger["app"]
        #expect(account.submitted == 130 && account.delivered == 128 && account.dropped == [.inputBufferFull: 2])
    }

    @Test func `a held event is throttled when stream configurations arrive`() async {
        let platform = TestPlatform(streams: Self.streams)
        Self.submit(0..<1, to: platform)
        #expect(await platform.client.persist())
        platform.client.dependencies.snapshot.update { $0.throttles.streams = ["app": .blockAll] }
        await platform.loadConfigurations()
        #expect(await platform.sentEvents().isEmpty)
        #expect(await platform.droppedEvents().map(\.reason) == [.throttled])
        #expect(platform.client.ledger["app"].dropped == [.throttled: 1])
    }

    @Test func `events held before persist are sent in order by the next process`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        do {
            let first = TestPlatform(streams: Self.streams) { $0.store.location = .file(file) }
            Self.submit(0..<100, to: first)
            await first.client.persist()
        }  // ends without a shutdown
        let second = TestPlatform(streams: Self.streams, seed: 2) { $0.store.location = .file(file) }
        Self.submit(100..<110, to: second)
        await second.loadConfigurations()
        #expect(await Self.elements(second.sentEvents()) == (0..<110).map(String.init))
        let account = second.client.ledger.streams["app"]
        #expect(account?.submitted == 110 && account?.delivered == 110)
    }
}
