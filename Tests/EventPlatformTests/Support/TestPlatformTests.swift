import EventPlatformTesting
import EventSchema
import Testing

@testable import EventPlatform

@Suite struct TestPlatformTests {
    @Test func `a test platform sends the name of its test with every request`() async {
        for (platform, name) in [
            (TestPlatform(streams: ["s": [:]]), "\(#function)"),
            (TestPlatform(streams: ["s": [:]], test: "own"), "own"),
        ] {
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "s")
            _ = await platform.sentEvents()
            let posted = platform.connection.requests.filter { $0.method == .post }
            #expect(posted.map { $0.headers["X-Event-Test"] } == [name])
        }
    }

    @Test func `dropped events come with their reason, and with the event where it was built`() async {
        let platform = TestPlatform(streams: ["s": ["schema_title": "analytics/product_metrics/app/base"]])
        platform.client.submitClick(stream: "s", interactionData: .init(elementID: String(repeating: "x", count: 80)))
        #expect(await platform.droppedEvents().isEmpty, "it waits for the stream configurations")
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "unknown")
        let drops = await platform.droppedEvents()
        #expect(drops.map(\.reason).sorted() == [.invalid, .unknownStream])
        let invalid = drops.first { $0.reason == .invalid }
        #expect(invalid?.event?["action"] == "click")
        #expect(invalid?.description == "s: invalid: /element_id: is 80 characters long, at most 64 are allowed")
        #expect(drops.first { $0.reason == .unknownStream }?.event == nil)
    }
}
