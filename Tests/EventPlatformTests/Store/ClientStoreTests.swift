import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// What a client does with its store.
@Suite(.waitLimit) struct ClientStoreTests {
    /// Fails when `StoreOpener` does not open an alternative file.
    @Test func `a store file that is not a database is left alone and reported, and events are sent`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        try Data("not a database, but something else".utf8).write(to: file)
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.location = .file(file)
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        #expect(await platform.sentEvents().count == 1)
        #expect(platform.client.diagnostics.contains { $0.kind == .store && $0.description.contains(file.path) })
        #expect(try Data(contentsOf: file).starts(with: Data("not a".utf8)))
    }

    /// Fails when `AgeLimit` measures the age of events of the running boot on the wall clock.
    @Test(arguments: [31, 3650, -3650])
    func `a wall clock jump within a boot expires no event`(days: Int64) async {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        platform.client.submitClick(stream: "app")
        await platform.client.runCycle()
        platform.clock.setWall(milliseconds: 1_767_225_600_000 + days * 86_400_000)
        platform.client.submitClick(stream: "app")
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.pending == 2)
    }

    @Test func `events older than 30 days are dropped and counted`() async {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        platform.client.submitClick(stream: "app")
        await platform.client.runCycle()
        platform.clock.advance(by: .seconds(31 * 86_400))
        await platform.client.runCycle()
        #expect(platform.client.ledger.total.dropped == [.expired: 1])
    }

    @Test func `events that expire while a request is in flight are not sent after it`() async throws {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.emitter.bufferOption = 20
        }
        await platform.loadConfigurations()
        let response = Signal()
        platform.connection.respond { _ in
            await response.wait(after: 0)
            return NetworkResponse(status: 201)
        }
        for _ in 0..<100 { platform.client.submitClick(stream: "app") }
        await platform.client.persist()
        // The leases outlast the test.
        platform.clock.advance(by: .seconds(30 * 86_400 - 10))
        // The events of all batches are read before the first request.
        let cycle = Task { await platform.client.runtime.core.cycle(isPaced: false) }
        _ = try await platform.connection.waitForRequest { $0.method == .post }
        platform.clock.advance(by: .seconds(20))
        await platform.client.runtime.core.maintain()
        response.raise()
        await cycle.value
        #expect(platform.connection.requests.count { $0.method == .post } == 1)
        #expect(platform.client.ledger.total.dropped == [.expired: 100])
    }

    @Test(arguments: [true, false])
    func `an event with the id of a delivered one is a duplicate where delivered ids are kept`(keepsIDs: Bool) async {
        struct Own: EventInterface {
            var schema: SchemaID { "/my/own/1.0.0" }
            let meta = ["id": "mine"]
        }
        let platform = TestPlatform(streams: ["own": [:]]) { $0.store.keepsDeliveredIDs = keepsIDs }
        await platform.loadConfigurations()
        for _ in 0..<2 {
            platform.client.submit(stream: "own", event: Own())
            _ = await platform.sentEvents()
        }
        let account = platform.client.ledger["own"]
        #expect(account.delivered == (keepsIDs ? 1 : 2) && account.dropped == (keepsIDs ? [.duplicate: 1] : [:]))
    }
}
