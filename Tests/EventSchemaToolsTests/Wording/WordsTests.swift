import EventSchema
import EventSchemaTools
import EventStreams
import Testing

@Suite struct WordsTests {
    private static func stream(_ settings: JSONObject) throws -> StreamConfiguration {
        try #require(StreamConfigurations(streams: ["a": .object(settings)])["a"])
    }

    @Test(
        arguments: [
            (["unit": "session", "rate": 0.1], "about 1 in 10 sessions; all events of a session or none"),
            (["unit": "device", "rate": 0.0001], "about 1 in 10 000 devices"),
            (["unit": "pageview", "rate": 0.3], "about 30 % of page views"),
            (["unit": "session", "rate": 0.0125], "about 1 in 80 sessions"),
            (["unit": "session", "rate": 0.95], "about 95 % of sessions"),
            (["unit": "session", "rate": 1], "every session"),
            (["unit": "session", "rate": 0], "nobody: the rate is 0"),
            (["unit": "user", "rate": 1], "nobody: sample.unit must be one of"), (nil, "everybody"),
        ] as [(JSONValue?, String)])
    func `the audience of a sample is in words`(sample: JSONValue?, words: String) throws {
        let rule = try Self.stream(sample.map { ["sample": $0] } ?? [:]).sampling
        #expect(rule.audience.hasPrefix(words), "\(rule.audience)")
    }

    @Test func `a salt gives a sample of its own`() throws {
        let rule = try Self.stream(["sample": ["unit": "device", "rate": 0.5, "salt": "x"]]).sampling
        #expect(rule.audience.hasSuffix("the salt chooses other devices than in other streams"))
    }

    @Test(
        arguments: [
            ([:], "every event that is in sample"),
            (["page_id": ["equals": 1]], "only events where page_id is 1; an event without a value of the attribute"),
            (["page_id": ["greater_than": 1, "less_than": 9]], "page_id is greater than 1 and is less than 9"),
            (["page_title": ["in": ["A", "B"]]], "page_title is one of A, B"),
            (
                ["performer_groups": ["contains_any": ["user"], "does_not_contain": "bot"]],
                "performer_groups contains any of user and does not contain bot"
            ),
            (
                ["page_id": ["not_in": [1]], "page_title": ["not_equals": "A"]],
                "is not one of 1, and where page_title is"
            ),
            (["page_id": ["equls": 1]], "page_id has a value"), (["page_id": nil], "every event"),
            (["page_id": ["equals": nil]], "page_id has a value"),
        ] as [(JSONValue, String)])
    func `what curation lets through is in words`(curation: JSONValue, words: String) throws {
        let stream = try Self.stream(["producers": ["metrics_platform_client": ["curation": curation]]])
        #expect(stream.curationSentence.contains(words), "\(stream.curationSentence)")
    }
}
