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
        #expect(platform.clock.sleeps.allSatisfy { $0 <= EventPlatformTiming.commitDelay }, "\(platform.clock.sleeps)")
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

/// A network that a test switches off and on.
private struct SwitchedNetwork: Reachability {
    private let stream: AsyncStream<NetworkStatus>
    let continuation: AsyncStream<NetworkStatus>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func statuses() -> AsyncStream<NetworkStatus> { stream }
}

@Suite struct ReachabilityTests {
    static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    @Test func `without a network nothing is tried; when it returns, configurations and events go at once`() async {
        let network = SwitchedNetwork()
        let platform = TestPlatform(streams: Self.streams) {
            $0.network.reachability = network
            $0.dispatchMode = .immediate
        }
        let posts = AsyncStream.makeStream(of: Void.self)
        let isOn = Locked(false)
        platform.connection.answer { request in
            guard isOn.withLock({ $0 }) else { throw NetworkError(.unreachable, "offline") }
            if request.method == .post { posts.continuation.yield() }
            let streams = JSONValue.object(["streams": .object(Self.streams)])
            return NetworkResponse(
                status: request.method == .get ? 200 : 201, body: request.method == .get ? streams.jsonBytes : [])
        }
        network.continuation.yield(NetworkStatus(isReachable: false))
        platform.client.start()
        await platform.clock.waitForSleep(of: .seconds(30))  // the first fetch failed, and rests
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        #expect(platform.connection.requests.count == 1)
        isOn.withLock { $0 = true }
        network.continuation.yield(NetworkStatus())
        // No clock was moved: only the network's return can have done it.
        for await _ in posts.stream { break }
        #expect(platform.connection.requests.map(\.method) == [.get, .get, .post])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `an app that knows better says so: back-off ends, configurations are fetched`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        platform.connection.answer { _ in throw NetworkError(.unreachable, "offline") }
        platform.client.submitClick(stream: "app")
        await platform.client.dispatch()
        platform.connection.answer { _ in NetworkResponse(status: 201) }
        #expect(await platform.client.dispatch().pending == 1, "left alone")
        await platform.client.networkReturned()
        #expect(await platform.client.dispatch().delivered == 1)
    }

    @Test func `circumstances that the app names pause the client's own sending, not what the app asks for`() async {
        let platform = TestPlatform(streams: Self.streams) {
            $0.dispatchMode = .immediate
            $0.dispatchProfiles[.lowPower] = .paused
        }
        await platform.loadConfigurations()
        await platform.client.set(conditions: [.lowPower])
        platform.client.start()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        #expect(platform.clock.sleeps.allSatisfy { $0 <= EventPlatformTiming.commitDelay }, "no timer of dispatch runs")
        #expect(platform.client.ledger.total.pending == 1)
        #expect(await platform.client.dispatch().delivered == 1)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `a flush ends at its deadline though the transport ignores that it was cancelled`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        let held = Locked<CheckedContinuation<NetworkResponse, Never>?>(nil)
        let asked = AsyncStream.makeStream(of: Void.self)
        platform.connection.answer { _ in
            await withCheckedContinuation { continuation in
                held.withLock { $0 = continuation }
                asked.continuation.finish()
            }
        }
        async let report = platform.client.flush(deadline: .seconds(10))
        for await _ in asked.stream {}
        platform.clock.advance(by: .seconds(10))
        #expect(await report.pending == 1)
        _ = await platform.client.shutdown(deadline: .zero)
        held.withLock { $0.take() }?.resume(returning: NetworkResponse(status: 201))
        #expect(platform.client.ledger.total.pending == 1, "an answer after the shutdown counts no more")
    }
}

/// Clocks that go on with every look at them, as real ones do, and whose timers only a test lets off.
private struct TickingClocks: Clocks {
    let manual = ManualClock()
    private let looks = Locked(0)

    var wall: Timestamp { manual.wall }
    var bootID: String { manual.bootID }
    var sinceBoot: Duration {
        manual.sinceBoot
            + .nanoseconds(
                looks.withLock { looks in
                    looks += 1
                    return looks
                })
    }
    func sleep(until time: Duration) async throws { try await manual.sleep(until: time) }
}

@Suite struct TickingClockTests {
    @Test func `immediate sends without any timer, event after event`() async throws {
        let posts = AsyncStream.makeStream(of: Int.self)
        let connection = RecordingConnection { request in
            posts.continuation.yield(try JSONValue(parsing: request.body).array?.count ?? 0)
            return NetworkResponse(status: 201)
        }
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams(["app": ["schema_title": "analytics/product_metrics/app/base"]]),
            network: NetworkConfiguration(endpoint: "intake.example"), store: .inMemory)
        configuration.network.gzipThreshold = nil
        configuration.dispatchMode = .immediate
        var environment = Environment(for: configuration)
        environment.clocks = TickingClocks()
        environment.transport = connection
        let client = EventPlatformClient(configuration, context: TestPlatform.appContext, environment: environment)
        await client.loadConfigurations()
        client.start()
        var sent = posts.stream.makeAsyncIterator()
        for _ in 0..<5 {
            client.submitClick(stream: "app")
            await client.persist()
            #expect(await sent.next() == 1)
        }
        _ = await client.shutdown(deadline: .zero)
    }
}

/// The one time span that a run may sleep with nothing stored: the company a first event waits for.
enum EventPlatformTiming {
    static let commitDelay: Duration = .milliseconds(100)
}
