import EventPlatform
import EventPlatformTesting
import EventPlatformURLSession
import EventSupport
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The marks of `URLSession`'s requests, against a server.
@Suite(.waitLimit) struct URLSessionMarksTests {
    private let traffic = PrimaryTraffic(clocks: ManualClock())

    /// A server that notes how many requests are in flight by the marks while it has each of them.
    private func server(
        _ reaction: FaultServer.Reaction = .response(200, body: "abc"), seen: Locked<[Int]>,
        arrived: Signal = Signal()
    ) async throws -> FaultServer {
        try await FaultServer { [traffic] _, _ in
            seen.withLock { $0.append(traffic.requestsInFlight) }
            arrived.raise()
            return reaction
        }
    }

    @Test func `each method of URLSession marks its request from begin to end`() async throws {
        let seen = Locked<[Int]>([])
        let server = try await server(seen: seen)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("body")
        try Data("body".utf8).write(to: file)
        var post = URLRequest(url: server.url)
        post.httpMethod = "POST"
        let session = URLSession.shared
        let bodies = [
            try await session.data(for: URLRequest(url: server.url), marking: traffic).0,
            try await session.data(from: server.url, marking: traffic).0,
            try await session.upload(for: post, from: Data("body".utf8), marking: traffic).0,
            try await session.upload(for: post, fromFile: file, marking: traffic).0,
            try Data(contentsOf: try await session.download(for: URLRequest(url: server.url), marking: traffic).0),
            try Data(contentsOf: try await session.download(from: server.url, marking: traffic).0),
        ]
        #expect(bodies.allSatisfy { $0 == Data("abc".utf8) })
        #expect(seen.withLock { $0 } == [1, 1, 1, 1, 1, 1])
        #expect(traffic.requestsInFlight == 0 && traffic.endsAt != nil)
        #expect(server.seen.map { String(decoding: $0.body, as: UTF8.self) } == ["", "", "body", "body", "", ""])
    }

    @Test func `a request that fails or is cancelled has ended`() async throws {
        let (seen, arrived) = (Locked<[Int]>([]), Signal())
        let broken = try await server(.resetBefore, seen: seen)
        await #expect(throws: (any Error).self) {
            try await URLSession.shared.data(from: broken.url, marking: traffic)
        }
        #expect(traffic.requestsInFlight == 0 && traffic.endsAt != nil)

        let silent = try await server(.silence, seen: seen, arrived: arrived)
        let request = Task { [traffic] in try await URLSession.shared.data(from: silent.url, marking: traffic).0 }
        await arrived.wait(after: 0)
        #expect(traffic.requestsInFlight == 1)
        request.cancel()
        await #expect(throws: (any Error).self) { try await request.value }
        #expect(traffic.requestsInFlight == 0)
    }

    @Test func `a sequence is in flight until its last element was read, or it is released`() async throws {
        let parts = AsyncStream { continuation in
            for part in 1...3 { continuation.yield(part) }
            continuation.finish()
        }
        var read: [Int] = []
        for try await part in MarkedSequence(parts, traffic.begin()) {
            #expect(traffic.requestsInFlight == 1)
            read.append(part)
        }
        #expect(read == [1, 2, 3] && traffic.requestsInFlight == 0)

        var unread: MarkedSequence<AsyncStream<Int>>? = MarkedSequence(AsyncStream { _ in }, traffic.begin())
        #expect(traffic.requestsInFlight == 1 && unread != nil)
        unread = nil
        #expect(traffic.requestsInFlight == 0)
    }

    // MARK: - The delegate

    /// A delegate that reports the end of each task.
    private final class Delegate: PrimaryTrafficDelegate, @unchecked Sendable {
        let ended = Signal()
        override func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            super.urlSession(session, task: task, didCompleteWithError: error)
            ended.raise()
        }
    }

    @Test func `a session with the delegate marks its requests, but not those that are left out`() async throws {
        let server = try await server(seen: Locked([]))
        let delegate = Delegate(traffic) { $0.url?.path == "/poll" }
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        defer { session.invalidateAndCancel() }

        var events = URLRequest(url: server.url)
        events.setValue("text/event-stream", forHTTPHeaderField: "Accept")
        let poll = URLRequest(url: try #require(URL(string: "/poll", relativeTo: server.url)))
        for (number, request) in [events, poll].enumerated() {
            session.dataTask(with: request).resume()
            await delegate.ended.wait(after: UInt64(number))
            #expect(traffic.endsAt == nil, "\(request)")
        }
        session.dataTask(with: server.url).resume()
        await delegate.ended.wait(after: 2)
        #expect(traffic.endsAt != nil && traffic.requestsInFlight == 0)
    }
}
