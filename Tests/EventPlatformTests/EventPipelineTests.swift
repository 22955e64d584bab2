import EventPlatform
import EventPlatformTesting
import EventSchema
import TestSupport
import Testing

@Suite(.waitLimit) struct EventPipelineTests {
    static let appBase: JSONObject = ["schema_title": "analytics/product_metrics/app/base"]

    @Test func `a click has its envelope and no attribute that its stream does not list`() async throws {
        let platform = TestPlatform(streams: ["app.toolbar": .object(Self.appBase)])
        await platform.loadConfigurations()
        platform.client.updateContext { $0.page.title = "not asked for" }
        platform.client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save"))
        let event = try #require(await platform.sentEvents().first)
        let id = try #require(event["meta"]?["id"]?.string)
        #expect(
            event == [
                "$schema": "/analytics/product_metrics/app/base/1.3.0", "action": "click", "element_id": "save",
                "dt": "2026-01-01T00:00:00.000Z", "meta": ["stream": "app.toolbar", "id": .string(id)],
                "agent": ["client_platform": "ios", "client_platform_family": "app"],
            ])
        #expect(id.count == 36 && Array(id)[14] == "7", "a UUID of version 7, got \(id)")
    }

    @Test func `an event carries the attributes that provide_values names and the sampling of its stream`() async throws
    {
        let stream: JSONValue = [
            "schema_title": "analytics/product_metrics/app/base", "sample": ["unit": "session", "rate": 1],
            "producers": [
                "metrics_platform_client": [
                    "provide_values": ["page_title", "performer_session_id", "agent_app_install_id", "page_id"]
                ]
            ],
        ]
        let platform = TestPlatform(streams: ["app.reading": stream])
        await platform.loadConfigurations()
        platform.client.submitInteraction(
            stream: "app.reading", action: "open", interactionData: .init(context: ["depth": 3, "from": "list"])
        ) { $0.page.title = "Blue whale" }
        let event = try #require(await platform.sentEvents().first)
        #expect(event["page"] == ["title": "Blue whale"])
        #expect(event["sample"] == ["unit": "session", "rate": 1])
        #expect(event["performer"]?["session_id"]?.string?.count == 20)
        #expect(event["agent"]?["app_install_id"]?.string?.count == 36)
        #expect(event["action_context"] == #"{"depth":3,"from":"list"}"#)
    }

    @Test func `streams that a pattern matches are sampled by it and counted under their own names`() async {
        let streams: JSONObject = [
            "/^out\\./": ["schema_title": "t", "sample": ["unit": "session", "rate": 0]],
            "/^app\\./": .object(Self.appBase), "zero": ["sample": ["unit": "session", "rate": 0]],
            "broken": ["schema_title": 7],
        ]
        let platform = TestPlatform(streams: streams, sampling: .asConfigured)
        await platform.loadConfigurations()
        for stream in ["out.a", "out.b", "app.a", "none", "zero", "broken"] as [EventPlatformClient.Stream] {
            platform.client.submitClick(stream: stream)
        }
        let sent = await platform.sentEvents().map { $0["meta"]?["stream"] }
        #expect(sent == ["app.a"])
        let ledger = platform.client.ledger
        #expect(Set(ledger.streams.keys) == ["out.a", "out.b", "app.a", "none", "zero", "broken"])
        #expect(ledger["out.a"].dropped == [.outOfSample: 1] && ledger["none"].dropped == [.unknownStream: 1])
        #expect(ledger["zero"].dropped == [.outOfSample: 1] && ledger["broken"].dropped == [.streamQuarantined: 1])
    }

    @Test func `the context of one call decides its sampling`() async {
        let stream: JSONValue = [
            "schema_title": "analytics/product_metrics/app/base", "sample": ["unit": "session", "rate": 0.5],
        ]
        let platform = TestPlatform(streams: ["half": stream], sampling: .asConfigured)
        await platform.loadConfigurations()
        for session in ["00000000000000000000", "ffffffffffffffffffff"] {
            platform.client.submitClick(stream: "half") { $0.performer.sessionID = session }
        }
        let account = platform.client.ledger["half"]
        #expect(account.submitted == 2 && account.dropped == [.outOfSample: 1])
    }

    @Test func `a whole event keeps its own values where the client has others`() async throws {
        struct Own: EventInterface {
            var schema: SchemaID { .appBase }
            let action = "own", dt = "2020-01-01T00:00:00Z"
            let agent = ["client_platform": "android"]
            let meta = ["id": "mine", "stream": "app.toolbar"]
        }
        let platform = TestPlatform(streams: ["app.toolbar": .object(Self.appBase)])
        await platform.loadConfigurations()
        platform.client.submit(stream: "app.toolbar", event: Own(), domain: "example.org")
        let event = try #require(await platform.sentEvents().first)
        #expect(event["dt"] == "2020-01-01T00:00:00Z")
        #expect(event["agent"] == ["client_platform": "android", "client_platform_family": "app"])
        #expect(event["meta"] == ["stream": "app.toolbar", "id": "mine", "domain": "example.org"])
    }

    @Test(
        arguments: [
            ("nobody.knows", DropReason.unknownStream), ("rate.zero", .outOfSample), ("broken", .streamQuarantined),
            ("curated", .curated),
        ])
    func `a dropped event is counted by stream and reason`(stream: String, reason: DropReason) async {
        let streams: JSONObject = [
            "rate.zero": ["sample": ["unit": "session", "rate": 0]], "broken": ["schema_title": 7],
            "curated": [
                "producers": [
                    "metrics_platform_client": [
                        "provide_values": ["page_id"], "curation": ["page_id": ["less_than": 500]],
                    ]
                ]
            ],
        ]
        let platform = TestPlatform(streams: streams, sampling: .asConfigured)
        await platform.loadConfigurations()
        platform.client.submitClick(stream: .init(stream)) { $0.page.id = 500 }
        #expect(await platform.sentEvents().isEmpty)
        let account = platform.client.ledger.streams[stream]
        #expect(account?.dropped == [reason: 1])
        #expect(account?.submitted == 1 && account?.pending == 0)
    }

    @Test func `curation decides on the attributes that the event carries`() async {
        let platform = TestPlatform(streams: [
            "curated": [
                "producers": [
                    "metrics_platform_client": [
                        "provide_values": ["page_id"], "curation": ["page_id": ["less_than": 500]],
                    ]
                ]
            ]
        ])
        await platform.loadConfigurations()
        for id in [499, 500] { platform.client.submitClick(stream: "curated") { $0.page.id = id } }
        #expect(await platform.sentEvents().map { $0["page"]?["id"] } == [499])
        #expect(platform.client.ledger["curated"].dropped == [.curated: 1])
    }

    @Test func `an invalid event is dropped and reported with place and reason, without its value`() async {
        let platform = TestPlatform(streams: ["app.toolbar": .object(Self.appBase)], allowsInvalidEvents: true)
        await platform.loadConfigurations()
        let secret = String(repeating: "secret", count: 20)
        platform.client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: secret))
        #expect(await platform.sentEvents().isEmpty)
        #expect(platform.client.ledger.total.dropped == [.invalid: 1])
        let said = platform.client.diagnostics.map(\.description).joined()
        #expect(said.contains("/element_id") && !said.contains("secret"))
    }

    @Test(
        arguments: [
            (.enforce, [], true), (.warn, ["save"], true), (.off, ["save"], false),
        ] as [(ValidationMode, [JSONValue], Bool)])
    func `an invalid event is sent unless validation is enforced, and reported unless it is off`(
        mode: ValidationMode, sent: [JSONValue], isReported: Bool
    ) async {
        let platform = TestPlatform(streams: ["app.toolbar": .object(Self.appBase)]) { $0.validation.mode = mode }
        await platform.loadConfigurations()
        platform.client.submitClick(
            stream: "app.toolbar", interactionData: .init(elementID: "save", fields: ["page": 7]))
        let events = await platform.sentEvents()
        #expect(events.map { $0["element_id"] } == sent && events.allSatisfy { $0["page"] == 7 })
        let account = platform.client.ledger["app.toolbar"]
        #expect(account.submitted == 1 && account.pending == 0 && account.unvalidated == 0)
        #expect(account.delivered == sent.count && account.dropped == (sent.isEmpty ? [.invalid: 1] : [:]))
        #expect(platform.client.diagnostics.contains { $0.kind == .invalidEvent } == isReported)
        #expect(await platform.droppedEvents().map(\.reason) == (sent.isEmpty ? [.invalid] : []))
    }

    @Test(arguments: [100, 2])
    func `events of streams with a higher priority are sent first and dropped last`(capacity: Int) async {
        let platform = TestPlatform(streams: ["low": [:], "normal": [:], "high": [:]]) {
            $0.store.priorities = ["low": .deferred, "high": .immediate]
            $0.store.settings.maximumEvents = capacity
        }
        await platform.loadConfigurations()
        for stream in ["high", "low", "normal"] as [EventPlatformClient.Stream] {
            platform.client.submitClick(stream: stream)
        }
        let sent = await platform.sentEvents().map { $0["meta"]?["stream"] }
        #expect(sent == (capacity == 2 ? ["high", "normal"] : ["high", "normal", "low"]))
        #expect(platform.client.ledger["low"].dropped == (capacity == 2 ? [.storeFull: 1] : [:]))
    }

    @Test func `an event that is too large for a request is dropped with its size before it is stored`() async {
        let platform = TestPlatform(streams: ["app.toolbar": .object(Self.appBase)]) { $0.emitter.byteLimitPost = 300 }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app.toolbar")
        platform.client.submitClick(
            stream: "app.toolbar", interactionData: .init(context: ["text": .string(String(repeating: "x", count: 60))])
        )
        #expect(await platform.sentEvents().count == 1)
        let drops = await platform.droppedEvents()
        #expect(drops.map(\.reason) == [.tooLarge] && drops.first?.event?["action"] == "click")
        #expect(drops.first?.detail?.hasSuffix("the byte limit is 300") == true, "\(drops)")
        #expect(platform.client.ledger["app.toolbar"].dropped == [.tooLarge: 1])
    }

    @Test(arguments: [0, -1])
    func `an event that makes a request of exactly the byte limit is sent`(difference: Int) async throws {
        func platform(_ limit: Int?) async -> TestPlatform {
            let platform = TestPlatform(streams: ["app.toolbar": .object(Self.appBase)], test: "limit") {
                if let limit { $0.emitter.byteLimitPost = limit }
            }
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "app.toolbar")
            _ = await platform.sentEvents()
            return platform
        }
        let size = try #require(await platform(nil).connection.requests.last { $0.method == .post }).body.count
        let total = await platform(size + difference).client.ledger.total
        #expect(total.delivered == (difference == 0 ? 1 : 0))
        #expect(total.dropped == (difference == 0 ? [:] : [.tooLarge: 1]))
    }

    @Test(arguments: [(.enforce, 1), (.warn, 1), (.off, 0)] as [(ValidationMode, Int)])
    func `an event without its schema counts as unvalidated unless validation is off`(
        mode: ValidationMode, unvalidated: Int
    ) async {
        let platform = TestPlatform(streams: ["app.own": [:]]) { $0.validation.mode = mode }
        await platform.loadConfigurations()
        platform.client.submitInteraction(stream: "app.own", schema: "/no/such/1.0.0", action: "try")
        #expect(await platform.sentEvents().count == 1)
        #expect(platform.client.ledger["app.own"].unvalidated == unvalidated)
    }

    @Test func `a missing schema is reported once, and its events are sent`() async {
        let platform = TestPlatform(streams: ["app.own": [:]])
        await platform.loadConfigurations()
        platform.client.submitInteraction(stream: "app.own", schema: "/no/such/1.0.0", action: "try")
        platform.client.submitInteraction(stream: "app.own", schema: "/no/such/1.0.0", action: "try")
        #expect(await platform.sentEvents().count == 2)
        #expect(platform.client.diagnostics.filter { $0.kind == .schema }.count == 1)
    }

    @Test func `the interaction data of an unknown stream is not evaluated`() async {
        let platform = TestPlatform(streams: [:])
        await platform.loadConfigurations()
        func data() -> InteractionData {
            Issue.record("built for an unknown stream")
            return InteractionData()
        }
        platform.client.submitClick(stream: "unknown", interactionData: data())
        #expect(platform.client.ledger.total.dropped == [.unknownStream: 1])
    }

    @Test func `an empty action and an event that is not an object are dropped and reported`() async {
        struct NotAnObject: EventInterface {
            var schema: SchemaID { .appBase }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode("text")
            }
        }
        let platform = TestPlatform(streams: ["app.toolbar": .object(Self.appBase)], allowsInvalidEvents: true)
        await platform.loadConfigurations()
        platform.client.submitInteraction(stream: "app.toolbar", action: "")
        platform.client.submit(stream: "app.toolbar", event: NotAnObject())
        #expect(await platform.sentEvents().isEmpty)
        #expect(platform.client.ledger.total.dropped == [.emptyAction: 1, .unencodable: 1])
        #expect(platform.client.diagnostics.filter { $0.kind == .misuse }.count == 2)
    }

    /// Fails when such an event is left to a schema that nobody has: it then goes out without stream and id.
    @Test(arguments: [ValidationMode.enforce, .warn, .off])
    func `a whole event whose meta is no object is dropped, with any validation`(mode: ValidationMode) async {
        struct Own: EventInterface {
            var schema: SchemaID { SchemaID("/nobody/has/1.0.0") }
            let meta = "x"
        }
        let platform = TestPlatform(streams: ["app.toolbar": .object(Self.appBase)], allowsInvalidEvents: true) {
            ($0.validation.mode, $0.validation.sources) = (mode, [])
        }
        await platform.loadConfigurations()
        platform.client.submit(stream: "app.toolbar", event: Own())
        #expect(await platform.sentEvents().isEmpty)
        #expect(platform.client.ledger.total.dropped == [.invalid: 1])
        #expect(platform.client.diagnostics.contains { $0.message.contains("meta is not an object") })
    }

    @Test func `declined consent drops stored and new events, and after shutdown new events are dropped`() async {
        let platform = TestPlatform(streams: ["app.toolbar": .object(Self.appBase)])
        await platform.loadConfigurations()
        await platform.client.set(consent: .pending)
        platform.client.submitClick(stream: "app.toolbar")
        #expect(await platform.sentEvents().isEmpty)
        #expect(platform.client.ledger.total.pending == 1)
        await platform.client.set(consent: .declined)
        platform.client.submitClick(stream: "app.toolbar")
        #expect(platform.client.ledger.total.dropped == [.consentDeclined: 2])
        _ = await platform.client.shutdown(deadline: .seconds(1))
        platform.client.submitClick(stream: "app.toolbar")
        #expect(platform.client.ledger.total.dropped == [.consentDeclined: 2, .shutDown: 1])
    }
}
