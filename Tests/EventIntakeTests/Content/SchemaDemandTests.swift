import EventCatalog
import EventSchema
import EventSupport
import Foundation
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import EventIntake

/// Versions of schemas that are fetched when events name them.
@Suite(.waitLimit) struct SchemaDemandTests {
    /// The messages of events that name these schemas, in the stream `a.stream`; empty for an accepted one.
    private static func messages(_ schemas: [String], _ content: LiveContent) async throws -> [String] {
        let path = EventPath(content: content, store: try IntakeStore(), service: nil)
        let events = try schemas.map {
            try JSON(parsing: #"{"$schema":"\#($0)","meta":{"stream":"a.stream","id":"\#(UUID())"}}"#)
        }
        return try await path.receive(events, RequestMetadata()).map { verdict in
            verdict.rejected?.context["message"]?.string ?? ""
        }
    }

    @Test func `a version that is not there is fetched once, and kept`() async throws {
        try await FetchedContent.open { fetched async throws in
            _ = await fetched.content.fetch()
            fetched.server["test/1.2.0"] = .text(TestWorkspace.schema("test", version: "1.2.0"))
            _ = fetched.server.takeAsked()
            let uris = ["/test/1.2.0", "//test/./1.2.0.yaml", "/test/1.2.0#"]
            #expect(try await Self.messages(uris, fetched.content) == ["", "", ""])
            #expect(fetched.server.takeAsked() == ["test/1.2.0"])
            _ = await fetched.content.fetch()
            #expect(fetched.served == ["a.stream", "/test/1.0.0", "/test/1.2.0"])
        }
    }

    @Test func `requests that name a version together make one look-up, and are all accepted`() async throws {
        try await FetchedContent.open { fetched async throws in
            _ = await fetched.content.fetch()
            fetched.server["test/1.2.0"] = .text(TestWorkspace.schema("test", version: "1.2.0"))
            _ = fetched.server.takeAsked()
            try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<50 {
                    group.addTask { try await Self.messages(["/test/1.2.0"], fetched.content) }
                }
                for try await messages in group { #expect(messages == [""]) }
            }
            #expect(fetched.server.takeAsked() == ["test/1.2.0"])
        }
    }

    @Test func `what no stream takes, and what is no version, is never asked for`() async throws {
        try await FetchedContent.open { fetched async throws in
            _ = await fetched.content.fetch()
            _ = fetched.server.takeAsked()
            let uris = [
                "/other/1.0.0", "/test/1.0", "/test/1.0.0/../../other/1.0.0", "/test/%2e%2e/1.0.0",
                "http://a/test/1.0.1",
                "/test/1.0.1?x=1", "/test/٣.0.0", "/test/1.0.0000000001",
                "/" + String(repeating: "a/", count: 200) + "1.0.0",
            ]
            let messages = try await Self.messages(uris, fetched.content)
            #expect(messages.allSatisfy { $0.hasPrefix("There is no schema ") }, "\(messages)")
            #expect(fetched.server.takeAsked() == [])
        }
    }

    @Test func `a version that is nowhere or broken is asked for once a minute`() async throws {
        try await FetchedContent.open { fetched async throws in
            _ = await fetched.content.fetch()
            fetched.server["test/1.3.0"] = .text("title: [")
            _ = fetched.server.takeAsked()
            for _ in 0..<3 {
                let messages = try await Self.messages(["/test/9.0.0", "/test/1.3.0"], fetched.content)
                #expect(messages.first?.hasPrefix("There is no schema /test/9.0.0. Known are /test/1.0.0.") == true)
                #expect(messages.last?.hasPrefix("The schema /test/1.3.0 cannot be used: ") == true)
            }
            #expect(fetched.server.takeAsked().sorted() == ["test/1.3.0", "test/9.0.0"])
        }
    }

    @Test func `the look-ups of a request run at the same time`() async throws {
        try await FetchedContent.open { fetched async throws in
            let server = fetched.server
            _ = await fetched.content.fetch()
            _ = server.takeAsked()
            let versions = (0..<10).map { "7.0.\($0)" }
            for version in versions {
                let text = TestWorkspace.schema("test", version: version)
                server["test/\(version)"] = .init(
                    body: ResponseBody { writer in
                        await until("all are asked for") { server.askedCount == versions.count }
                        try await writer.write(ByteBuffer(string: text))
                        try await writer.finish(nil)
                    })
            }
            let messages = try await Self.messages(versions.map { "/test/\($0)" }, fetched.content)
            #expect(messages.allSatisfy { $0.isEmpty }, "\(messages)")
        }
    }

    @Test func `a request makes ten look-ups, and a minute a hundred`() async throws {
        try await FetchedContent.open { fetched async throws in
            _ = await fetched.content.fetch()
            _ = fetched.server.takeAsked()
            for request in 0..<12 {
                let uris = (0..<20).map { "/test/\(request).1.\($0)" }
                let messages = try await Self.messages(uris, fetched.content)
                #expect(messages.last == "The request names too many unknown schemas. Send the event in another one.")
                let isFull = request >= 10
                #expect(messages.first?.hasPrefix("Too many unknown schemas were asked for.") == isFull)
            }
            #expect(fetched.server.takeAsked().count == 100)
            // What is served is not affected.
            #expect(try await Self.messages(["/test/1.0.0"], fetched.content) == [""])
        }
    }

    /// A repository in memory, which counts requests.
    private static func demand(
        _ now: Locked<Duration>, _ notices: Notices, fetch: @escaping @Sendable () throws -> DocumentAnswer
    ) throws -> (demand: SchemaDemand, count: Locked<Int>) {
        let (count, base) = (Locked(0), try #require(URL(string: "http://example.org/base?token=secret")))
        let repositories = SchemaRepositories(bases: [base]) { _, _, _ in
            count.withLock { $0 += 1 }
            return try fetch()
        }
        return (SchemaDemand(repositories, now: { now.withLock { $0 } }, onNotice: notices.add), count)
    }

    @Test func `while a repository fails it has a request every five seconds, and one line`() async throws {
        struct Down: Error, CustomStringConvertible { let description = "it is down" }
        let (now, notices, path) = (Locked(Duration.zero), Notices(), try #require(SchemaPath("/test/1.0.0")))
        let (demand, count) = try Self.demand(now, notices) { throw Down() }
        for seconds in 0..<10 {
            now.withLock { $0 = .seconds(seconds) }
            let outcome = await demand.outcome(of: path) { _ in Issue.record("it was found") }
            guard case .missing(let refusal?) = outcome else { throw Down() }
            #expect(refusal.cause == .configuration)
            #expect(refusal.message == "The schema /test/1.0.0 cannot be fetched now. Send the event again.")
        }
        #expect(count.withLock { $0 } == 2)
        #expect(notices.all == ["http://example.org/base/test/1.0.0: it is down"])
    }

    @Test func `a version that was nowhere is asked for again after a minute`() async throws {
        let (now, path) = (Locked(Duration.zero), try #require(SchemaPath("/test/1.0.0")))
        let (demand, count) = try Self.demand(now, Notices()) { .missing }
        for seconds in [0, 59, 60, 119, 120] {
            now.withLock { $0 = .seconds(seconds) }
            _ = await demand.outcome(of: path) { _ in }
        }
        #expect(count.withLock { $0 } == 3)
    }

    @Test func `events that name one version together make one request`() async throws {
        let path = try #require(SchemaPath("/test/1.0.0"))
        let (demand, count) = try Self.demand(Locked(.zero), Notices()) { .missing }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = await demand.outcome(of: path) { _ in } } }
        }
        #expect(count.withLock { $0 } == 1)
    }
}
