import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Calls with a deadline, while the store does not respond.
@Suite struct BlockedStoreTests {
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    enum Call: CaseIterable { case persist, decline, shutdown }

    @Test(arguments: Call.allCases)
    func `a call returns at its deadline and says that the store did not respond`(call: Call) async throws {
        let store = BlockingStore()
        let platform = TestPlatform(streams: Self.streams) { $0.store.custom = { store } }
        let client = platform.client
        await platform.loadConfigurations()
        store.set(isOpen: false)
        client.submitClick(stream: "app")
        async let isDone: Bool = {
            switch call {
            case .persist: await client.persist(deadline: .seconds(3))
            case .decline: await client.set(consent: .declined, deadline: .seconds(3))
            case .shutdown: await client.shutdown(deadline: .seconds(3)).end != .deadline
            }
        }()
        await store.blocked.wait(after: 0)
        try await platform.clock.waitForSleep(of: .seconds(3))
        platform.clock.advance(by: .seconds(3))
        if call == .shutdown {
            try await platform.clock.waitForSleep(of: .milliseconds(250))
            platform.clock.advance(by: .milliseconds(250))
        }
        #expect(await !isDone)
        #expect(client.diagnostics.contains { $0.kind == .store && $0.message.contains("did not respond in time") })
        store.set(isOpen: true)
        if call != .shutdown { _ = await client.shutdown(deadline: .zero) }
    }

    /// A command that waits for no response has time for its store all the same. Fails when the store gets 50 ms.
    @Test func `a store that closes within the time for it is no finding, although the flush had none`() async throws {
        let store = BlockingStore()
        let platform = TestPlatform(streams: Self.streams) { $0.store.custom = { store } }
        let client = platform.client
        await platform.loadConfigurations()
        store.set(isOpen: false)
        client.submitClick(stream: "app")
        async let report = client.shutdown(deadline: .zero, closingWithin: .seconds(5))
        await store.blocked.wait(after: 0)
        try await platform.clock.waitForSleep(of: .seconds(5))
        platform.clock.advance(by: .seconds(4))
        store.set(isOpen: true)
        #expect(await report.pending == 1)
        #expect(!client.diagnostics.contains { $0.message.contains("did not respond in time") })
    }
}
