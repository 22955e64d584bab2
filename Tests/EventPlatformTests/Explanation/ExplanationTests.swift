import EventSupport
import EventPlatformTesting
import EventSchema
import EventStreams
import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct ExplanationTests {
    /// Sampling settings of a stream.
    static let samples: [JSONValue?] = [
        nil, ["unit": "session", "rate": 0.5], ["unit": "device", "rate": 0.5], ["unit": "pageview", "rate": 0.5],
        ["unit": "session", "rate": 1], ["unit": "user", "rate": 1], ["unit": "device", "rate": 0.5, "salt": "s"],
    ]
    static let rules: [JSONValue?] = [
        nil, ["page_id": ["less_than": 500]], ["page_id": ["not_in": [1, 2]], "performer_is_bot": ["equals": false]],
        ["performer_groups": ["contains_any": ["user", "bot"], "does_not_contain": "sysop"]],
        ["page_id": ["is_equals": 1]],
    ]
    static let values: [JSONObject] = [
        [:], ["page_id": 1], ["page_id": 500, "performer_is_bot": false],
        ["page_id": 3, "performer_is_bot": false, "performer_groups": ["user"]],
        ["page_id": 1.0, "performer_is_bot": true, "performer_groups": ["bot", "sysop"]],
    ]

    static func stream(_ random: inout SeededGenerator) -> JSONValue {
        var client: JSONObject = ["provide_values": ["page_id", "performer_groups"]]
        if Bool.random(using: &random) {
            client["provide_values"] = ["page_id", "performer_groups", "performer_is_bot"]
        }
        client["curation"] = rules.randomElement(using: &random) ?? nil
        var stream: JSONObject = ["producers": ["metrics_platform_client": .object(client)]]
        stream["schema_title"] = Int.random(in: 0..<8, using: &random) == 0 ? 7 : "analytics/product_metrics/app/base"
        stream["sample"] = samples.randomElement(using: &random) ?? nil
        return .object(stream)
    }

    /// Compares explanations with the ledger for random streams, sessions and contexts.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `the outcome of an explanation is what the ledger then counts for an event`(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let names = ["a", "b", "/^c\\./"]
        let streams = JSONObject(names.map { ($0, Self.stream(&random)) })
        let platform = TestPlatform(
            streams: streams, sampling: .asConfigured, seed: seed, allowsInvalidEvents: true)
        await platform.loadConfigurations()
        for name in ["a", "b", "c.d", "nobody"] {
            platform.client.resetSession()
            if Bool.random(using: &random) { platform.client.beginPageview() }
            let values = Self.values.randomElement(using: &random) ?? [:]
            platform.client.updateContext { context in
                for attribute in [ContextualAttribute.pageID, .performerIsBot, .performerGroups] {
                    context[attribute] = values[attribute.name]
                }
            }
            let explanation = await platform.client.explain(stream: .init(name))
            let before = platform.client.ledger.streams[name] ?? .init()
            platform.client.submitClick(stream: .init(name))
            await platform.client.runCycle()
            let after = platform.client.ledger.streams[name] ?? .init()
            switch explanation.outcome {
            case .passes: #expect(after.delivered == before.delivered + 1, "\(explanation)")
            case .drops(let reason):
                #expect(after.dropped[reason, default: 0] == before.dropped[reason, default: 0] + 1, "\(explanation)")
            case .waits, .undecided: Issue.record("\(explanation)")
            }
        }
    }

    @Test func `the explained outcome is waiting before configurations arrive and while consent is pending`() async {
        let title: JSONValue = "analytics/product_metrics/app/base"
        let platform = TestPlatform(streams: ["a": ["schema_title": title]])
        #expect(await platform.client.explain(stream: "a").outcome == .waits)
        await platform.loadConfigurations()
        #expect(await platform.client.explain(stream: "a").outcome == .passes)
        await platform.client.set(consent: .pending)
        #expect(await platform.client.explain(stream: "a").outcome == .waits)
        await platform.client.set(consent: .declined)
        #expect(await platform.client.explain(stream: "a").outcome == .drops(.consentDeclined))
    }

    @Test func `an explanation begins no session`() async {
        let platform = TestPlatform(
            streams: ["a": ["sample": ["unit": "session", "rate": 0.5]]], sampling: .asConfigured)
        await platform.loadConfigurations()
        let explanation = await platform.client.explain(stream: "a")
        #expect(explanation.description.contains("the position of the session id is"))
        #expect(platform.client.sessionID == nil)
    }

    /// Fails when an explanation decides without the session that the event begins, or by one that has ended.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `an event that begins a session becomes what the explanation before it says`(seed: UInt64) async {
        let sample: JSONValue = ["unit": "session", "rate": 0.5]
        let platform = TestPlatform(
            streams: ["a": ["schema_title": "analytics/product_metrics/app/base", "sample": sample]],
            sampling: .asConfigured, seed: seed)
        await platform.loadConfigurations()
        var expected = 0
        for _ in 0..<4 {
            if await platform.client.explain(stream: "a").outcome == .passes { expected += 1 }
            platform.client.submitClick(stream: "a")
            let account = platform.client.ledger["a"]
            #expect(account.submitted - (account.dropped[.outOfSample] ?? 0) == expected)
            platform.clock.advance(by: .seconds(3600))  // the session ends
        }
    }

    @Test func `in the background an explanation has no session, as an event has none`() async {
        let platform = TestPlatform(
            streams: ["a": ["sample": ["unit": "session", "rate": 0.5]]], sampling: .asConfigured
        ) { $0.wasLaunchedInBackground = true }
        await platform.loadConfigurations()
        let explanation = await platform.client.explain(stream: "a")
        #expect(explanation.summary.contains("there is no session id"), "\(explanation)")
        platform.client.submitClick(stream: "a")
        #expect(platform.client.ledger["a"].dropped == [.outOfSample: 1])
    }

    /// Fails when an explanation takes a schema that a submit call does not.
    @Test func `without a schema a stream of an own one is explained as a submit call without a schema ends`() async {
        let platform = TestPlatform(streams: ["own": ["schema_title": "own"]], allowsInvalidEvents: true)
        await platform.loadConfigurations()
        let explanation = await platform.client.explain(stream: "own")
        #expect(explanation.outcome == .drops(.invalid), "\(explanation)")
        #expect(explanation.summary.contains("the stream takes own only"), "\(explanation)")
        platform.client.submitClick(stream: "own")
        await platform.client.runCycle()
        #expect(platform.client.ledger["own"].dropped == [.invalid: 1])
    }

    @Test func `an explanation names the setting, the value and the rate`() throws {
        let streams = try StreamConfigurations(response: [
            "streams": [
                "a": [
                    "sample": ["unit": "device", "rate": 0.5],
                    "producers": [
                        "metrics_platform_client": [
                            "provide_values": ["page_id"], "curation": ["page_id": ["equals": 2]],
                        ]
                    ],
                ], "b": ["topics": [1]],
            ]
        ])
        var context = Context()
        context.page.id = 3
        let explainer = StreamExplainer(
            configurations: streams, context: context, device: "80000000-0000-4000-8000-000000000000")
        let words = explainer.explain("a").description
        #expect(words.contains("the position of the device id is 0.5000000001164153, not below the rate 0.5"))
        #expect(words.contains("page_id equals fails, since the value is 3"))
        #expect(explainer.explain("b").summary.contains("topics[0] must be a string"))
        let known = StreamConfigurations(streams: ["app.search": ["schema_title": "t"]])
        let misspelt = StreamExplainer(configurations: known, context: context).explain("app.serch")
        #expect(misspelt.summary.hasSuffix("did you mean “app.search”?"))
    }

    // MARK: - What is not known

    private static let attribute = ContextualAttribute.performerGroups

    /// A stream that samples devices and curates by an attribute of its events.
    private static func sampledAndCurated(_ rate: Double, listed: JSONValue) throws -> StreamConfigurations {
        let client: JSONValue = [
            "provide_values": listed,
            "curation": ["performer_groups": ["contains_any": ["user"], "does_not_contain": "blocked"]],
        ]
        return try StreamConfigurations(response: [
            "streams": [
                "a": [
                    "sample": ["unit": "device", "rate": .number(rate)],
                    "producers": ["metrics_platform_client": client],
                ]
            ]
        ])
    }

    private static let device = "00000000-0000-4000-8000-000000000000"
    private static let listed: JSONValue = ["agent_app_install_id", "performer_groups"]

    /// Fails when an attribute that nobody gave counts as one that the event lacks.
    @Test func `a rule on an attribute that is not given cannot be decided`() throws {
        let streams = try Self.sampledAndCurated(1, listed: Self.listed)
        var explainer = StreamExplainer(configurations: streams, context: .empty, device: Self.device)
        let unknown = explainer.explain("a")
        #expect(unknown.outcome == .undecided && unknown["curation"]?.details["unknown"] == ["performer.groups"])
        #expect(
            unknown.summary == "It cannot be decided whether an event of a would be sent: give performer.groups, which "
                + "the rules decide by.")
        #expect(unknown.json["outcome"] == "undecided" && unknown.json["reason"] == nil)
        let lines = unknown.description.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("  curation: cannot be decided: give performer.groups") })
        #expect(lines.contains { $0.hasPrefix("  dispatch: if reached, would pass: ") })
        for missing in [StreamExplainer.Missing.every, .listed, .only([Self.attribute])] {
            explainer.missing = missing
            #expect(explainer.explain("a").outcome == .drops(.curated), "\(missing)")
        }
        var context = Context.empty
        context[Self.attribute] = ["blocked"]
        let given = StreamExplainer(configurations: streams, context: context, device: Self.device)
        #expect(given.explain("a").outcome == .drops(.curated))
    }

    @Test func `a rule on an attribute that the stream does not list drops every event`() throws {
        let streams = try Self.sampledAndCurated(1, listed: ["page_id"])
        let explainer = StreamExplainer(configurations: streams, context: .empty, device: Self.device)
        #expect(explainer.explain("a").outcome == .drops(.curated))
    }

    /// A stream may sample by an identifier that its events do not have.
    @Test func `sampling by an identifier that is not given cannot be decided`() throws {
        var context = Context.empty
        context[Self.attribute] = ["user"]
        for listed in [Self.listed, ["performer_groups"]] {
            let streams = try Self.sampledAndCurated(0.5, listed: listed)
            var explainer = StreamExplainer(configurations: streams, context: context)
            explainer.identifierHint = { "; give --\($0.rawValue) ID" }
            let unknown = explainer.explain("a")
            #expect(unknown.outcome == .undecided && unknown["sampling"]?.details["unknown"] == ["device"])
            #expect(unknown["sampling"]?.details["in_sample"] == .null)
            #expect(
                unknown.summary.hasSuffix("the device id, which decides at rate 0.5, is not known; give --device ID."))
            explainer.missing = .listed
            #expect(
                explainer.explain("a").outcome == (listed == Self.listed ? .drops(.outOfSample) : .undecided))
            explainer.missing = .only([.agentAppInstallID])
            #expect(explainer.explain("a").outcome == .drops(.outOfSample))
        }
        for (rate, outcome) in [(0.0, StreamExplanation.Outcome.drops(.outOfSample)), (1, .passes)] {
            let streams = try Self.sampledAndCurated(rate, listed: Self.listed)
            #expect(StreamExplainer(configurations: streams, context: context).explain("a").outcome == outcome)
        }
    }

    /// Fails when a stage behind the one that drops an event says that the event passes.
    @Test func `stages behind the one that decides are not reached`() async throws {
        let platform = TestPlatform(
            streams: [
                "a": [
                    "schema_title": "analytics/product_metrics/app/base", "sample": ["unit": "session", "rate": 0],
                    "producers": ["metrics_platform_client": ["curation": ["page_id": ["equals": 2]]]],
                ]
            ], sampling: .asConfigured)
        await platform.loadConfigurations()
        let explanation = await platform.client.explain(stream: "a")
        let lines = explanation.description.split(separator: "\n")
        for start in [
            "  configuration: passes: ", "  sampling: dropped: ", "  context: not reached, would pass: ",
            "  curation: not reached, would be dropped (curated): ", "  dispatch: not reached, would pass: ",
        ] {
            #expect(lines.contains { $0.hasPrefix(start) }, "\(start) in \(explanation)")
        }
        let stages = try #require(explanation.json["stages"]?.array)
        let reached = stages.prefix { $0["reached"] == true }
        #expect(reached.last?["stage"] == "sampling")
        #expect(stages.count > reached.count && stages[reached.count...].allSatisfy { $0["reached"] == false })
    }

    @Test func `an explanation says whether the event is numbered, how large it is, and what it waits for`() async {
        let title: JSONValue = "analytics/product_metrics/app/base"
        let platform = TestPlatform(streams: ["a": ["schema_title": title], "own": ["schema_title": "own"]]) {
            $0.store.sendsSequenceNumbers = true
            $0.validation.sources = [.repository(TestPlatform.streamsURL)]
        }
        await platform.loadConfigurations()
        let explanation = await platform.client.explain(stream: "a")
        #expect(explanation.outcome == .passes, "\(explanation)")
        #expect(explanation["sequenceNumber"]?.details["numbered"] == true)
        platform.client.submitClick(stream: "a")
        await platform.client.runCycle()
        let request = platform.connection.requests.last { $0.method == .post }
        // Without the number that the store has written.
        let bytes = request.map { Int64($0.body.count - #","sequence_number":1"#.utf8.count) }
        #expect(explanation["size"]?.details["bytes"]?.number?.int64 == bytes)

        let pending = await platform.client.explain(stream: "own", schema: "/own/1.0.0")
        #expect(pending.outcome == .waits && pending.summary.contains("/own/1.0.0 has to be fetched"), "\(pending)")
    }

    /// A schema that the client is given in code, with a platform that must be `ios` and the intake's `http`.
    private static let ownSchema: JSONValue = [
        "title": "own", "type": "object", "required": ["meta", "http", "size"],
        "properties": [
            "size": ["type": "integer"],
            "http": ["type": "object", "required": ["client_ip"], "properties": ["client_ip": ["type": "string"]]],
            "agent": ["type": "object", "properties": ["client_platform": ["enum": ["ios"]]]],
        ],
    ]

    private struct Resized: EventInterface {
        let schema: SchemaID = "/own/1.0.0"
        let size = 3
        enum CodingKeys: CodingKey { case size }
    }

    @Test func `a context that the schema refuses is explained as invalid, as the ledger counts it`() async {
        let platform = TestPlatform(
            streams: ["base": ["schema_title": "analytics/product_metrics/app/base"]], allowsInvalidEvents: true)
        await platform.loadConfigurations()
        #expect(await platform.client.explain(stream: "base").outcome == .passes)
        platform.client.updateContext { $0.agent.clientPlatform = "linux" }
        let explanation = await platform.client.explain(stream: "base")
        #expect(explanation.outcome == .drops(.invalid) && explanation.summary.contains("/agent/client_platform"))
        platform.client.submitClick(stream: "base")
        await platform.client.runCycle()
        #expect(platform.client.ledger["base"].dropped == [.invalid: 1])
    }

    @Test func `an event whose schema requires http is explained as sent, and is sent without it`() async throws {
        let platform = TestPlatform(streams: ["own": ["schema_title": "own"]]) {
            $0.validation.sources = [.documents(["/own/1.0.0": Self.ownSchema])]
        }
        await platform.loadConfigurations()
        let explanation = await platform.client.explain(stream: "own", schema: "/own/1.0.0")
        #expect(explanation.outcome == .passes, "\(explanation)")
        platform.client.submit(stream: "own", event: Resized())
        let event = try #require(await platform.sentEvents().first)
        #expect(event["size"] == 3 && event["http"] == nil && event["meta"]?["dt"] == nil)

        platform.client.updateContext { $0.agent.clientPlatform = "linux" }
        let refused = await platform.client.explain(stream: "own", schema: "/own/1.0.0")
        #expect(refused.outcome == .drops(.invalid), "\(refused)")
    }
}

extension StreamExplanation {
    /// The stage with a name.
    fileprivate subscript(name: String) -> Stage? { stages.first { $0.name == name } }
}
