import EventSupport
import EventPlatformTesting
import Foundation
import Testing

@testable import EventPlatform

/// Transports of an app's own that do not do what they should.
@Suite(.timeLimit(.minutes(5))) struct GuardedConnectionTests {
    /// Answers when the test says so, cancelled or not.
    struct Stubborn: NetworkConnection {
        let answer = Promise<NetworkResponse>()
        func send(_ request: NetworkRequest) async throws -> NetworkResponse { await answer.value }
    }
    /// Speaks of a cancellation that never was.
    struct Confused: NetworkConnection {
        func send(_ request: NetworkRequest) async throws -> NetworkResponse { throw CancellationError() }
    }

    @Test func `a transport that does not heed cancellation is not waited for`() async throws {
        let stubborn = Stubborn()
        let request = NetworkRequest(method: .get, url: try #require(URL(string: "https://example.org")))
        let task = Task { try await GuardedConnection(stubborn).send(request) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        stubborn.answer.fulfill(NetworkResponse(status: 201))
        #expect(try await GuardedConnection(stubborn).send(request).status == 201)
    }

    @Test func `nor is it by a client that shuts down`() async {
        let stubborn = Stubborn()
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams(VerdictTests.streams),
            network: NetworkConfiguration(endpoint: "https://example.org"))
        configuration.network.connection = stubborn
        configuration.dispatchMode = .immediate
        let client = EventPlatformClient(configuration, context: TestPlatform.appContext).start()
        client.submitClick(stream: "app")
        await client.persist()
        #expect(await client.shutdown(deadline: .milliseconds(10)).pending == 1)
        stubborn.answer.fulfill(NetworkResponse(status: 201))
    }

    @Test func `a cancellation that never was is a failure, and backs off`() async throws {
        let request = NetworkRequest(method: .get, url: try #require(URL(string: "https://example.org")))
        await #expect(throws: NetworkError.self) { try await GuardedConnection(Confused()).send(request) }
    }

    @Test func `settings beyond all measure are bounded`() async {
        let platform = await DeliveryTests.platform(2000) {
            $0.emitter.bufferOption = BufferOption(.max)
            $0.emitter.emitRange = .max
            $0.emitter.emitThreadPoolSize = .max
            $0.emitter.byteLimitPost = .max
            $0.emitter.retry.maximumAttempts = .max
            $0.network.timeout = .seconds(Int64.max)
            $0.network.gzipThreshold = nil
        }
        #expect(await platform.client.dispatch().delivered == 2000)
        #expect(DeliveryTests.posts(platform).allSatisfy { $0.body.count <= 100_000 })
        let sleep = Task { try await SystemClocks().sleep(until: .seconds(Int64.max)) }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
    }
}
