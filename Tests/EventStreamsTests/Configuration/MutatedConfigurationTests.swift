import EventSchema
import EventStreams
import EventSupport
import TestSupport
import Testing

@Suite struct MutatedConfigurationTests {
    private static let streams: JSONObject = [
        "edit": [
            "schema_title": "analytics/edit", "destination_event_service": "intake", "topics": ["a.edit", "b.edit"],
            "sample": ["unit": "session", "rate": 0.5], "canary_events_enabled": false,
            "producers": [
                "metrics_platform_client": [
                    "provide_values": ["page_id", "performer_groups", "performer_registration_dt"],
                    "curation": [
                        "page_id": ["less_than": 500, "not_equals": 42],
                        "performer_groups": ["contains_all": ["user"], "does_not_contain": "sysop"],
                        "performer_registration_dt": ["greater_than": "2020-01-01T00:00:00Z"],
                    ],
                ]
            ],
        ],
        "/^job\\..+/": ["schema_title": "job", "topic_prefixes": ["a.", "b."], "stream": "/^job\\..+/"],
        "view": [
            "schema_title": "view", "topic_prefixes": nil,
            "producers": [
                "metrics_platform_client": ["sampling": ["identifier": "device", "rate": 1], "curation": []]
            ],
        ],
        "job.special": ["schema_title": "special", "sample": ["unit": "pageview", "rate": 1, "salt": "s"]],
    ]

    /// Events to decide about, and whether `edit` wants them.
    private static let events: [JSONValue] = [
        ["page": ["id": 7], "performer": ["groups": ["user"], "registration_dt": "2021-01-01T00:00:00Z"]],
        ["page": ["id": 42], "performer": ["groups": ["user"], "registration_dt": "2021-01-01T00:00:00Z"]],
        ["page": nil], [:],
    ]

    /// What a stream decides in cases that tell rules apart.
    private struct Behaviour: Equatable {
        let stream: StreamConfiguration
        let topics: [String]
        let attributes: [ContextualAttribute]
        let samples: [Bool]
        let verdicts: [CurationVerdict]

        init(_ stream: StreamConfiguration) {
            self.stream = stream
            topics = stream.topics
            attributes = stream.contextualAttributes
            samples = ["00000000", "80000000", "short"].map { stream.sampling.includes(identifier: $0) }
            verdicts = events.map { stream.curation.verdict(on: $0) }
        }
    }

    @Test func `10 000 mutated documents: nothing crashes, and intact streams decide as before`() throws {
        let original = StreamConfigurations(streams: Self.streams)
        let expected = try Self.streams.map { ($0.name, Behaviour(try #require(original[$0.name]))) }
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 5))
        var quarantined = 0
        for _ in 0..<10_000 {
            var document = Self.streams
            let victim = document[Int.random(in: 0..<document.count, using: &mutator.generator)].name
            document[victim] = mutator.mutated(document[victim] ?? nil)
            let read = StreamConfigurations(streams: document)
            for (name, behaviour) in expected where name != victim {
                #expect(read[name].map(Behaviour.init) == behaviour)
            }
            #expect(read.count + read.quarantined.count == document.count)
            #expect(read.quarantined.allSatisfy { $0.name == victim && !$0.issues.isEmpty })
            quarantined += read.quarantined.count
            if let stream = read[victim] { _ = Behaviour(stream) }
        }
        // The mutations must be worth something: many break their stream, and many do not.
        #expect((2_000...8_000).contains(quarantined))
    }

    @Test func `10 000 mutated responses: each is read or refused`() {
        let response: JSONValue = ["streams": .object(Self.streams), "warnings": [:]]
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 6))
        var refused = 0
        for _ in 0..<10_000 {
            do {
                let read = try StreamConfigurations(response: mutator.mutated(mutator.mutated(response)))
                for name in ["job.1", "edit"] { _ = read[name] }
            } catch {
                refused += 1
            }
        }
        #expect((100...9_900).contains(refused))
    }
}
