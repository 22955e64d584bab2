import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Events whose schema is slow, missing or wrong.
@Suite(.waitLimit) struct AwaitedSchemaTests {
    static let id: SchemaID = "/my/own/1.0.0"
    static let streams: JSONObject = [
        "own": ["schema_title": "my/own"], "app": ["schema_title": "analytics/product_metrics/app/base"],
        "other": ["schema_title": "my/other"],
        "sampled": ["schema_title": "my/own", "sample": ["unit": "session", "rate": 0.5]],
    ]

    static let schema: JSONValue = [
        "title": "my/own", "$id": "/my/own/1.0.0", "type": "object", "required": ["number"],
        "properties": [
            "$schema": ["type": "string"], "dt": ["type": "string"], "number": ["type": "integer"],
            "meta": [
                "type": "object",
                "properties": [
                    "stream": ["type": "string"], "id": ["type": "string"], "domain": ["type": "string"],
                    "dt": ["type": "string"],
                ],
            ],
        ],
    ]

    struct Own: EventInterface {
        var schema: SchemaID { AwaitedSchemaTests.id }
        var number: Int
    }

    /// How the schema repository responds.
    enum Repository: Sendable {
        case hangs
        case responds(with: NetworkResponse)
    }

    static func platform(
        _ repository: Locked<Repository>?,
        configure: @Sendable (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) async -> TestPlatform {
        let platform = TestPlatform(streams: streams, sampling: .asConfigured, allowsInvalidEvents: true) {
            configuration in
            if repository != nil {
                configuration.validation.sources = [.repository(URL(filePath: "/repository"))]
            }
            configure(&configuration)
        }
        await platform.loadConfigurations()
        platform.connection.respond { request in
            guard request.method == .get, let repository else { return NetworkResponse(status: 201) }
            switch repository.withLock(\.self) {
            case .responds(with: let response): return response
            case .hangs:
                // Ends only when the request is cancelled.
                await Signal().wait(after: 0)
                throw CancellationError()
            }
        }
        return platform
    }

    static func numbers(_ events: [JSONValue]) -> [Int64] { events.compactMap { $0["number"]?.number?.int64 } }

    /// Waits until the core was signalled more often than `seen`.
    static func progress(of platform: TestPlatform, after seen: UInt64) async {
        await platform.client.dependencies.mailbox.arrived.wait(after: seen)
    }

    @Test
    func `events of other schemas are sent while a schema repository does not respond`() async {
        let platform = await Self.platform(Locked(.hangs))
        for number in 0..<3 {
            platform.client.submit(stream: "own", event: Own(number: number))
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: "\(number)"))
        }
        #expect(await platform.sentEvents().compactMap { $0["element_id"]?.string } == ["0", "1", "2"])
        #expect(platform.client.ledger.total.pending == 3)
    }

    @Test
    func `events that awaited their schema are validated and sent in order before later events`() async throws {
        let repository = Locked(Repository.responds(with: NetworkResponse(status: 503)))
        let platform = await Self.platform(repository)
        for number in 0..<200 { platform.client.submit(stream: "own", event: Own(number: number)) }
        platform.client.submit(stream: "own", event: Invalid())
        #expect(await platform.sentEvents().isEmpty)
        try await platform.clock.waitForSleep(of: SchemaLoader.firstRetryDelay)
        repository.withLock { $0 = .responds(with: NetworkResponse(status: 200, body: Self.schema.jsonBytes)) }
        let seen = platform.client.dependencies.mailbox.arrived.count
        platform.clock.advance(by: SchemaLoader.firstRetryDelay)
        await Self.progress(of: platform, after: seen)
        platform.client.submit(stream: "own", event: Own(number: 200))
        let events = await platform.sentEvents()
        #expect(Self.numbers(events) == (0...200).map(Int64.init))
        #expect(events.allSatisfy { $0["dt"] != nil })
        #expect(platform.client.ledger.total.dropped == [.invalid: 1] && platform.client.ledger.total.unvalidated == 0)
        let drops = await platform.droppedEvents()
        #expect(drops.map(\.reason) == [.invalid] && drops.first?.event?["number"] == "no number")
        #expect(drops.first?.detail?.contains("/number") == true)
    }

    struct Invalid: EventInterface {
        var schema: SchemaID { AwaitedSchemaTests.id }
        var number = "no number"
    }

    @Test
    func `an event without its schema for ten minutes is sent and counted as unvalidated`() async {
        let platform = await Self.platform(Locked(.responds(with: NetworkResponse(status: 503))))
        platform.client.submit(stream: "own", event: Own(number: 1), domain: "example.org")
        #expect(await platform.sentEvents().isEmpty)
        platform.clock.advance(by: .seconds(599))
        platform.client.submit(stream: "own", event: Own(number: 2))
        #expect(await platform.sentEvents().isEmpty)
        platform.clock.advance(by: .seconds(1))
        let events = await platform.sentEvents()
        #expect(Self.numbers(events) == [1])
        #expect(events.first?["meta"]?["domain"] == "example.org" && events.first?["dt"] != nil)
        #expect(platform.client.ledger.total.unvalidated == 1 && platform.client.ledger.total.pending == 1)
    }

    @Test
    func `an event whose schema the repository does not have is sent at once, without context`() async {
        let platform = await Self.platform(Locked(.responds(with: NetworkResponse(status: 404))))
        platform.client.submit(stream: "own", event: Own(number: 1))
        await platform.client.persist()
        // The response may have arrived before the wait begins.
        await until("the schema is known") { platform.client.dependencies.snapshot.now.schemas[Self.id] != nil }
        let events = await platform.sentEvents()
        #expect(Self.numbers(events) == [1])
        #expect(events.first?["dt"] != nil && events.first?["meta"]?["id"] != nil && events.first?["agent"] == nil)
        #expect(platform.client.ledger.total.unvalidated == 1)
    }

    @Test func `without a schema source an event of a custom schema has the whole envelope`() async {
        let platform = await Self.platform(nil)
        platform.client.updateContext { $0.domain = "context.example" }
        platform.client.submit(stream: "own", event: Own(number: 1), domain: "call.example")
        platform.client.submit(stream: "own", event: Own(number: 2))
        let events = await platform.sentEvents()
        #expect(events.map { $0["meta"]?["domain"]?.string } == ["call.example", "context.example"])
        #expect(events.allSatisfy { $0["dt"] != nil && $0["meta"]?["stream"] == "own" })
        #expect(platform.client.ledger.total.unvalidated == 2)
    }

    /// Fails when it is sampled again: its row has only the context that the stream lists, without the session.
    @Test func `an event of a sampled stream that awaited its schema is not sampled a second time`() async {
        let platform = await Self.platform(Locked(.responds(with: NetworkResponse(status: 503))))
        for session in ["00000000000000000000", "ffffffffffffffffffff"] {
            platform.client.submit(stream: "sampled", event: Own(number: 1)) { $0.performer.sessionID = session }
        }
        #expect(await platform.sentEvents().isEmpty)
        #expect(platform.client.ledger.total.dropped == [.outOfSample: 1] && platform.client.ledger.total.pending == 1)
        platform.clock.advance(by: .seconds(600))
        #expect(await platform.sentEvents().count == 1)
        #expect(platform.client.ledger.total.dropped == [.outOfSample: 1])
    }

    @Test func `an event whose schema title differs from its stream's is invalid`() async {
        let platform = await Self.platform(nil)
        platform.client.submit(stream: "other", event: Own(number: 1))
        platform.client.submitClick(stream: "other")
        #expect(await platform.sentEvents().isEmpty)
        #expect(platform.client.ledger.total.dropped == [.invalid: 2])
        let explanation = await platform.client.explain(stream: "other", schema: Self.id)
        #expect(explanation.outcome == .drops(.invalid))
        #expect(await platform.client.explain(stream: "own", schema: Self.id).outcome == .passes)
    }

    @Test
    func `an event stored while its schema loads has only the context that its stream lists`() async throws {
        let store = InMemoryEventStore()
        let repository = Locked(Repository.hangs)
        let platform = await Self.platform(repository) { $0.store.custom = { store } }
        platform.client.updateContext {
            $0.page.title = "secret title"
            $0.performer.name = "secret name"
            $0.performer.languagePrimary = "secret language"
        }
        platform.client.submit(stream: "own", event: Own(number: 1))
        await platform.client.persist()
        let waiting = store.events(awaiting: Self.id.path, atMost: 10)
        let text = waiting.map { String(decoding: $0.submission, as: UTF8.self) }.joined()
        #expect(waiting.count == 1 && text.contains("number") && !text.contains("secret"))
    }

    /// Fails when the arrival of the schema wakes `ClientCore.run()` alone, which does not run before the start.
    @Test func `a flush before the start goes on when a schema arrives while it waits`() async {
        let (repository, arrival) = (Locked(Repository.hangs), Signal())
        let platform = await Self.platform(repository)
        platform.connection.respond { request in
            guard request.method == .get else { return NetworkResponse(status: 201) }
            await arrival.wait(after: 0)
            return NetworkResponse(status: 200, body: Self.schema.jsonBytes)
        }
        platform.client.submit(stream: "own", event: Own(number: 1))
        await platform.client.persist()
        let progress = platform.client.dependencies.mailbox.changed
        let seen = progress.count
        arrival.raise()
        await progress.wait(after: seen)  // as a flush does
        #expect(await platform.client.flush(deadline: .seconds(1)).delivered == 1)
    }

    /// Fails when a flush ends because of one destination, while an event for another one waits for its schema.
    @Test func `a flush waits for a schema although another destination is in its back-off`() async throws {
        let repository = Locked(503)
        let streams: JSONObject = [
            "own": ["schema_title": "my/own"],
            "app": [
                "schema_title": "analytics/product_metrics/app/base", "destination_event_service": "failing-service",
            ],
        ]
        let platform = TestPlatform(streams: streams) {
            $0.validation.sources = [.repository(URL(filePath: "/repository"))]
            $0.network.destinations = Destinations(
                services: [
                    Destinations.analytics: URL(filePath: "/events"),
                    "failing-service": URL(filePath: "/failing"),
                ])
        }
        await platform.loadConfigurations()
        platform.connection.respond { request in
            if request.method == .get {
                return NetworkResponse(status: repository.withLock { $0 }, body: Self.schema.jsonBytes)
            }
            guard request.url.path == "/failing" else { return NetworkResponse(status: 201) }
            return NetworkResponse(status: 503, headers: ["Retry-After": "600"])
        }
        platform.client.submitClick(stream: "app")
        platform.client.submit(stream: "own", event: Own(number: 1))
        await platform.client.persist()
        async let flush = platform.client.flush(deadline: .seconds(60))
        // The loader waits for its next attempt, and the flush for that.
        try await platform.clock.waitForSleep(of: SchemaLoader.firstRetryDelay, count: 2)
        repository.withLock { $0 = 200 }
        platform.clock.advance(by: SchemaLoader.firstRetryDelay)
        let report = await flush
        #expect(report.delivered == 1 && report.pending == 1)
        #expect("\(report.end)".contains("failing-service cannot be tried again"), "\(report)")
        _ = await platform.client.shutdown(deadline: .zero)
    }

    @Test func `the owner decides an event that another process left waiting for its schema`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        let repository = Locked(Repository.hangs)
        let owner = await Self.platform(repository) { $0.store.location = .file(file) }
        owner.client.submitClick(stream: "app")
        await owner.client.persist()
        let other = await Self.platform(repository) { $0.store.location = .file(file) }
        other.client.submit(stream: "own", event: Own(number: 1))
        await other.client.persist()
        _ = await other.client.shutdown(deadline: .zero)
        repository.withLock { $0 = .responds(with: NetworkResponse(status: 200, body: Self.schema.jsonBytes)) }
        let report = await owner.client.flush(deadline: .seconds(60))
        #expect(report.pending == 0 && owner.client.ledger["own"].delivered == 1, "\(report)")
    }
}
