import EventPlatformTesting
import EventSchema
import TestSupport
import Testing

@testable import EventPlatform

/// Each reason that a stage of the pipeline gives, from a submit call and from an explanation of the same interaction.
@Suite(.waitLimit) struct DropReasonTests {
    /// An interaction that is dropped, and what leads to it.
    struct Case: Sendable {
        var stage: EventLifecycle.Stage
        var stream: EventPlatformClient.Stream = "app"
        var action = "click"
        var data = InteractionData()
        /// Whether the stage drops the interaction before stream configurations have arrived, too.
        var needsNoConfigurations = false
        var prepare: @Sendable (EventPlatformClient) async -> Void = { _ in }
    }

    static let cases: [DropReason: Case] = [
        .shutDown: Case(stage: .shutdown, needsNoConfigurations: true) { _ = await $0.shutdown(deadline: .zero) },
        .consentDeclined: Case(stage: .consent, needsNoConfigurations: true) { await $0.set(consent: .declined) },
        .unknownStream: Case(stage: .configuration, stream: "unknown"),
        .streamQuarantined: Case(stage: .configuration, stream: "broken"),
        .outOfSample: Case(stage: .sampling, stream: "sampled"),
        .throttled: Case(stage: .throttle, needsNoConfigurations: true) {
            $0.dependencies.snapshot.update { $0.throttles.all = .blockAll }
        },
        .emptyAction: Case(stage: .action, action: ""),
        .unencodable: Case(stage: .encoding, data: InteractionData(fields: ["ratio": Double.infinity])),
        .curated: Case(stage: .curation, stream: "curated"),
        .invalid: Case(stage: .validation, data: InteractionData(fields: ["no_such": 1])),
        .tooLarge: Case(
            stage: .size, data: InteractionData(context: ["text": .string(String(repeating: "x", count: 400))])),
    ]

    private static let streams: JSONObject = [
        "app": ["schema_title": "analytics/product_metrics/app/base"], "broken": ["topics": [1]],
        "sampled": ["sample": ["unit": "session", "rate": 0]],
        "curated": [
            "producers": [
                "metrics_platform_client": [
                    "provide_values": ["page_id"], "curation": ["page_id": ["equals": 1]],
                ]
            ]
        ],
    ]

    private static func client(_ test: Case, loadsConfigurations: Bool = true) async -> TestPlatform {
        let platform = TestPlatform(streams: streams, sampling: .asConfigured, allowsInvalidEvents: true) {
            $0.emitter.byteLimitPost = 600
        }
        if loadsConfigurations { await platform.loadConfigurations() }
        await test.prepare(platform.client)
        return platform
    }

    @Test func `every reason of the pipeline has a case, at a stage that lists it`() {
        let listed = EventLifecycle.Stage.pipeline.flatMap(\.decision.drops)
        #expect(Set(Self.cases.keys) == Set(listed))
        for (reason, test) in Self.cases { #expect(test.stage.decision.drops.contains(reason)) }
    }

    @Test(arguments: cases.keys.sorted())
    func `a submit call and an explanation drop an interaction at the same stage`(reason: DropReason) async throws {
        let test = try #require(Self.cases[reason])
        let platform = await Self.client(test)
        let explanation = await platform.client.explain(
            stream: test.stream, action: test.action, interactionData: test.data)
        #expect(platform.client.ledger.total.submitted == 0, "an explanation submits nothing")
        #expect(explanation.outcome == .drops(reason), "\(explanation)")
        let deciding = explanation.stages.first { $0.outcome != .passes }
        #expect(deciding?.name == test.stage.rawValue)

        platform.client.submitInteraction(stream: test.stream, action: test.action, interactionData: test.data)
        await platform.client.runCycle()
        #expect(platform.client.ledger[test.stream].dropped == [reason: 1])
        #expect(platform.client.ledger.total.submitted == 1)
    }

    /// Fails when an explanation ends where stream configurations are missing.
    @Test(arguments: cases.filter(\.value.needsNoConfigurations).keys.sorted())
    func `a call and an explanation drop an interaction before stream configurations have arrived`(
        reason: DropReason
    ) async throws {
        let test = try #require(Self.cases[reason])
        let platform = await Self.client(test, loadsConfigurations: false)
        let explanation = await platform.client.explain(stream: test.stream)
        #expect(explanation.outcome == .drops(reason), "\(explanation)")
        #expect(explanation.stages.last?.name == "configuration" && explanation.stages.last?.outcome == .waits)
        platform.client.submitInteraction(stream: test.stream, action: test.action)
        #expect(platform.client.ledger[test.stream].dropped == [reason: 1])
    }

    /// Fails when an explanation has an order of its own.
    @Test func `an explanation has its stages in the order of the list`() async {
        let platform = await Self.client(Case(stage: .validation))
        platform.client.dependencies.snapshot.update {
            $0.throttles.all = Throttle(share: 1)
            $0.settings.store.sendsSequenceNumbers = true
        }
        let names = await platform.client.explain(stream: "app").stages.map(\.name)
        let silent: Set<EventLifecycle.Stage> = [
            .shutdown, .inbox, .inputBuffer, .action, .encoding, .envelope, .commit, .store, .upkeep, .lease, .request,
            .verdict, .ledger,
        ]
        #expect(names == EventLifecycle.Stage.allCases.filter { !silent.contains($0) }.map(\.rawValue))
    }

    /// Fails when a call that could not be encoded is kept as one that can.
    @Test func `an interaction that cannot be encoded is dropped after a restart in the input buffer`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("events.sqlite")
        func platform() -> TestPlatform {
            TestPlatform(streams: Self.streams, allowsInvalidEvents: true) { $0.store.location = .file(file) }
        }
        do {
            let first = platform()
            let data = InteractionData(fields: ["ratio": Double.infinity])
            first.client.submitInteraction(stream: "app", action: "a", interactionData: data)
            await first.client.persist()
            #expect(first.client.ledger["app"].pending == 1)
        }  // ends without a shutdown
        let second = platform()
        await second.loadConfigurations()
        #expect(await second.sentEvents().isEmpty)
        #expect(second.client.ledger["app"].dropped == [.unencodable: 1])
        #expect(await second.droppedEvents().first?.detail?.hasPrefix("its fields: ") == true)
    }
}
