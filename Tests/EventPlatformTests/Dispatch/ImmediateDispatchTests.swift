import EventPlatform
import EventPlatformTesting
import EventSchema
import EventSupport
import TestSupport
import Testing

/// Clocks that advance with each reading, as real clocks do, and whose timers fire only when a test moves them.
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

@Suite(.waitLimit) struct ImmediateDispatchTests {
    @Test func `the immediate mode sends each event without waiting for a timer`() async throws {
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
