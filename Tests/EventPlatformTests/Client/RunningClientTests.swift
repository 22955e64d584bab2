import EventSupport
import EventPlatform
import EventPlatformTesting
import EventSchema
import TestSupport
import Testing

/// A running client on a manual clock.
@Suite(.waitLimit) struct RunningClientTests {
    @Test func `a failed fetch is retried ten times, first after 30 s, then after 1.5 times the last delay`()
        async throws
    {
        let platform = TestPlatform(streams: [:])
        platform.connection.respond(at: TestPlatform.streamsURL) { _ in throw NetworkError(.unreachable, "offline") }
        platform.client.start()
        for retry in 0..<10 {
            let delay = Duration.milliseconds(Int64(30_000 * (0..<retry).reduce(1.0) { product, _ in product * 1.5 }))
            try await platform.clock.waitForSleep(of: delay)
            #expect(platform.connection.requests.count == retry + 1)
            platform.clock.advance(by: delay)
        }
        try await platform.clock.waitForSleep(of: .seconds(3600))
        #expect(platform.connection.requests.count == 11)
        #expect(platform.client.diagnostics.contains { $0.kind == .configurationUnavailable })
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `stored events are sent after 30 s, and with nothing stored no dispatch timer runs`() async throws {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.client.start()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        try await platform.clock.waitForSleep(of: .seconds(30))
        #expect(platform.client.ledger.total.delivered == 0)
        platform.clock.advance(by: .seconds(30))
        _ = try await platform.connection.waitForRequest()
        let report = await platform.client.flush(deadline: .seconds(1))
        #expect(platform.client.ledger.total.delivered == 1, "\(report) \(platform.client.diagnostics)")
        // The timer ends when the core learns that the store is empty, which may be after the flush.
        await until("no timer is left") { !platform.clock.sleeps.contains { $0 > .defaultCommitDelay } }
        _ = await platform.client.shutdown(deadline: .seconds(1))
    }

    @Test func `a flush of a running client waits for the back-off of a failing intake`() async throws {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.connection.respond { _ in NetworkResponse(status: 503, headers: ["Retry-After": "60"]) }
        platform.client.start()
        platform.client.submitClick(stream: "app")
        async let report = platform.client.flush(deadline: .seconds(300))
        for attempt in 1...4 {
            try await platform.clock.waitForSleep(of: .seconds(60))
            #expect(platform.connection.requests.filter { $0.method == .post }.count == attempt)
            platform.clock.advance(by: .seconds(60))
        }
        platform.clock.advance(by: .seconds(300))
        #expect(await report.pending == 1)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `a flush report does not count events delivered by earlier processes`() async throws {
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

    @Test func `a started client without references is deallocated`() async throws {
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

    @Test func `a flush with a request without a response ends at its deadline`() async throws {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        let clock = platform.clock
        platform.connection.respond { _ in
            try await clock.sleep(for: .seconds(3600))
            return NetworkResponse(status: 201)
        }
        async let report = platform.client.flush(deadline: .seconds(10))
        try await clock.waitForSleep(of: .seconds(3600))
        clock.advance(by: .seconds(10))
        #expect(await report.pending == 1)
        #expect(await report.deadlinePassed)
    }

    @Test func `a flush before stream configurations arrive ends at once when the client does not run`() async {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        platform.client.submitClick(stream: "app")
        let report = await platform.client.flush(deadline: .seconds(60))
        #expect(report.pending == 1 && !report.deadlinePassed)
        guard case .blocked = report.end else {
            Issue.record("\(report.end)")
            return
        }
    }

    // MARK: - One run at a time

    @Test func `shutdown ends run()`() async throws {
        let platform = TestPlatform(streams: [:]) { $0.refresh = .every(.seconds(600)) }
        let run = Task { await platform.client.run() }
        try await platform.clock.waitForSleep(of: .seconds(600))
        _ = await platform.client.shutdown(deadline: .zero)
        await run.value
        await platform.client.run()  // returns at once
        #expect(platform.clock.sleeps.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a second run() waits for the first, and goes on when that is cancelled`(isStarted: Bool) async throws {
        let platform = TestPlatform(streams: [:]) { $0.refresh = .every(.seconds(600)) }
        let first = Task { await platform.client.run() }
        try await platform.clock.waitForSleep(of: .seconds(600))
        let second = isStarted ? nil : Task { await platform.client.run() }
        if isStarted { platform.client.start() }
        for _ in 0..<20 { await Task.yield() }
        #expect(platform.connection.requests.count == 1)
        #expect(platform.clock.sleeps.count == 1, "one loop: \(platform.clock.sleeps)")
        first.cancel()
        await first.value
        try await platform.clock.waitForSleep(of: .seconds(600))
        #expect(platform.connection.requests.count == 2, "the second one has fetched anew")
        _ = await platform.client.shutdown(deadline: .zero)
        await second?.value
    }

    @Test func `a flush says that it was cancelled, and one after a shutdown that the client is shut down`()
        async throws
    {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        platform.connection.respond { [clock = platform.clock] _ in
            try await clock.sleep(for: .seconds(3600))
            return NetworkResponse(status: 201)
        }
        platform.client.submitClick(stream: "app")
        let flush = Task { await platform.client.flush(deadline: .seconds(60)) }
        try await platform.clock.waitForSleep(of: .seconds(3600))
        flush.cancel()
        #expect(await flush.value.end == .cancelled)
        _ = await platform.client.shutdown(deadline: .zero)
        let report = await platform.client.flush(deadline: .seconds(60))
        #expect(report.pending == 1 && report.end == .blocked("the client is shut down"))
    }

    @Test func `a second run() that is cancelled ends without the first`() async throws {
        let platform = TestPlatform(streams: [:]) { $0.refresh = .every(.seconds(600)) }
        platform.client.start()
        try await platform.clock.waitForSleep(of: .seconds(600))
        let second = Task { await platform.client.run() }
        second.cancel()
        await second.value
        #expect(platform.clock.sleeps == [.seconds(600)])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    /// An app may move the files once the call has returned.
    @Test func `a shutdown in a cancelled task closes the store`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let places = (0..<2).map { _ in
            TestPlatform(streams: [:]) { $0.store.location = .file(folder.file("events.sqlite")) }
        }
        try await places[0].client.openStore()
        let task = Task { [client = places[0].client] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.shutdown(deadline: .seconds(60))
        }
        #expect(await task.value.end == .cancelled)
        try await places[1].client.openStore()  // an error if the first one still owned the file
        _ = await places[1].client.shutdown(deadline: .zero)
    }
}
