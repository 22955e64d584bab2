import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Two clients on one store file.
@Suite(.waitLimit) struct ClientSpoolTests {
    /// Fails without `renumberHeld()`: both clients number their submissions from 1, so one would replace the other's.
    @Test func `events held by an owner that was killed are sent by the client that becomes the owner`() async throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        func platform(_ seed: UInt64) -> TestPlatform {
            TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed) {
                $0.store.location = .file(place.main)
            }
        }
        var first: TestPlatform? = platform(1)
        for number in 1...3 { first?.client.submitInteraction(stream: "app", action: "first-\(number)") }
        #expect(await first?.client.persist() == true)
        let second = platform(2)
        #expect(await second.client.runtime.core.prepare()?.store.forwardsToOwner == true)
        first = nil  // as if it had been killed
        for number in 1...3 { second.client.submitInteraction(stream: "app", action: "second-\(number)") }
        #expect(await second.client.persist())
        await second.loadConfigurations()
        let actions = await second.sentEvents().compactMap { $0["action"]?.string }
        #expect(Set(actions) == Set((1...3).flatMap { ["first-\($0)", "second-\($0)"] }))
        #expect(second.client.ledger.total.delivered == 6 && second.client.ledger.total.pending == 0)
    }

    @Test func `of two clients on one file the owner sends the events of both`() async throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let streams: JSONObject = [
            "app": [
                "schema_title": "analytics/product_metrics/app/base",
                "producers": ["metrics_platform_client": ["provide_values": ["agent_app_install_id"]]],
            ]
        ]
        func platform(_ seed: UInt64) -> TestPlatform {
            TestPlatform(streams: streams, seed: seed) { $0.store.location = .file(place.main) }
        }
        let (first, second) = (platform(1), platform(2))
        for platform in [first, second] {
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "app")
            await platform.client.persist()
        }
        let report = await second.client.flush(deadline: .seconds(5))
        #expect(report.pending == 1 && !report.deadlinePassed, "forwarded to the owner")
        #expect(await second.sentEvents().isEmpty)
        let sent = await first.sentEvents()
        let ids = sent.compactMap { $0["agent"]?["app_install_id"]?.string }
        #expect(sent.count == 2 && ids.count == 2 && Set(ids).count == 1, "\(ids)")
        #expect(first.client.ledger.total.delivered == 2)
    }

    @Test
    func `an idle owner imports the events held by a second client that was killed`() async throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        func platform(_ seed: UInt64) -> TestPlatform {
            TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], seed: seed) {
                $0.store.location = .file(place.main)
            }
        }
        let owner = platform(1)
        await owner.loadConfigurations()
        var second: TestPlatform? = platform(2)
        second?.client.submitClick(stream: "app")
        #expect(await second?.client.persist() == true)
        second = nil  // as if it had been killed
        // The lock of the second client is released with the last task that references it.
        await until("the event of the second client is imported") {
            await owner.client.runtime.core.maintain()  // as the folder watch causes
            return owner.client.ledger.total.pending > 0
        }
        let destinations = try await owner.client.runtime.core.opened?.store.destinations()
        #expect(destinations?.count == 1 && owner.client.ledger.total.pending == 1)
    }

    /// Fails without the folder watch: nothing else wakes a client without events.
    @Test func `an idle owner sends the events of a second process without waiting for a timer`() async throws {
        let place = try SpoolTests.Place()
        defer { place.folder.remove() }
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.location = .file(place.main)
            $0.dispatchMode = .immediate
        }
        let arrived = AsyncStream.makeStream(of: Void.self)
        platform.connection.respond { request in
            guard request.method == .post else { return NetworkResponse(status: 404) }
            arrived.continuation.yield()
            return NetworkResponse(status: 201)
        }
        try await platform.client.openStore()
        let run = Task { await platform.client.run() }
        let guest = try place.guest(isEnqueueOnly: true)
        var transaction = SpoolTests.adding("1")
        transaction.added[0].storedAt = StorageTime(platform.clock)
        _ = try guest.commit(transaction)
        for await _ in arrived.stream { break }
        let requests = platform.connection.requests.filter { $0.method == .post }
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["[{}]"])
        run.cancel()
        await run.value
        _ = await platform.client.shutdown(deadline: .zero)
    }
}
