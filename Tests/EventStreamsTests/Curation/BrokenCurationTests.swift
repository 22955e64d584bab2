import EventSchema
import EventStreams
import Testing

@Suite struct BrokenCurationTests {
    private func stream(_ rules: String) throws -> StreamConfigurations {
        try snapshot(
            #"{"a": {"schema_title": "t", "producers": {"metrics_platform_client": {"curation": \#(rules)}}}}"#)
    }

    /// What passes of an event with page 1, title `A`, not by a bot, groups `a` and `1`, registered in 2026.
    private static let event: JSONValue = [
        "page": ["id": 1, "title": "A"],
        "performer": ["is_bot": false, "groups": ["a", "1"], "registration_dt": "2026-01-01T00:00:00Z"],
    ]

    private static let brokenRules: [(rules: String, path: String, passes: Bool)] = [
        (#"{"page_id": {"is_equals": 2}}"#, "page_id.is_equals", true),
        (#"{"performer_groups": {"not_contains": "a"}}"#, "performer_groups.not_contains", true),
        (#"{"page_id": {"equals": "1"}}"#, "page_id.equals", false),
        (#"{"page_id": {"not_equals": "1"}}"#, "page_id.not_equals", true),
        (#"{"page_id": {"equals": [1]}}"#, "page_id.equals", false),
        (#"{"page_id": {"less_than": true}}"#, "page_id.less_than", false),
        (#"{"page_id": {"greater_than_or_equals": "1"}}"#, "page_id.greater_than_or_equals", false),
        (#"{"page_id": {"in": 1}}"#, "page_id.in", false),
        (#"{"page_id": {"not_in": 1}}"#, "page_id.not_in", true),
        (#"{"page_id": {"in": {"0": 1}}}"#, "page_id.in", false),
        (#"{"page_id": {"in": [1, "2"]}}"#, "page_id.in[1]", true),
        (#"{"page_id": {"in": ["1", 2]}}"#, "page_id.in[0]", false),
        (#"{"page_id": {"not_in": ["1", 2]}}"#, "page_id.not_in[0]", true),
        (#"{"page_id": {"in": [1, null]}}"#, "page_id.in[1]", true),
        (#"{"page_id": {"contains": 1}}"#, "page_id.contains", false),
        (#"{"page_id": {"does_not_contain": 1}}"#, "page_id.does_not_contain", true),
        (#"{"page_title": {"contains": 1}}"#, "page_title.contains", false),
        (#"{"page_title": {"greater_than": "0"}}"#, "page_title.greater_than", false),
        (#"{"performer_is_bot": {"less_than": true}}"#, "performer_is_bot.less_than", false),
        (#"{"performer_is_bot": {"equals": 0}}"#, "performer_is_bot.equals", false),
        (#"{"performer_groups": {"in": ["a"]}}"#, "performer_groups.in", false),
        (#"{"performer_groups": {"contains": ["a"]}}"#, "performer_groups.contains", false),
        (#"{"performer_groups": {"contains_all": "a"}}"#, "performer_groups.contains_all", false),
        (#"{"performer_groups": {"contains_all": ["a", 1]}}"#, "performer_groups.contains_all[1]", false),
        (#"{"performer_groups": {"contains_any": ["a", 1]}}"#, "performer_groups.contains_any[1]", true),
        (#"{"performer_groups": {"contains": 1}}"#, "performer_groups.contains", false),
        (#"{"performer_registration_dt": {"less_than": 2e9}}"#, "performer_registration_dt.less_than", false),
        (#"{"performer_registration_dt": {"equals": "2026"}}"#, "performer_registration_dt.equals", false),
        (#"{"page_id": "x"}"#, "page_id", true),
        (#"{"page_id": []}"#, "page_id", true),
        (#"{"page_id": {}}"#, "page_id", true),
        (#"{"page_id": {"equals": null}}"#, "page_id.equals", true),
    ]

    @Test(arguments: brokenRules)
    func `a broken rule has its path in a diagnostic, and only an unknown operator is ignored`(
        rules: String, path: String, passes: Bool
    ) throws {
        let streams = try stream(rules)
        #expect(streams.quarantined.isEmpty)
        #expect(streams.diagnostics.map(\.setting) == ["producers.metrics_platform_client.curation.\(path)"])
        let curation = try #require(streams["a"]?.curation)
        #expect((curation.verdict(on: Self.event) == .passes) == passes)
    }

    @Test(arguments: brokenRules)
    func `whatever its rule says, a missing or null attribute drops the event, and the findings say so`(
        rules: String, path: String, passes: Bool
    ) throws {
        let curation = try curation(rules)
        let attribute = try #require(curation.attributes.first)
        let null = JSONValue.object([attribute.path[0]: .object([attribute.path[1]: nil])])
        for event: JSONValue in [[:], null] {
            #expect(curation.verdict(on: event) == .fails(attribute: attribute, operator: nil))
            let findings = curation.findings(in: event)
            #expect(!findings.isEmpty && findings.allSatisfy { $0.attribute == attribute.name && !$0.holds })
        }
    }

    @Test func `the rules beside an invalid one hold, also on the same attribute`() throws {
        let streams = try stream(
            #"{"page_id": {"is_equals": 1, "less_than": 5}, "performer_is_bot": {"equals": false}}"#)
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

    @Test(arguments: ["null", "[]", "{}", #"{"page_id": null}"#])
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

    @Test func `a rule on an attribute of an app uses the path of its name`() throws {
        let streams = try stream(#"{"page_mood": {"equals": "calm", "contains": "al"}, "mood": {"in": [1, true]}}"#)
        let rules = try #require(streams["a"]?.curation)
        #expect(rules.attributes == ["page_mood", "mood"] && streams.diagnostics.isEmpty)
        #expect(rules.verdict(on: ["page": ["mood": "calm"], "mood": 1.0]) == .passes)
        #expect(rules.verdict(on: ["page": ["id": 1], "mood": 1]) == .fails(attribute: "page_mood", operator: nil))
        #expect(
            rules.verdict(on: ["page": ["mood": "wild"], "mood": 1])
                == .fails(attribute: "page_mood", operator: .equals))
        #expect(
            rules.verdict(on: ["page": ["mood": "calm"], "mood": false]) == .fails(attribute: "mood", operator: .in))
    }

    @Test func `a rule on an attribute of an app uses the field that the app declares`() throws {
        let rules = try curation(#"{"offline": {"equals": false}}"#)
        let event: JSONValue = ["player": ["is_offline": false], "offline": true]
        let declared = ContextualAttribute("offline", field: "player.is_offline", type: .boolean)
        #expect(rules.verdict(on: event, declaring: [declared]) == .passes)
        #expect(rules.findings(in: event, declaring: [declared]).map(\.holds) == [true])
        #expect(rules.verdict(on: event) == .fails(attribute: "offline", operator: .equals))
    }

    @Test(
        arguments: [
            ("greater_than", "2026-01-01T01:00:00.1+01:00", true), ("greater_than", "2026-01-01T01:00:00+01:00", false),
            ("equals", "2026-01-01T01:00:00+01:00", true), ("less_than", "2026-01-01T01:00:00+01:00", false),
        ])
    func `dates of an app's own attribute are compared as instants, where the app declares the type`(
        name: String, value: String, passes: Bool
    ) throws {
        let rules = try curation(#"{"released": {"\#(name)": "2026-01-01T00:00:00Z"}}"#)
        let declared = ContextualAttribute("released", type: .dateTime)
        let event: JSONValue = ["released": .string(value)]
        #expect((rules.verdict(on: event, declaring: [declared]) == .passes) == passes)
        #expect(rules.verdict(on: event) != .passes)
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
