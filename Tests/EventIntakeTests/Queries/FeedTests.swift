import EventSchema
import EventSupport
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import EventIntake

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Events as they arrive, as server-sent events.
@Suite(.waitLimit) struct FeedTests {
    @Test func `a feed starts with new events and has only accepted events of its streams`() async throws {
        try await TestWorkspace.open(prepare: {
            try $0.write("b.stream:\n  schema_title: test\n", to: "Streams/b.yaml")
        }) { client async throws in
            _ = try await client.post(TestWorkspace.event(id: "before"))
            let feed = try await Feed.open(client, "/v1/stream/a.stream")
            #expect(feed.status == 200)
            #expect(feed.type?.hasPrefix("text/event-stream") == true)
            _ = try await client.post(TestWorkspace.event(id: "other", stream: "b.stream"))
            _ = try await client.post(TestWorkspace.event(#","number":"x""#, id: "bad"))
            _ = try await client.post("[\(TestWorkspace.event(id: "x")),\(TestWorkspace.event(id: "y"))]")
            #expect(try await feed.next(2).map(\.id) == ["x", "y"])
            feed.close()
        }
    }

    @Test func `a client that reconnects with Last-Event-ID receives the events since`() async throws {
        try await TestWorkspace.open { client async throws in
            let feed = try await Feed.open(client, "/v1/stream/a.stream,b.error.validation")
            _ = try await client.post(TestWorkspace.event(id: "1"))
            let last = try #require(try await feed.next(1).first)
            feed.close()
            _ = try await client.post("[\(TestWorkspace.event(id: "2")),\(TestWorkspace.event(id: "3"))]")
            let again = try await Feed.open(client, "/v1/stream/a.stream", lastID: last.position)
            _ = try await client.post(TestWorkspace.event(id: "4"))
            #expect(try await again.next(3).map(\.id) == ["2", "3", "4"])
            again.close()
        }
    }

    /// Fails when a removal reads the last position from the tables alone, which lack the positions of duplicates.
    @Test(arguments: ["", "?test=nobody"])
    func `a feed continues after duplicates and a removal`(query: String) async throws {
        try await TestWorkspace.open { client async throws in
            for _ in 1...4 { _ = try await client.post(TestWorkspace.event(id: "copied")) }
            let feed = try await Feed.open(client, "/v1/stream/a.stream")
            #expect(try await client.send("DELETE", "/events" + query).status == 204)
            _ = try await client.post("[\(TestWorkspace.event(id: "1")),\(TestWorkspace.event(id: "2"))]")
            _ = try await client.post(TestWorkspace.event(id: "3"))
            #expect(try await feed.next(3).map(\.id) == ["1", "2", "3"])
            feed.close()
        }
    }

    @Test func `a Last-Event-ID beyond the last returns everything`() async throws {
        try await TestWorkspace.open { client async throws in
            _ = try await client.post("[\(TestWorkspace.event(id: "1")),\(TestWorkspace.event(id: "2"))]")
            let feed = try await Feed.open(client, "/v1/stream/a.stream", lastID: "20")
            _ = try await client.post(TestWorkspace.event(id: "3"))
            #expect(try await feed.next(3).map(\.id) == ["1", "2", "3"])
            feed.close()
        }
    }

    @Test func `an idle feed sends a comment every fifteen seconds`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let store = try IntakeStore()
        let clock = RecordingClock()
        let waits = WaitPlaces(connections: 2, log: IntakeLog(logger: RecordedLog().logger))
        let route = FeedRoute(
            store: store, content: try LiveContent(workspace.configuration), waits: waits, clock: clock)
        let monitor = DisconnectMonitor(disconnection: Signal())
        let writer = ImpatientWriter(monitor: monitor, patience: 4)
        try await route.events(EventQuery(stream: "a.stream"), monitor, waits.take()).write(writer)
        #expect(writer.texts.withLock { $0 } == [":ok\n\n", ":\n\n", ":\n\n", ":\n\n"])
        let slept = clock.slept.withLock { $0 }
        #expect(slept.allSatisfy { $0 == FeedRoute.heartbeat })
        #expect(slept.count >= 3)
        #expect(FeedRoute.heartbeat == .seconds(15))
        try store.close()
    }

    @Test func `a feed with since starts in the past`() async throws {
        try await TestWorkspace.open { client async throws in
            _ = try await client.post("[\(TestWorkspace.event(id: "1")),\(TestWorkspace.event(id: "2"))]")
            let feed = try await Feed.open(client, "/v1/stream/a.stream?since=2020-01-01")
            #expect(try await feed.next(2).map(\.id) == ["1", "2"])
            feed.close()
        }
    }

    @Test(
        arguments: [
            ("/v1/stream/none", "", 404), ("/v1/stream/a.stream?since=soon", "", 400),
            ("/v1/stream/a.stream?x=1", "", 400), ("/v1/stream/,", "", 400), ("/v1/stream/a.stream?since=", "", 400),
            ("/v1/stream/a.stream", "soon", 400),
        ])
    func `an unknown stream is 404, an invalid parameter 400`(path: String, lastID: String, status: Int) async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.send("GET", path, nil, ["Last-Event-ID": lastID]).status == status)
        }
    }
}

/// A clock on which all time has passed, and which records how much.
private struct RecordingClock: Clock {
    let slept = Locked<[Duration]>([])
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) {
        let passed = now.duration(to: deadline)
        slept.withLock { $0.append(passed) }
    }
}

/// Takes what a body writes, and leaves after so many pieces.
private struct ImpatientWriter: ResponseBodyWriter {
    let texts = Locked<[String]>([])
    let monitor: DisconnectMonitor
    let patience: Int

    func write(_ buffer: ByteBuffer) {
        let text = String(buffer: buffer)
        let count = texts.withLock { texts in
            texts.append(text)
            return texts.count
        }
        if count == patience { monitor.disconnection.end() }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}

/// A reader of server-sent events.
private final class Feed: NSObject, URLSessionDataDelegate, Sendable {
    struct Message {
        let position: String
        let id: String
    }

    let status: Int
    let type: String?
    private let lines: AsyncStream<String>
    private let session: URLSession

    private init(status: Int, type: String?, lines: AsyncStream<String>, session: URLSession) {
        (self.status, self.type, self.lines, self.session) = (status, type, lines, session)
    }

    /// Opens a feed, and waits until it has begun.
    static func open(_ client: Client, _ path: String, lastID: String? = nil) async throws -> Feed {
        let url = try #require(URL(string: client.intake.url.absoluteString + path))
        var request = URLRequest(url: url)
        if let lastID { request.setValue(lastID, forHTTPHeaderField: "Last-Event-ID") }
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let delegate = Reader(continuation)
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: request)
        task.resume()
        let first = await lines.first { $0 == ":ok" }
        #expect(first == ":ok")
        let response = task.response as? HTTPURLResponse
        return Feed(
            status: response?.statusCode ?? 0, type: response?.value(forHTTPHeaderField: "Content-Type"), lines: lines,
            session: session)
    }

    /// The next messages.
    func next(_ count: Int) async throws -> [Message] {
        var messages: [Message] = []
        var position = ""
        for await line in lines {
            if line.hasPrefix("id: ") { position = String(line.dropFirst(4)) }
            guard line.hasPrefix("data: ") else { continue }
            let event = try JSONValue(parsing: line.dropFirst(6))
            messages.append(Message(position: position, id: event["meta"]?["id"]?.string ?? ""))
            if messages.count == count { break }
        }
        return messages
    }

    /// The last line: how the feed ended.
    func last() async -> String? {
        var last: String?
        for await line in lines { last = line }
        return last
    }

    func close() { session.invalidateAndCancel() }
}

/// Cuts what arrives into lines. Called on the session's one queue only, which protects `rest`.
private final class Reader: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let continuation: AsyncStream<String>.Continuation
    private var rest = ""

    init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        rest += String(decoding: data, as: UTF8.self)
        var lines = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        rest = lines.removeLast()
        for line in lines { continuation.yield(line) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.yield(error == nil ? "ended well" : "was cut")
        continuation.finish()
    }
}
