import EventPlatform
import EventPlatformTesting
import EventSchema
import EventSupport
import TestSupport
import Testing

/// A network whose status a test sets.
private struct SwitchedNetwork: Reachability {
    private let stream: AsyncStream<NetworkStatus>
    let continuation: AsyncStream<NetworkStatus>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func statuses() -> AsyncStream<NetworkStatus> { stream }
}

@Suite(.waitLimit) struct ReachabilityTests {
    static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    @Test func `without a network nothing is requested, and its return starts a fetch and a dispatch at once`()
        async throws
    {
        let network = SwitchedNetwork()
        let platform = TestPlatform(streams: Self.streams) {
            $0.network.reachability = network
            $0.dispatchMode = .immediate
        }
        let isOn = Locked(false)
        platform.connection.respond(at: TestPlatform.streamsURL) { _ in
            guard isOn.withLock({ $0 }) else { throw NetworkError(.unreachable, "offline") }
            let streams = JSONValue.object(["streams": .object(Self.streams)])
            return NetworkResponse(status: 200, body: streams.jsonBytes)
        }
        network.continuation.yield(NetworkStatus(isReachable: false))
        platform.client.start()
        try await platform.clock.waitForSleep(of: .seconds(30))  // the retry of the failed fetch
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        #expect(platform.connection.requests.count == 1)
        isOn.withLock { $0 = true }
        network.continuation.yield(NetworkStatus())
        // The clock has not moved, so the return of the network has caused the requests.
        _ = try await platform.connection.waitForRequest()
        #expect(platform.connection.requests.map(\.method) == [.get, .get, .post])
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `networkReturned ends the back-off of the destinations`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        platform.connection.respond { _ in throw NetworkError(.unreachable, "offline") }
        platform.client.submitClick(stream: "app")
        await platform.client.dispatch()
        platform.connection.respond { _ in NetworkResponse(status: 201) }
        #expect(await platform.client.dispatch().pending == 1, "in back-off")
        await platform.client.networkReturned()
        #expect(await platform.client.dispatch().delivered == 1)
    }

    @Test func `a paused profile stops scheduled dispatches, but not a dispatch on demand`() async {
        let platform = TestPlatform(streams: Self.streams) {
            $0.dispatchMode = .immediate
            $0.dispatchProfiles[.lowPower] = .paused
        }
        await platform.loadConfigurations()
        await platform.client.set(conditions: [.lowPower])
        platform.client.start()
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        #expect(platform.connection.requests.allSatisfy { $0.method == .get }, "nothing is sent")
        #expect(platform.client.ledger.total.pending == 1)
        #expect(await platform.client.dispatch().delivered == 1)
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `a flush ends at its deadline when the transport ignores cancellation`() async {
        let platform = TestPlatform(streams: Self.streams)
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        let held = Locked<CheckedContinuation<NetworkResponse, Never>?>(nil)
        let asked = AsyncStream.makeStream(of: Void.self)
        platform.connection.respond { _ in
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
        #expect(platform.client.ledger.total.pending == 1, "a response after the shutdown is ignored")
    }
}
