import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Clients one of whose destinations never responds, over a transport that ignores cancellation. The clock moves only
/// where a test moves it.
@Suite(.waitLimit) struct SilentDestinationTests {
    private static let streams: JSONObject = [
        "slow": ["schema_title": "analytics/product_metrics/app/base", "destination_event_service": "slow-service"],
        "fast": ["schema_title": "analytics/product_metrics/app/base", "destination_event_service": "fast-service"],
    ]

    /// Responses that never come, until the test ends.
    private final class Silence: Sendable {
        private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])

        func listen() async { await withCheckedContinuation { waiter in waiting.withLock { $0.append(waiter) } } }
        func end() { for waiter in waiting.withLock({ $0 }) { waiter.resume() } }
    }

    private struct Bench {
        let folder: TemporaryFolder
        let platform: TestPlatform
        private let silence = Silence()

        var client: EventPlatformClient { platform.client }

        /// Starts a client with one event to each destination, and waits for the request without a response.
        init() async throws {
            let folder = try TemporaryFolder()
            self.folder = folder
            platform = TestPlatform(streams: SilentDestinationTests.streams) {
                $0.store.location = .file(folder.file("events.sqlite"))
                $0.dispatchMode = .immediate
                $0.network.timeout = .seconds(86_400)
                $0.network.destinations = Destinations(
                    services: [
                        "slow-service": URL(string: "http://slow.example/"),
                        "fast-service": URL(string: "http://fast.example/"),
                    ].compactMapValues(\.self))
            }
            platform.connection.respond { [silence] request in
                if request.url.host() == "slow.example" { await silence.listen() }
                return NetworkResponse(status: 201)
            }
            await platform.loadConfigurations()
            platform.client.start()
            platform.client.submitClick(stream: "slow")
            await platform.client.persist()
            _ = try await platform.connection.waitForRequest { $0.url.host() == "slow.example" }
        }

        /// Waits until so many events of the other destination were delivered.
        func delivery(toFast count: Int) async {
            while true {
                let seen = client.dependencies.mailbox.changed.count
                if client.ledger["fast"].delivered >= count || Task.isCancelled { return }
                await client.dependencies.mailbox.changed.wait(after: seen)
            }
        }

        func end() {
            silence.end()
            folder.remove()
        }
    }

    @Test
    func `a flush sends to other destinations at once, and ends at its deadline`() async throws {
        let bench = try await Bench()
        defer { bench.end() }
        async let report = bench.client.flush(deadline: .seconds(10))
        try await bench.platform.clock.waitForSleep(of: .seconds(10))
        bench.client.submitClick(stream: "fast")
        await bench.client.persist()
        await bench.delivery(toFast: 1)
        bench.client.submitClick(stream: "fast")
        await bench.client.persist()
        await bench.delivery(toFast: 2)
        bench.platform.clock.advance(by: .seconds(10))
        #expect(await report.deadlinePassed)
        #expect(bench.client.ledger["fast"].pending == 0 && bench.client.ledger["slow"].pending == 1)
        _ = await bench.client.shutdown(deadline: .zero)
    }

    @Test
    func `persist() stores events while a request has no response`() async throws {
        let bench = try await Bench()
        defer { bench.end() }
        bench.client.submitClick(stream: "slow")
        #expect(await bench.client.persist())
        let inspector = try StoreInspector(path: bench.folder.file("events.sqlite").path)
        #expect(try inspector.statistics(now: Timestamp(milliseconds: 0))["waiting"] == 2)
        _ = await bench.client.shutdown(deadline: .zero)
    }

    @Test(arguments: [Consent.declined, .pending, .granted])
    func `set(consent:) returns while a request has no response`(consent: Consent) async throws {
        let bench = try await Bench()
        defer { bench.end() }
        await bench.client.set(consent: consent)
        #expect(bench.client.consent == consent)
        #expect(bench.client.ledger["slow"].dropped == (consent == .declined ? [.consentDeclined: 1] : [:]))
        if consent == .granted {
            bench.client.submitClick(stream: "fast")
            await bench.client.persist()
            await bench.delivery(toFast: 1)
        }
        _ = await bench.client.shutdown(deadline: .zero)
    }

    @Test
    func `a shutdown ends at its deadline, and the next process has the event`() async throws {
        let bench = try await Bench()
        defer { bench.end() }
        bench.client.submitClick(stream: "fast")
        async let report = bench.client.shutdown(deadline: .seconds(5))
        try await bench.platform.clock.waitForSleep(of: .seconds(5))
        await bench.delivery(toFast: 1)
        bench.platform.clock.advance(by: .seconds(5))
        #expect(await report.pending == 1)
        #expect(await report.deadlinePassed)
        let next = TestPlatform(
            streams: Self.streams, seed: 2, clock: bench.platform.clock,
            configure: { $0.store.location = .file(bench.folder.file("events.sqlite")) })
        await next.loadConfigurations()
        #expect(await next.sentEvents().count == 1)
        _ = await next.client.shutdown(deadline: .zero)
    }

    @Test
    func `a shutdown without time returns at once`() async throws {
        let bench = try await Bench()
        defer { bench.end() }
        #expect(await bench.client.shutdown(deadline: .zero).pending == 1)
    }
}
