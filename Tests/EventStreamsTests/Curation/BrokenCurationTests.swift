import EventSchema
import EventStreams
import Testing

@Suite struct BrokenCurationTests {
    private func issues(_ rules: String) throws -> [StreamIssue] {
        let streams = try snapshot(#"{"a": {"producers": {"metrics_platform_client": {"curation": \#(rules)}}}}"#)
        return streams.quarantined.flatMap(\.issues)
    }

    @Test(
        "a rule that cannot be meant breaks the stream, and says where",
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
            (#"{"page_title": {"contains": "a"}}"#, "page_title.contains"),
            (#"{"page_title": {"greater_than": "a"}}"#, "page_title.greater_than"),
            (#"{"performer_is_bot": {"less_than": true}}"#, "performer_is_bot.less_than"),
            (#"{"performer_is_bot": {"equals": 1}}"#, "performer_is_bot.equals"),
            (#"{"performer_groups": {"in": ["a"]}}"#, "performer_groups.in"),
            (#"{"performer_groups": {"contains": ["a"]}}"#, "performer_groups.contains"),
            (#"{"performer_groups": {"contains_all": "a"}}"#, "performer_groups.contains_all"),
            (#"{"performer_groups": {"contains": 1}}"#, "performer_groups.contains"),
            (#"{"performer_registration_dt": {"less_than": 20260101}}"#, "performer_registration_dt.less_than"),
            (#"{"performer_registration_dt": {"equals": "2026"}}"#, "performer_registration_dt.equals"),
            (#"{"page_mood": {"equals": 1}}"#, "page_mood"),
            (#"{"page_id": "x"}"#, "page_id"),
        ])
    func broken(rules: String, path: String) throws {
        #expect(try issues(rules).map(\.path) == ["producers.metrics_platform_client.curation.\(path)"])
    }

    @Test(
        "null and emptiness mean no rule", arguments: ["null", "[]", "{}", #"{"page_id": null}"#, #"{"page_id": []}"#])
    func noRule(rules: String) throws {
        #expect(try curation(rules).isEmpty)
    }

    @Test("a null operand takes back its rule, not the others") func nullOperand() throws {
        let rules = try curation(#"{"page_id": {"equals": null, "less_than": 5}}"#)
        #expect(rules.verdict(on: ["page": ["id": 4]]) == .passes)
        #expect(rules.verdict(on: ["page": ["id": 5]]) == .fails(attribute: .pageID, operator: .lessThan))
    }

    @Test("an older name means today's attribute") func alias() throws {
        let rules = try curation(#"{"page_namespace": {"equals": 0}}"#)
        #expect(rules.verdict(on: ["page": ["namespace_id": 0]]) == .passes)
    }
}
