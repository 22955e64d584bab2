import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// The user's consent across restarts, and what it does to requests and identifiers.
@Suite(.waitLimit) struct ConsentTests {
    private static let streams: JSONObject = [
        "app": [
            "schema_title": "analytics/product_metrics/app/base",
            "producers": [
                "metrics_platform_client": ["provide_values": ["agent_app_install_id", "performer_session_id"]]
            ],
        ]
    ]

    @Test(arguments: Consent.allCases)
    func `the last consent is kept across restarts and overrides the configuration`(choice: Consent) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        func platform(_ seed: UInt64) -> TestPlatform {
            TestPlatform(streams: Self.streams, seed: seed) { $0.store.location = .file(folder.file("events.sqlite")) }
        }
        let first = platform(1)
        await first.client.set(consent: choice)
        #expect(first.client.consent == choice)
        _ = await first.client.shutdown(deadline: .zero)
        let second = platform(2)
        second.client.submitClick(stream: "app")
        await second.loadConfigurations()
        await second.client.persist()
        #expect(second.client.consent == choice)
        #expect(second.client.ledger.total.dropped == (choice == .declined ? [.consentDeclined: 1] : [:]))
        _ = await second.client.shutdown(deadline: .zero)
    }

    @Test func `declining consent renews the install id and the session id`() async throws {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        let before = try #require(await platform.sentEvents().last)
        await platform.client.set(consent: .declined)
        await platform.client.set(consent: .granted)
        platform.client.submitClick(stream: "app")
        let after = try #require(await platform.sentEvents().last)
        for path in [["agent", "app_install_id"], ["performer", "session_id"]] {
            #expect(before[path: path] != nil && after[path: path] != nil && before[path: path] != after[path: path])
        }
    }

    @Test func `a refusal while events are decided drops also those that are decided and not stored`() async throws {
        let declining = Locked<CurrentSnapshot?>(nil)
        var streams = Self.streams
        streams["curated"] = [
            "schema_title": "analytics/product_metrics/app/base",
            "producers": [
                "metrics_platform_client": [
                    "provide_values": ["page_id"], "curation": ["page_id": ["less_than": 500]],
                ]
            ],
        ]
        let platform = TestPlatform(streams: streams) {
            $0.onDrop = { _ in
                declining.withLock(\.self)?.update { ($0.consent, $0.isConsentSet) = (.declined, true) }
            }
        }
        await platform.loadConfigurations()
        declining.withLock { [snapshot = platform.client.dependencies.snapshot] in $0 = snapshot }
        platform.client.submitClick(stream: "app")
        platform.client.submitClick(stream: "curated")
        platform.client.submitClick(stream: "app")
        await platform.client.runtime.core.decide()
        #expect(platform.client.ledger.total.dropped == [.curated: 1, .consentDeclined: 2])
        #expect(try await platform.client.runtime.core.opened?.store.storedRows(atMost: 10) == [])
    }

    @Test(arguments: [Consent.pending, .declined])
    func `pending or declined consent cancels the request in flight`(choice: Consent) async throws {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        let asked = Signal()
        platform.connection.respond { _ in
            asked.raise()
            await Signal().wait(after: 0)  // ends only when cancelled
            throw CancellationError()
        }
        async let report = platform.client.dispatch()
        await asked.wait(after: 0)
        await platform.client.set(consent: choice)
        _ = await report
        #expect(platform.client.ledger.total.pending == (choice == .pending ? 1 : 0))
        #expect(platform.client.ledger.total.delivered == 0)
    }
}
