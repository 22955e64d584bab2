import EventSchema
import EventStreams
import Testing

/// The curation with these rules.
func curation(_ rules: String) throws -> Curation {
    let streams = try snapshot(#"{"a": {"producers": {"metrics_platform_client": {"curation": \#(rules)}}}}"#)
    return try #require(streams["a"], "\(streams.quarantined)").curation
}

@Suite struct CurationTests {
    @Test(
        "operators",
        arguments: [
            (#"{"page_id": {"equals": 1}}"#, "1", true),
            (#"{"page_id": {"equals": 1}}"#, "1.0", true),
            (#"{"page_id": {"equals": 1}}"#, #""1""#, false),
            (#"{"page_id": {"not_equals": 1}}"#, #""1""#, true),
            (#"{"page_id": {"less_than": 500, "not_equals": 42}}"#, "499", true),
            (#"{"page_id": {"less_than": 500, "not_equals": 42}}"#, "42", false),
            (#"{"page_id": {"less_than": 500}}"#, "500", false),
            (#"{"page_id": {"less_than_or_equals": 500}}"#, "500", true),
            (#"{"page_id": {"greater_than": 500}}"#, "500", false),
            (#"{"page_id": {"greater_than_or_equals": 500}}"#, "500", true),
            (#"{"page_id": {"less_than": 500}}"#, #""499""#, false),
            (#"{"page_id": {"in": [1, 2]}}"#, "2.0", true),
            (#"{"page_id": {"in": []}}"#, "2", false),
            (#"{"page_id": {"not_in": [1, 2]}}"#, "3", true),
        ])
    func integers(rules: String, value: String, passes: Bool) throws {
        let event = try JSONValue(parsing: #"{"page": {"id": \#(value)}}"#)
        #expect((try curation(rules).verdict(on: event) == .passes) == passes)
    }

    @Test("a missing or null value drops the event, whatever the operator", arguments: CurationOperator.allCases)
    func missing(known: CurationOperator) throws {
        let (name, path, operand): (String, [String], String) =
            switch known {
            case .contains, .doesNotContain: ("performer_groups", ["performer", "groups"], #""a""#)
            case .containsAll, .containsAny: ("performer_groups", ["performer", "groups"], #"[]"#)
            case .isIn, .notIn: ("page_id", ["page", "id"], "[1]")
            default: ("page_id", ["page", "id"], "1")
            }
        let rules = try curation(#"{"\#(name)": {"\#(known.rawValue)": \#(operand)}}"#)
        let attribute = try #require(ContextualAttribute.named(name))
        for event: JSONValue in [[:], .object([path[0]: [:]]), .object([path[0]: .object([path[1]: nil])]), "text"] {
            #expect(rules.verdict(on: event) == .fails(attribute: attribute, operator: nil))
        }
    }

    @Test("false, 0 and the empty string are values") func emptyValues() throws {
        #expect(try curation(#"{"page_id": {"equals": 0}}"#).verdict(on: ["page": ["id": 0]]) == .passes)
        #expect(
            try curation(#"{"performer_is_bot": {"equals": false}}"#).verdict(on: ["performer": ["is_bot": false]])
                == .passes)
        #expect(
            try curation(#"{"page_namespace_name": {"not_equals": "Talk"}}"#)
                .verdict(on: ["page": ["namespace_name": ""]]) == .passes)
    }

    @Test("the first rule that fails is named") func verdict() throws {
        let rules = try curation(#"{"page_id": {"less_than": 5}, "page_title": {"in": ["A"]}}"#)
        #expect(
            rules.verdict(on: ["page": ["id": 4, "title": "B"]]) == .fails(attribute: .pageTitle, operator: .isIn))
        #expect(rules.verdict(on: ["page": ["id": 4, "title": "A"]]) == .passes)
    }
}
