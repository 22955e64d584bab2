import EventPlatformTesting
import EventSchema
import EventSupport
import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct PrimaryTrafficTests {
    private let clock = ManualClock()
    private let traffic: PrimaryTraffic
    private var now: Duration { clock.sinceBoot }

    init() { traffic = PrimaryTraffic(clocks: clock) }

    @Test func `a request ends once, with its first end mark`() {
        let request = traffic.begin()
        #expect(traffic.requestsInFlight == 1)
        clock.advance(by: .seconds(2))
        request.end()
        let end = now
        clock.advance(by: .seconds(2))
        request.end()
        #expect(traffic.requestsInFlight == 0 && traffic.endsAt == end)
    }

    @Test func `a request without an end mark ends when it is released`() {
        var request: PrimaryRequest? = traffic.begin()
        clock.advance(by: .seconds(3))
        #expect(traffic.requestsInFlight == 1 && request != nil)
        request = nil
        #expect(traffic.requestsInFlight == 0 && traffic.endsAt == now)
    }

    @Test func `a tracked call is in flight until it returns, throws or is cancelled`() async throws {
        let response = await traffic.track {
            #expect(traffic.requestsInFlight == 1)
            clock.advance(by: .seconds(1))
            return "response"
        }
        #expect(response == "response" && traffic.requestsInFlight == 0 && traffic.endsAt == now)

        clock.advance(by: .seconds(1))
        await #expect(throws: NetworkError.self) {
            try await traffic.track { throw NetworkError(.unreachable, "offline") }
        }
        #expect(traffic.requestsInFlight == 0 && traffic.endsAt == now)

        let call = Task { try await traffic.track { try await clock.sleep(for: .seconds(30)) } }
        try await clock.waitForSleep(of: .seconds(30))
        #expect(traffic.requestsInFlight == 1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(traffic.requestsInFlight == 0)
    }

    @Test func `the requests of a client do not count, also in a transport that marks the app's`() async {
        let seen = Locked(-1)
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        let traffic = platform.client.primaryTraffic
        platform.connection.respond { _ in
            await traffic.track {
                seen.withLock { $0 = traffic.requestsInFlight }
                return NetworkResponse(status: 201)
            }
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        #expect(await platform.client.dispatch().delivered == 1)
        #expect(seen.withLock { $0 } == 0 && traffic.endsAt == nil)
    }

    /// Fails when only the wait for the head belongs to the client.
    @Test func `the bodies that a client reads do not count, also in a transport that marks the app's`() async {
        let seen = Locked(-1)
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
        let traffic = platform.client.primaryTraffic
        platform.connection.respond { _ in
            let body = AsyncStream<[UInt8]>(unfolding: {
                await traffic.track {
                    seen.withLock { $0 = traffic.requestsInFlight }
                    return nil
                }
            })
            return NetworkResponse(status: 201, body: .stream(body))
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app")
        #expect(await platform.client.dispatch().delivered == 1)
        #expect(seen.withLock { $0 } == 0 && traffic.endsAt == nil)
    }
}
