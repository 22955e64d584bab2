import EventPlatformTesting
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Transports that return the head of a response before its body.
@Suite(.waitLimit) struct ResponseBodyTests {
    /// Returns a head with a body that the test writes.
    private struct Streaming: NetworkConnection {
        let status: Int
        /// Raised with each part of the body that is read.
        let read = Signal()
        /// Raised when no more of the body can be read.
        let ended = Signal()
        private let chunks: AsyncThrowingStream<[UInt8], any Error>
        private let writer: AsyncThrowingStream<[UInt8], any Error>.Continuation

        init(_ status: Int) {
            self.status = status
            (chunks, writer) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            writer.onTermination = { [ended] _ in ended.raise() }
        }

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            let body = chunks.map { [read] chunk in
                read.raise()
                return chunk
            }
            return NetworkResponse(status: status, headers: ["X-A": "1"], body: .stream(body))
        }

        func write(_ text: String) { writer.yield(Array(text.utf8)) }
        func end(throwing error: (any Error)? = nil) { writer.finish(throwing: error) }
    }

    private struct Surprise: Error {}

    private static func request(limit: Int = 1 << 20) -> NetworkRequest {
        NetworkRequest(method: .post, url: URL(filePath: "/"), maximumResponseBytes: limit)
    }

    private static let broken = NetworkError(.incomplete, "the connection ended")

    // MARK: - A body that arrives

    @Test(arguments: [201, 200, 500]) func `a body is read after its head`(status: Int) async throws {
        let transport = Streaming(status)
        for part in ["a ", "", "whole ", "body"] { transport.write(part) }
        transport.end()
        let response = try await TimeLimitedConnection(transport).response(to: Self.request())
        #expect(response.status == status && response.headers == ["x-a": "1"])
        #expect(response.body == Array("a whole body".utf8))
    }

    @Test func `a body may have exactly as many bytes as the limit`() async throws {
        let transport = Streaming(200)
        for part in ["1234", "5678"] { transport.write(part) }
        transport.end()
        let response = try await TimeLimitedConnection(transport).response(to: Self.request(limit: 8))
        #expect(response.body.count == 8)
        #expect(try await NetworkResponse.Body.bytes([1, 2]).collect(upTo: 2) == [1, 2])
    }

    // MARK: - A body that fails

    /// Fails when a verdict counts only once its body has arrived.
    @Test(arguments: [201, 202], [broken, Surprise(), CancellationError()] as [any Error])
    func `a 201 or 202 counts although its body fails`(status: Int, error: any Error) async throws {
        let transport = Streaming(status)
        transport.write("a part")
        transport.end(throwing: error)
        let response = try await TimeLimitedConnection(transport).response(to: Self.request())
        #expect(response == CompleteResponse(status: status, headers: ["X-A": "1"]))
    }

    @Test(arguments: [200, 207, 304, 400, 500])
    func `another status does not count without its body`(status: Int) async throws {
        for (error, expected) in [
            (Self.broken as any Error, Self.broken), (Surprise(), NetworkError(.unreachable, "Surprise()")),
        ] {
            let transport = Streaming(status)
            transport.end(throwing: error)
            await #expect(throws: expected) {
                try await TimeLimitedConnection(transport).response(to: Self.request())
            }
        }
    }

    /// Fails when a stream is read beyond the limit: it has no end.
    @Test func `a body that is too large is not read on`() async throws {
        let chunk = [UInt8](repeating: 1, count: 100)
        let read = Locked(0)
        let endless = AsyncStream<[UInt8]>(unfolding: {
            read.withLock { $0 += 1 }
            return chunk
        })
        let transport = RecordingConnection { _ in NetworkResponse(status: 200, body: .stream(endless)) }
        await #expect(throws: NetworkError.tooLarge(limit: 1000)) {
            try await TimeLimitedConnection(transport).response(to: Self.request(limit: 1000))
        }
        #expect(read.withLock(\.self) == 11)
    }

    @Test(arguments: [200, 201])
    func `a body that the transport has read is too large as well`(status: Int) async throws {
        let transport = RecordingConnection { _ in NetworkResponse(status: status, body: [1, 2, 3]) }
        let connection = TimeLimitedConnection(transport)
        guard status == 200 else {
            let response = try await connection.response(to: Self.request(limit: 2))
            #expect(response == CompleteResponse(status: 201))
            return
        }
        await #expect(throws: NetworkError.tooLarge(limit: 2)) {
            try await connection.response(to: Self.request(limit: 2))
        }
    }

    // MARK: - A body that does not end

    @Test(arguments: [201, 500]) func `the time-out covers the body`(status: Int) async throws {
        let (transport, clock) = (Streaming(status), ManualClock())
        let connection = TimeLimitedConnection(transport, clocks: clock)
        let task = Task { try await connection.response(to: Self.request()) }
        transport.write("a part")
        await transport.read.wait(after: 0)
        clock.advance(by: .seconds(30))
        switch await task.result {
        case .success(let response): #expect(response == CompleteResponse(status: 201, headers: ["X-A": "1"]))
        case .failure(let error): #expect(status == 500 && (error as? NetworkError)?.code == .timedOut)
        }
        await transport.ended.wait(after: 0)
    }

    /// Fails when a head counts for a caller that has declined.
    @Test(arguments: [201, 500]) func `a cancellation ends the body, and no head counts`(status: Int) async throws {
        let transport = Streaming(status)
        let connection = TimeLimitedConnection(transport)
        let task = Task { try await connection.response(to: Self.request()) }
        transport.write("a part")
        await transport.read.wait(after: 0)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await transport.ended.wait(after: 0)
    }

    /// Fails when the part of a body that a cancelled task has read counts as the whole.
    @Test func `a body that is cancelled while it is read throws`() async throws {
        let transport = Streaming(200)
        transport.write("a part")
        let response = try await transport.send(Self.request())
        let task = Task { try await response.body.collect(upTo: 100) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: - The client

    @Test(arguments: [201, 202]) func `events whose verdict has a broken body are delivered once`(status: Int) async {
        let platform = await DeliveryTests.platform(3)
        platform.connection.respond { _ in
            let transport = Streaming(status)
            transport.end(throwing: Self.broken)
            return try await transport.send(Self.request())
        }
        let report = await platform.client.dispatch()
        #expect(report.delivered == 3 && report.pending == 0)
        platform.clock.advance(by: .seconds(3600))
        #expect(await platform.client.dispatch().delivered == 0)
        #expect(DeliveryTests.posts(platform).count == 1)
        #expect(platform.client.ledger.total.delivered == 3 && platform.client.ledger.total.dropped == [:])
    }

    @Test func `events whose failure has a broken body are sent again`() async {
        let platform = await DeliveryTests.platform(3)
        platform.connection.respond { _ in
            let transport = Streaming(500)
            transport.end(throwing: Self.broken)
            return try await transport.send(Self.request())
        }
        let report = await platform.client.dispatch()
        #expect(report.delivered == 0 && report.pending == 3)
        platform.connection.respond { _ in NetworkResponse(status: 201) }
        for _ in 0..<5 {
            platform.clock.advance(by: .seconds(60))
            await platform.client.dispatch()
        }
        #expect(platform.client.ledger.total.delivered == 3 && platform.client.ledger.total.pending == 0)
    }
}
