import EventCatalog
import EventPlatform
import EventStreams
import EventSupport
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import EventIntake

/// A server with streams and schemas at `/base/`, on any free port, whose responses a test changes.
final class PlatformServer: Sendable {
    struct Answer: Sendable {
        var status = HTTPResponse.Status.ok
        var headers = HTTPFields()
        var body = ResponseBody()

        static func text(_ text: String) -> Answer { Answer(body: ResponseBody(byteBuffer: ByteBuffer(string: text))) }
        static let missing = Answer(status: .notFound)
    }

    private struct State {
        var answers: [String: Answer]
        var asked: [String] = []
    }
    private let state: Locked<State>

    init(_ answers: [String: Answer] = [:]) { state = Locked(State(answers: answers)) }

    /// What is at a path below `/base/`; nothing is a 404.
    subscript(path: String) -> Answer? {
        get { state.withLock { $0.answers[path] } }
        set { state.withLock { $0.answers[path] = newValue } }
    }

    /// The paths that were asked for since the last call.
    func takeAsked() -> [String] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked
        }
    }

    /// How many paths were asked for since then.
    var askedCount: Int { state.withLock { $0.asked.count } }

    /// A stream of a title, as the API describes it.
    func setStreams(_ titles: [String: String]) {
        let streams = titles.map { #""\#($0)":{"schema_title":"\#($1)"}"# }.sorted()
        self["streams"] = .text(#"{"streams":{\#(streams.joined(separator: ","))}}"#)
    }

    /// Puts a version of a schema there, as the newest.
    func setNewest(_ title: String, _ version: String = "1.0.0", more: String = "") {
        let text = TestWorkspace.schema(title, version: version, more: more)
        for name in [version, "latest"] { self["\(title)/\(name)"] = .text(text) }
    }

    func run(_ body: @escaping @Sendable (URL) async throws -> Void) async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.get("/base/**") { [self] request, context in
            let path = context.parameters.getCatchAll().joined(separator: "/")
            let answer = state.withLock { state in
                state.asked.append(path)
                return state.answers[path] ?? .missing
            }
            if let tag = answer.headers[.eTag], request.headers[.ifNoneMatch] == tag {
                return Response(status: .notModified)
            }
            return Response(status: answer.status, headers: answer.headers, body: answer.body)
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            let number = await ports.first { _ in true } ?? 0
            try await body(try #require(URL(string: "http://127.0.0.1:\(number)/base")))
            group.cancelAll()
        }
    }
}

/// Content that is fetched from a server, when a test says so.
struct FetchedContent {
    let server: PlatformServer
    let content: LiveContent
    let metrics: PrometheusMetrics

    /// Runs a body with the content of a server with the stream `a.stream` and the schema `test/1.0.0`, which is not
    /// fetched yet.
    static func open(
        timeout: Duration = .seconds(10), _ body: @escaping @Sendable (FetchedContent) async throws -> Void
    ) async throws {
        let server = PlatformServer()
        server.setStreams(["a.stream": "test"])
        server.setNewest("test")
        try await server.run { url in
            var configuration = IntakeConfiguration()
            configuration.remote = remote(url, timeout: timeout)
            let metrics = PrometheusMetrics()
            configuration.metrics = metrics
            try await body(
                FetchedContent(server: server, content: try LiveContent(configuration), metrics: metrics))
        }
    }

    /// What is at a server's URL, over the transport of `eventctl`.
    static func remote(
        _ url: URL, streams: Bool = true, timeout: Duration = .seconds(10), interval: Duration = .seconds(60)
    ) -> RemoteSource {
        let fetcher = DocumentFetcher(timeout: timeout)
        let streams = streams ? url.appending(path: "streams") : nil
        return RemoteSource(streams: streams, schemas: [url], interval: interval) {
            try await fetcher.answer($0, knownTag: $1, maximumBytes: $2)
        }
    }

    /// The names of the streams, and the versions of schemas.
    var served: [String] {
        (content.current.streams?.names ?? []).sorted() + content.current.schemas.versions.map(\.uri)
    }

    /// How often a reload has failed.
    var failures: Int {
        let line = metrics.text.split(separator: "\n").first { $0.hasPrefix("event_intake_reload_failures_total ") }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? -1
    }
}
