import EventPlatformTesting
import EventSchema
import EventSupport
import TestSupport
import Testing

@testable import EventPlatform

/// Events that are too large, or that the store refuses.
@Suite(.waitLimit) struct CommitStageTests {
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]
    private struct Refused: Error {}

    @Test func `an event that the cipher cannot seal is dropped, and others are stored`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let platform = TestPlatform(streams: Self.streams) {
            $0.store.location = .file(folder.file("events.sqlite"))
            $0.store.settings.cipher = EventCipher(
                seal: { bytes in
                    if String(decoding: bytes, as: UTF8.self).contains("poison") { throw Refused() }
                    return bytes
                }, open: { $0 })
        }
        await platform.loadConfigurations()
        for element in ["a", "poison", "b", "c"] {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: element))
        }
        #expect(await platform.client.persist())
        #expect(platform.client.ledger.total.dropped == [.unwritable: 1])
        #expect(await platform.sentEvents().compactMap { $0["element_id"]?.string } == ["a", "b", "c"])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `an event larger than the byte limit is dropped before it is stored`() async {
        let store = InMemoryEventStore()
        let platform = TestPlatform(streams: Self.streams) {
            $0.store.custom = { store }
            $0.emitter.byteLimitPost = 2000
        }
        await platform.loadConfigurations()
        let large = String(repeating: "x", count: 4000)
        platform.client.submitClick(stream: "app", interactionData: .init(context: ["large": .string(large)]))
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        #expect(platform.client.ledger.total.dropped == [.tooLarge: 1])
        #expect(store.storedRows(atMost: 9).count == 1)
    }
}
