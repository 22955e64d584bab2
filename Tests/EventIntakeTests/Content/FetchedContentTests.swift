import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import EventIntake

/// Streams and schemas that an intake fetches over HTTP.
@Suite(.waitLimit) struct FetchedContentTests {
    @Test func `streams and their newest schemas are served together, and fetched again only when they changed`()
        async throws
    {
        try await FetchedContent.open { fetched async throws in
            let server = fetched.server
            #expect(!fetched.content.isLoaded)
            #expect(await fetched.content.fetch() == ["Fetched: 1 stream and 1 schema version served."])
            #expect(fetched.content.isLoaded)
            #expect(fetched.served == ["a.stream", "/test/1.0.0"])
            #expect(server.takeAsked() == ["streams", "test/latest"])
            for path in ["streams", "test/latest"] { server[path]?.headers[.eTag] = "\"one\"" }
            for _ in 0..<2 { #expect(await fetched.content.fetch() == []) }
            #expect(fetched.served == ["a.stream", "/test/1.0.0"])
            server.setStreams(["b.stream": "test"])
            server.setNewest("test", "1.1.0")
            #expect(await fetched.content.fetch() == ["Fetched: 1 stream and 2 schema versions served."])
            #expect(fetched.served == ["b.stream", "/test/1.0.0", "/test/1.1.0"])
            #expect(fetched.failures == 0)
            #expect(fetched.metrics.text.contains("event_intake_last_reload_timestamp_seconds 1"))
        }
    }

    /// Fails when topics that another intake has computed decide, and not the prefix of this one.
    @Test func `topics that an API has computed are not taken for configured ones`() async throws {
        let response = #"{"streams":{"a":{"schema_title":"test","topics":["a"]},"b":{"topics":["own"]}}}"#
        try await FetchedContent.open { fetched async throws in
            fetched.server["streams"] = .text(response)
            _ = await fetched.content.fetch()
            #expect(Self.topics(fetched.content.current.streams) == [nil, ["own"]])
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let source = IntakeConfiguration.StreamSource.file(try folder.write(response, to: "streams.json"))
        #expect(Self.topics(try source.load(ContentReading(), schemas: nil).configurations) == [nil, ["own"]])
    }

    private static func topics(_ streams: StreamConfigurations?) -> [JSONValue?]? {
        streams?.streams.map { $0.settings["topics"] }
    }

    @Test func `a stream that moves to another schema moves when the schema is there`() async throws {
        try await FetchedContent.open { fetched async throws in
            _ = await fetched.content.fetch()
            fetched.server.setStreams(["a.stream": "renamed", "b.stream": "test"])
            let lines = await fetched.content.fetch()
            #expect(
                lines == [
                    "a.stream: there is no usable schema renamed yet", "Streams and schemas: served as before.",
                ])
            #expect(await fetched.content.fetch() == [])
            #expect(fetched.served == ["a.stream", "/test/1.0.0"])
            #expect(fetched.failures == 2)
            fetched.server.setNewest("renamed")
            #expect(await fetched.content.fetch() == ["Fetched: 2 streams and 2 schema versions served."])
            #expect(fetched.content.current.streams?["a.stream"]?.schemaTitle == "renamed")
            fetched.server.setStreams(["a.stream": "renamed"])
            _ = await fetched.content.fetch()
            #expect(fetched.served == ["a.stream", "/renamed/1.0.0"])
        }
    }

    @Test func `other streams are told, also where there are as many, and a broken one with its mistake`() async throws
    {
        try await FetchedContent.open { fetched async throws in
            _ = await fetched.content.fetch()
            fetched.server.setStreams(["b.stream": "test"])
            #expect(await fetched.content.fetch() == ["Fetched: 1 stream and 1 schema version served."])
            #expect(fetched.failures == 0)
            fetched.server["streams"] = .text(
                #"{"streams":{"b.stream":{"schema_title":"test"},"c.stream":{"schema_title":7}}}"#)
            let lines = await fetched.content.fetch()
            #expect(lines.count == 1 && lines.first?.contains("stream quarantined: c.stream") == true, "\(lines)")
            #expect(await fetched.content.fetch() == [])
            #expect(fetched.failures == 2)
        }
    }

    @Test func `a newest version that is gone is told, and the versions of before are served`() async throws {
        try await FetchedContent.open { fetched async throws in
            _ = await fetched.content.fetch()
            fetched.server["test/latest"] = .missing
            #expect(await fetched.content.fetch().first?.contains("(“latest”) of test.") == true)
            #expect(await fetched.content.fetch() == [])
            #expect(fetched.served == ["a.stream", "/test/1.0.0"])
        }
    }

    @Test func `streams of files wait for a schema that is not fetched yet`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let server = PlatformServer()
        server.setNewest("test")
        try await server.run { url in
            var configuration = workspace.configuration
            configuration.schemaRoots = []
            configuration.remote = FetchedContent.remote(url, streams: false)
            let content = try LiveContent(configuration)
            _ = await content.fetch()
            try workspace.write("a.stream:\n  schema_title: renamed\n", to: "Streams/a.yaml")
            #expect(
                content.reload() == [
                    "a.stream: there is no usable schema renamed yet. The next fetch looks for it.",
                    "Streams: served as before the edit.",
                ])
            let titles = { content.current.streams?.streams.map(\.schemaTitle) }
            _ = await content.fetch()
            #expect(titles() == ["test"] && content.current.schemas["/test/1.0.0"] != nil)
            server.setNewest("renamed")
            // An edit that cannot be read replaces the one that waits.
            try workspace.write(": :", to: "Streams/a.yaml")
            #expect(content.reload()?.last == "Streams: served as before the edit.")
            _ = await content.fetch()
            #expect(titles() == ["test"])
            server["renamed/latest"] = .missing
            try workspace.write(
                "a.stream:\n  schema_title: renamed\n  sample: {unit: device, rate: 1}\n", to: "Streams/a.yaml")
            #expect(content.reload()?.count == 2)
            server.setNewest("renamed")
            #expect(await content.fetch() == ["Fetched: 1 stream and 2 schema versions served."])
            #expect(titles() == ["renamed"] && content.current.schemas["/renamed/1.0.0"] != nil)
        }
    }

    /// Responses that cannot be used, and a word of what is said.
    private static let broken: [(path: String, answer: PlatformServer.Answer, word: String)] = [
        ("streams", .missing, "nothing there"),
        ("streams", .init(status: .internalServerError), "500"),
        ("streams", .init(status: .found, headers: [.location: "https://a:b@c.org/d?token=e"]), "to https://c.org/d ("),
        ("streams", .text("<html>"), "not JSON"),
        ("streams", .text(#"{"streams":{"a.stream":{"schema_"#), "not JSON"),
        ("streams", .text(#"{"streams":{}}"#), "no usable stream"),
        ("streams", .text(#"{"streams":{"a.stream":{"schema_title":7}}}"#), "no usable stream"),
        ("streams", .text(#"{"streams":{"a.stream":{"schema_title":7},"b":{"schema_title":"test"}}}"#), "schema_title"),
        ("streams", .text(#"{"error":{"code":"badvalue","info":"no such action"}}"#), "no such action"),
        ("streams", .text("[]"), "must be a JSON object"),
        ("streams", .init(body: .init(contentLength: 100 << 20) { _ in }), "larger"),
        ("streams", .init(body: endless), "larger"),
        ("test/latest", .init(status: .serviceUnavailable), "test/latest: status: the server responded with 503"),
        ("test/latest", .init(status: .movedPermanently, headers: [.location: "/elsewhere"]), "redirects"),
        ("test/latest", .init(body: endless), "larger"),
    ]

    /// A body without an end, as fast as it is read.
    private static let endless = ResponseBody { writer in
        while true { try await writer.write(ByteBuffer(repeating: UInt8(ascii: " "), count: 1 << 16)) }
    }

    @Test(arguments: broken.indices) func `what cannot be used keeps the old content, and is told once`(
        index: Int
    ) async throws {
        let (path, answer, word) = Self.broken[index]
        try await FetchedContent.open { fetched async throws in
            _ = await fetched.content.fetch()
            let good = fetched.server[path]
            fetched.server[path] = answer
            let lines = await fetched.content.fetch()
            #expect(lines.count == 2)
            #expect(lines.first?.contains(word) == true, "\(lines)")
            #expect(lines.last == "Streams and schemas: served as before.")
            #expect(await fetched.content.fetch() == [])
            #expect(fetched.served == ["a.stream", "/test/1.0.0"])
            #expect(fetched.failures == 2)
            fetched.server[path] = good
            #expect(await fetched.content.fetch() == ["Fetched: 1 stream and 1 schema version served."])
        }
    }

    @Test(arguments: ["streams", "test/latest"]) func `a body that does not end is given up`(
        path: String
    ) async throws {
        try await FetchedContent.open(timeout: .milliseconds(200)) { fetched async throws in
            // On a busy machine a good response may take as long.
            while !fetched.content.isLoaded { _ = await fetched.content.fetch() }
            fetched.server[path] = .init(
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "{"))
                    for await _ in AsyncStream<Void>.makeStream().stream {}
                })
            #expect(await fetched.content.fetch().first?.contains("no complete response within") == true)
            #expect(fetched.served == ["a.stream", "/test/1.0.0"])
        }
    }

    @Test(arguments: ["title: [", "{\"title\":", "title: test", "title: other\n$id: /test/1.1.0"])
    func `a broken schema is as before, and keeps no other from being served`(text: String) async throws {
        try await FetchedContent.open { fetched async throws in
            let server = fetched.server
            _ = await fetched.content.fetch()
            server["test/latest"] = .text(text)
            server.setStreams(["a.stream": "test", "b.stream": "more"])
            server.setNewest("more")
            let lines = await fetched.content.fetch()
            #expect(lines.first?.contains("/base/test/") == true, "\(lines)")
            #expect(lines.last == "Fetched: 2 streams and 2 schema versions served.")
            #expect(fetched.served == ["a.stream", "b.stream", "/more/1.0.0", "/test/1.0.0"])
            #expect(await fetched.content.fetch() == [])
            #expect(fetched.failures == 2)
        }
    }

    @Test func `streams without schemas are served, and said`() async throws {
        try await FetchedContent.open { fetched async throws in
            fetched.server.setStreams(["a.stream": "test", "b.stream": "nowhere", "c.stream": "a/../b"])
            let lines = await fetched.content.fetch()
            #expect(lines.count == 2)
            #expect(lines.first?.contains("of a/../b, nowhere. Their versions are looked for") == true, "\(lines)")
            #expect(fetched.failures == 0)
            #expect(fetched.server.takeAsked().sorted() == ["nowhere/latest", "streams", "test/latest"])
        }
    }

    @Test func `references of a schema are fetched`() async throws {
        try await FetchedContent.open { fetched async throws in
            fetched.server.setNewest("test", more: "  part: {$ref: '/part/2.0.0#/properties/x'}")
            fetched.server["part/2.0.0"] = .text(
                #"{"$id":"/part/2.0.0","title":"part","properties":{"x":{"type":"integer"}}}"#)
            #expect(await fetched.content.fetch() == ["Fetched: 1 stream and 1 schema version served."])
            let failures = fetched.content.current.schemas["/test/1.0.0"]?.schema.evaluation(
                of: try JSON(parsing: #"{"meta":{"stream":"a.stream"},"part":"x"}"#)
            ).failures
            #expect(failures?.count == 1)
        }
    }

    @Test func `an intake without content is not ready, and refuses requests until it has some`() async throws {
        let server = PlatformServer()
        try await server.run { url in
            let (notices, log) = (Notices(), RecordedLog())
            var configuration = IntakeConfiguration()
            configuration.remote = FetchedContent.remote(url, interval: .milliseconds(10))
            configuration.metrics = PrometheusMetrics()
            configuration.onNotice = notices.add
            let (urls, ready) = AsyncStream.makeStream(of: URL.self)
            let intake = try Intake(configuration, logger: log.logger)
            let running = Task { try await intake.run { ready.yield($0) } }
            await until("it has asked, and listens") { !notices.all.isEmpty && !log.listeningPorts.isEmpty }
            let port = try #require(log.listeningPorts.first)
            let address = try #require(URL(string: "http://127.0.0.1:\(port)"))
            for (method, path, status) in [
                ("GET", "/healthz", 200), ("GET", "/metrics", 200), ("GET", "/readyz", 503),
                ("POST", "/v1/events", 503), ("GET", "/w/api.php?action=streamconfigs", 503),
            ] {
                let response = try await Client.send(
                    to: address, method, path, method == "POST" ? Data("{}".utf8) : nil,
                    ["Content-Type": "application/json"])
                #expect(response.status == status, "\(path)")
                #expect(status == 200 || response.headers["retry-after"] == "5")
            }
            #expect(notices.all.count == 2, "\(notices.all)")
            server.setNewest("test")
            server.setStreams(["a.stream": "test"])
            #expect(await urls.first { _ in true } == address)
            #expect(try await Client.send(to: address, "GET", "/readyz").status == 200)
            let event = Data(TestWorkspace.event().utf8)
            let response = try await Client.send(
                to: address, "POST", "/v1/events", event, ["Content-Type": "application/json"])
            #expect(response.status == 201)
            running.cancel()
            try await running.value
        }
    }

    @Test(arguments: ["", "/"]) func `an intake serves another`(end: String) async throws {
        try await TestWorkspace.open { source in
            let url = source.intake.url
            var configuration = IntakeConfiguration()
            configuration.remote = RemoteSource(
                streams: url.appending(path: "w/api.php").appending(queryItems: [
                    .init(name: "action", value: "streamconfigs")
                ]),
                schemas: [try #require(URL(string: "\(url)/schemas\(end)"))], interval: .seconds(60),
                fetch: FetchedContent.remote(url).fetch)
            try await withIntake(configuration) { intake async throws in
                #expect(try await Client(intake: intake).post(TestWorkspace.event()).status == 201)
            }
        }
    }
}

extension RecordedLog {
    /// The ports of 127.0.0.1 that servers have said to listen on.
    fileprivate var listeningPorts: [Substring] {
        lines.compactMap { $0.firstMatch(of: /listening on 127\.0\.0\.1:(\d+)/)?.output.1 }
    }
}
