import EventSupport
import EventPlatform
import EventPlatformTesting
import EventSchema
import Testing

/// The client as it runs by itself, on clocks that the test moves.
@Suite struct RunningClientTests {
    @Test func `configurations are fetched ten times more, 30 s after the first, each delay 1.5 times the last`() async
    {
        let platform = TestPlatform(streams: [:])
        platform.connection.answer { _ in throw NetworkError("offline") }
        platform.client.start()
        for retry in 0..<10 {
            let delay = Duration.milliseconds(Int64(30_000 * (0..<retry).reduce(1.0) { product, _ in product * 1.5 }))
            await platform.clock.waitForSleep(of: delay)
            #expect(platform.connection.requests.count == retry + 1)
            platform.clock.advance(by: delay)
        }
        await platform.clock.waitForSleep(of: .seconds(3600))
        #expect(platform.connection.requests.count == 11)
        #expect(platform.client.diagnostics.contains { $0.kind == .configurationUnavailable })
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `stored events leave after 30 seconds, and with nothing stored no timer runs`() async {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.client.start()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        await platform.clock.waitForSleep(of: .seconds(30))
        #expect(platform.client.ledger.total.delivered == 0)
        let delivered = Locked<CheckedContinuation<Void, Never>?>(nil)
        await withCheckedContinuation { continuation in
            delivered.withLock { $0 = continuation }
            platform.connection.answer { request in
                if request.method == .post { delivered.withLock { $0.take() }?.resume() }
                return NetworkResponse(status: 201)
            }
            platform.clock.advance(by: .seconds(30))
        }
        _ = await platform.client.flush(deadline: .seconds(1))
        #expect(platform.client.ledger.total.delivered == 1)
        #expect(platform.clock.sleeps.allSatisfy { $0 <= .defaultCommitDelay }, "\(platform.clock.sleeps)")
        _ = await platform.client.shutdown(deadline: .seconds(1))
    }

    @Test func `a flush beside the running client asks a failing intake no oftener than its back-off says`() async {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.connection.answer { _ in NetworkResponse(status: 503, headers: ["Retry-After": "60"]) }
        platform.client.start()
        platform.client.submitClick(stream: "app")
        async let report = platform.client.flush(deadline: .seconds(300))
        for attempt in 1...4 {
            await platform.clock.waitForSleep(of: .seconds(60))
            #expect(platform.connection.requests.filter { $0.method == .post }.count == attempt)
            platform.clock.advance(by: .seconds(60))
        }
        platform.clock.advance(by: .seconds(300))
        #expect(await report.pending == 1)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `a flush counts what it delivered, not what earlier runs did`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for _ in 0..<2 {
            let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]]) {
                $0.store.location = .file(folder.file("events.sqlite"))
            }
            let client = platform.client
            client.submitClick(stream: "app")
            async let report = client.flush(deadline: .seconds(5))
            await platform.loadConfigurations()
            #expect(await report.delivered == 1)
            _ = await client.shutdown(deadline: .seconds(1))
        }
    }

    @Test func `a started client that nobody holds ends, and lets go of its store`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        weak var gone: EventPlatformClient?
        do {
            let platform = TestPlatform(streams: [:]) { $0.store.location = .file(folder.file("events.sqlite")) }
            gone = platform.client
            platform.client.start()
        }
        #expect(gone == nil)
    }

    @Test func `a flush ends at its deadline whatever the network does`() async {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        let clock = platform.clock
        platform.connection.answer { _ in
            try await clock.sleep(for: .seconds(3600))
            return NetworkResponse(status: 201)
        }
        async let report = platform.client.flush(deadline: .seconds(10))
        await clock.waitForSleep(of: .seconds(3600))
        clock.advance(by: .seconds(10))
        #expect(await report.pending == 1)
        #expect(await report.deadlinePassed)
    }
}
