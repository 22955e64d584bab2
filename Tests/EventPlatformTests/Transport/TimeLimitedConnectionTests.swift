import EventPlatformTesting
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Transports that are slow, hang, or throw unexpected errors.
@Suite(.waitLimit) struct TimeLimitedConnectionTests {
    /// Responds to each request when the test does, also to a cancelled one.
    private struct Stubborn: NetworkConnection {
        private let continuations = Locked([CheckedContinuation<NetworkResponse, Never>]())
        let asked = Signal()

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            await withCheckedContinuation { continuation in
                continuations.withLock { $0.append(continuation) }
                asked.raise()
            }
        }

        /// Responds to every request so far.
        func respond() {
            let asking = continuations.withLock { continuations in
                defer { continuations = [] }
                return continuations
            }
            for continuation in asking { continuation.resume(returning: NetworkResponse(status: 201)) }
        }
    }

    /// Throws the given error.
    private struct Failing: NetworkConnection {
        let error: any Error
        func send(_ request: NetworkRequest) async throws -> NetworkResponse { throw error }
    }

    /// Waits until it is cancelled, and signals that.
    private struct Obedient: NetworkConnection {
        let asked = Signal()
        let cancelled = Signal()
        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            asked.raise()
            await Signal().wait(after: 0)
            cancelled.raise()
            throw CancellationError()
        }
    }

    /// A manual clock that counts the timers of timeouts.
    private struct CountingClocks: Clocks {
        let manual = ManualClock()
        let deadlines = Locked(0)
        var wall: Timestamp { manual.wall }
        var sinceBoot: Duration { manual.sinceBoot }
        var bootID: String { manual.bootID }
        func sleep(until time: Duration) async throws { try await manual.sleep(until: time) }
        func sleep(untilDeadline time: Duration) async throws {
            deadlines.withLock { $0 += 1 }
            try await manual.sleep(untilDeadline: time)
        }
    }

    private static let url = URL(filePath: "/")

    private static func request(timeout: Duration = .seconds(30)) -> NetworkRequest {
        NetworkRequest(method: .get, url: url, timeout: timeout)
    }

    private static func error(_ task: Task<CompleteResponse, any Error>) async -> NetworkError? {
        do { _ = try await task.value } catch { return error as? NetworkError }
        return nil
    }

    // MARK: - Time

    @Test func `a request without a response times out on the client's clock`() async {
        let (clock, transport) = (ManualClock(), Stubborn())
        let connection = TimeLimitedConnection(transport, clocks: clock)
        let task = Task { try await connection.response(to: Self.request(timeout: .seconds(60))) }
        await transport.asked.wait(after: 0)
        clock.advance(by: .seconds(60))
        #expect(await Self.error(task)?.code == .timedOut)
    }

    @Test func `a response before the timeout is returned`() async throws {
        let (clock, transport) = (ManualClock(), Stubborn())
        let connection = TimeLimitedConnection(transport, clocks: clock)
        let task = Task { try await connection.response(to: Self.request(timeout: .seconds(60))) }
        await transport.asked.wait(after: 0)
        clock.advance(by: .milliseconds(59_999))
        transport.respond()
        #expect(try await task.value.status == 201)
    }

    @Test func `a timeout cancels the task of the transport`() async {
        let (clock, transport) = (ManualClock(), Obedient())
        let connection = TimeLimitedConnection(transport, clocks: clock)
        let task = Task { try await connection.response(to: Self.request()) }
        await transport.asked.wait(after: 0)
        clock.advance(by: .seconds(30))
        #expect(await Self.error(task)?.code == .timedOut)
        await transport.cancelled.wait(after: 0)
    }

    @Test func `concurrent requests time out each at their own timeout`() async {
        let (clock, transport) = (ManualClock(), Stubborn())
        let connection = TimeLimitedConnection(transport, clocks: clock)
        let tasks = [60, 5, 20].map { (seconds: Int) in
            Task { try await connection.response(to: Self.request(timeout: .seconds(seconds))) }
        }
        while transport.asked.count < 3 { await transport.asked.wait(after: transport.asked.count) }
        clock.advance(by: .seconds(5))
        #expect(await Self.error(tasks[1])?.code == .timedOut)
        clock.advance(by: .seconds(15))
        #expect(await Self.error(tasks[2])?.code == .timedOut)
        clock.advance(by: .seconds(39))
        transport.respond()
        #expect(await Self.error(tasks[0]) == nil)
    }

    @Test func `requests with an immediate response share one timer`() async throws {
        let clocks = CountingClocks()
        let connection = TimeLimitedConnection(RecordingConnection(), clocks: clocks)
        for _ in 0..<1000 {
            #expect(try await connection.response(to: Self.request()).status == 404)
            clocks.manual.advance(by: .milliseconds(1))
        }
        #expect(clocks.deadlines.withLock { $0 } <= 1)
        #expect(clocks.manual.sleeps.isEmpty, "a timeout is not a timer of the client")
    }

    @Test(arguments: [Duration.seconds(Int64.max), .nanoseconds(Int64.max)])
    func `a timeout beyond the range of the clock does not overflow`(timeout: Duration) async throws {
        let connection = TimeLimitedConnection(RecordingConnection(), clocks: ManualClock())
        #expect(try await connection.response(to: Self.request(timeout: timeout)).status == 404)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `a timeout of zero or less ends a request without a response`(timeout: Duration) async {
        let connection = TimeLimitedConnection(Stubborn(), clocks: ManualClock())
        let task = Task { try await connection.response(to: Self.request(timeout: timeout)) }
        #expect(await Self.error(task)?.code == .timedOut)
    }

    // MARK: - Cancellation

    @Test func `a cancelled request throws at once when the transport ignores cancellation`() async throws {
        let transport = Stubborn()
        let connection = TimeLimitedConnection(transport)
        let task = Task { try await connection.response(to: Self.request()) }
        await transport.asked.wait(after: 0)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        transport.respond()
    }

    @Test func `a request cancelled before it starts does not reach the transport`() async {
        let transport = Stubborn()
        let connection = TimeLimitedConnection(transport)
        let isCancelled = Signal()
        let task = Task {
            await isCancelled.wait(after: 0)
            return try await connection.response(to: Self.request())
        }
        task.cancel()
        isCancelled.raise()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.asked.count == 0)
    }

    @Test func `a CancellationError of the transport without a cancellation is a network error`() async {
        let connection = TimeLimitedConnection(Failing(error: CancellationError()))
        await #expect(throws: NetworkError(.unreachable, "the transport ended the request")) {
            try await connection.response(to: Self.request())
        }
    }

    @Test func `an error of another type is a network error`() async {
        struct Surprise: Error {}
        let connection = TimeLimitedConnection(Failing(error: Surprise()))
        await #expect(throws: NetworkError(.unreachable, "Surprise()")) {
            try await connection.response(to: Self.request())
        }
    }

    // MARK: - The client

    @Test func `the client's timeout ends a request of a transport without a timeout`() async {
        let platform = await DeliveryTests.platform(1) { $0.network.timeout = .seconds(7) }
        let asked = Signal()
        platform.connection.respond { _ in
            asked.raise()
            await Signal().wait(after: 0)
            throw CancellationError()
        }
        async let report = platform.client.dispatch()
        await asked.wait(after: 0)
        platform.clock.advance(by: .seconds(7))
        #expect(await report.pending == 1)
        #expect(platform.client.diagnostics.contains { $0.message.contains("no complete response within 7") })
    }

    @Test func `settings of the largest values do not overflow`() async {
        let platform = await DeliveryTests.platform(2000) {
            $0.emitter.bufferOption = BufferOption(.max)
            $0.emitter.emitRange = .max
            $0.emitter.maximumConcurrentRequests = .max
            $0.emitter.byteLimitPost = .max
            $0.emitter.retryPolicy.maximumAttempts = .max
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
