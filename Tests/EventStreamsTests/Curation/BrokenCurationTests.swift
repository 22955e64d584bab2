import EventSchema
import EventStreams
import Testing

@Suite struct BrokenCurationTests {
    private func stream(_ rules: String) throws -> StreamConfigurations {
        try snapshot(
            #"{"a": {"schema_title": "t", "producers": {"metrics_platform_client": {"curation": \#(rules)}}}}"#)
    }

    @Test(
        arguments: [
            (#"{"page_id": {"is_equals": 1}}"#, "page_id.is_equals"),
            (#"{"performer_groups": {"not_contains": "a"}}"#, "performer_groups.not_contains"),
            (#"{"page_id": {"equals": "1"}}"#, "page_id.equals"),
            (#"{"page_id": {"equals": [1]}}"#, "page_id.equals"),
            (#"{"page_id": {"less_than": true}}"#, "page_id.less_than"),
            (#"{"page_id": {"in": 1}}"#, "page_id.in"),
            (#"{"page_id": {"in": {"0": 1}}}"#, "page_id.in"),
            (#"{"page_id": {"in": [1, "2"]}}"#, "page_id.in[1]"),
            (#"{"page_id": {"in": [1, null]}}"#, "page_id.in[1]"),
            (#"{"page_id": {"contains": 1}}"#, "page_id.contains"),
            (#"{"page_title": {"contains": 1}}"#, "page_title.contains"),
            (#"{"page_title": {"greater_than": "a"}}"#, "page_title.greater_than"),
            (#"{"performer_is_bot": {"less_than": true}}"#, "performer_is_bot.less_than"),
            (#"{"performer_is_bot": {"equals": 1}}"#, "performer_is_bot.equals"),
            (#"{"performer_groups": {"in": ["a"]}}"#, "performer_groups.in"),
            (#"{"performer_groups": {"contains": ["a"]}}"#, "performer_groups.contains"),
            (#"{"performer_groups": {"contains_all": "a"}}"#, "performer_groups.contains_all"),
            (#"{"performer_groups": {"contains": 1}}"#, "performer_groups.contains"),
            (#"{"performer_registration_dt": {"less_than": 20260101}}"#, "performer_registration_dt.less_than"),
            (#"{"performer_registration_dt": {"equals": "2026"}}"#, "performer_registration_dt.equals"),
            (#"{"page_id": "x"}"#, "page_id"),
        ])
    func `an invalid rule is ignored alone, with its path in a diagnostic`(rules: String, path: String) throws {
        let streams = try stream(rules)
        #expect(streams.quarantined.isEmpty)
        #expect(streams.diagnostics.map(\.path) == ["producers.metrics_platform_client.curation.\(path)"])
        #expect(streams["a"]?.curation.isEmpty == true)
    }

    @Test func `the rules beside an invalid one hold, also on the same attribute`() throws {
        let streams = try stream(
            #"{"page_id": {"is_equals": 1, "less_than": 5}, "page_title": {"equals": 1}, "performer_is_bot": {"equals": false}}"#
        )
        let rules = try #require(streams["a"]?.curation)
        #expect(rules.attributes == [.pageID, .performerIsBot])
        #expect(rules.verdict(on: ["page": ["id": 4], "performer": ["is_bot": false]]) == .passes)
        #expect(
            rules.verdict(on: ["page": ["id": 5], "performer": ["is_bot": false]])
                == .fails(attribute: .pageID, operator: .lessThan))
        #expect(
            rules.verdict(on: ["page": ["id": 4], "performer": ["is_bot": true]])
                == .fails(attribute: .performerIsBot, operator: .equals))
    }

    @Test(arguments: ["null", "[]", "{}", #"{"page_id": null}"#, #"{"page_id": []}"#])
    func `null and empty settings mean no rule`(rules: String) throws {
        #expect(try curation(rules).isEmpty)
    }

    @Test func `a null operand removes its rule only`() throws {
        let rules = try curation(#"{"page_id": {"equals": null, "less_than": 5}}"#)
        #expect(rules.verdict(on: ["page": ["id": 4]]) == .passes)
        #expect(rules.verdict(on: ["page": ["id": 5]]) == .fails(attribute: .pageID, operator: .lessThan))
    }

    @Test func `an older name means today's attribute`() throws {
        let rules = try curation(#"{"page_namespace": {"equals": 0}}"#)
        #expect(rules.verdict(on: ["page": ["namespace_id": 0]]) == .passes)
    }

    @Test func `a rule on an unknown attribute uses the path of its name, with a diagnostic`()
        throws
    {
        let streams = try stream(#"{"page_mood": {"equals": "calm", "contains": "al"}, "mood": {"in": [1, true]}}"#)
        #expect(streams.diagnostics.map(\.path).allSatisfy { $0.hasSuffix("mood") } && streams.diagnostics.count == 2)
        let rules = try #require(streams["a"]?.curation)
        #expect(rules.attributes.isEmpty)
        #expect(rules.verdict(on: ["page": ["mood": "calm"], "mood": 1.0]) == .passes)
        #expect(rules.verdict(on: ["page": ["id": 1], "mood": 1]) == .fails(attribute: nil, operator: nil))
        #expect(rules.verdict(on: ["page": ["mood": "wild"], "mood": 1]) == .fails(attribute: nil, operator: .equals))
        #expect(
            rules.verdict(on: ["page": ["mood": "calm"], "mood": false]) == .fails(attribute: nil, operator: .isIn))
    }

    @Test(
        arguments: [
            ("contains", "whale", "Blue whale", true), ("contains", "Whale", "Blue whale", false),
            ("contains", "", "", true), ("does_not_contain", "whale", "Blue", true),
            ("does_not_contain", "B", "Blue", false), ("contains", "\u{e9}", "e\u{301}", false),
        ])
    func `contains compares a text byte by byte`(name: String, operand: String, value: String, passes: Bool) throws {
        let rules = try curation(#"{"page_title": {"\#(name)": "\#(operand)"}}"#)
        #expect((rules.verdict(on: ["page": ["title": .string(value)]]) == .passes) == passes)
    }
}
