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
    func `each operator passes and fails as specified`(rules: String, value: String, passes: Bool) throws {
        let event = try JSONValue(parsing: #"{"page": {"id": \#(value)}}"#)
        #expect((try curation(rules).verdict(on: event) == .passes) == passes)
    }

    @Test(
        arguments: [
            (#"{"page_title": {"equals": "A"}}"#, #"{"page": {"title": "A"}}"#, true),
            (#"{"page_title": {"equals": "A"}}"#, #"{"page": {"title": "a"}}"#, false),
            (#"{"page_title": {"equals": "1"}}"#, #"{"page": {"title": 1}}"#, false),
            (#"{"page_title": {"equals": "\u00e9"}}"#, #"{"page": {"title": "e\u0301"}}"#, false),
            (#"{"page_title": {"not_equals": "A"}}"#, #"{"page": {"title": "B"}}"#, true),
            (#"{"page_title": {"in": ["A", "B"]}}"#, #"{"page": {"title": "B"}}"#, true),
            (#"{"page_title": {"not_in": ["A", "B"]}}"#, #"{"page": {"title": "B"}}"#, false),
            (#"{"page_title": {"not_in": []}}"#, #"{"page": {"title": "B"}}"#, true),
            (#"{"performer_is_bot": {"equals": true}}"#, #"{"performer": {"is_bot": true}}"#, true),
            (#"{"performer_is_bot": {"equals": true}}"#, #"{"performer": {"is_bot": 1}}"#, false),
            (#"{"performer_is_bot": {"not_equals": true}}"#, #"{"performer": {"is_bot": false}}"#, true),
            (#"{"performer_is_bot": {"in": [true, false]}}"#, #"{"performer": {"is_bot": false}}"#, true),
        ])
    func `texts and booleans are compared for equality of type and value`(rules: String, event: String, passes: Bool)
        throws
    {
        #expect((try curation(rules).verdict(on: JSONValue(parsing: event)) == .passes) == passes)
    }

    @Test(
        arguments: [
            ("equals", #""2026-01-01T00:00:00Z""#, "2026-01-01T01:00:00.000+01:00", true),
            ("equals", #""2026-01-01T00:00:00Z""#, "soon", false),
            ("not_equals", #""2026-01-01T00:00:00Z""#, "2026-01-01T01:00:00+01:00", false),
            ("in", #"["2026-01-01T00:00:00Z"]"#, "2025-12-31T23:00:00-01:00", true),
            ("greater_than", #""2026-01-01T00:00:00Z""#, "2026-01-01T00:00:00.001Z", true),
            ("greater_than", #""2026-01-01T00:00:00Z""#, "2026-01-01T00:30:00+01:00", false),
            ("less_than", #""2026-01-01T00:00:00Z""#, "2026-01-01T00:30:00+01:00", true),
            ("less_than", #""2026-01-01T00:00:00Z""#, "soon", false),
            ("greater_than_or_equals", #""2026-01-01T00:00:00Z""#, "2026-01-01T00:00:00.000Z", true),
            ("less_than_or_equals", #""2026-01-01T00:00:00Z""#, "2026-01-01T00:00:00.000Z", true),
        ])
    func `dates are compared as instants`(name: String, operand: String, value: String, passes: Bool) throws {
        let rules = try curation(#"{"performer_registration_dt": {"\#(name)": \#(operand)}}"#)
        let event: JSONValue = ["performer": ["registration_dt": .string(value)]]
        #expect((rules.verdict(on: event) == .passes) == passes)
    }

    @Test(
        arguments: [
            ("contains", #""a""#, #"["a", "b"]"#, true), ("contains", #""c""#, #"["a", "b"]"#, false),
            ("contains_all", #"["a"]"#, #""abc""#, false), ("contains", #""1""#, "[1]", false),
            ("does_not_contain", #""c""#, #"["a"]"#, true), ("does_not_contain", #""a""#, #"["a"]"#, false),
            ("does_not_contain", #""c""#, "[]", true), ("contains_any", #"["c"]"#, #""abc""#, false),
            ("contains_all", #"["a", "b"]"#, #"["b", "a", "c"]"#, true),
            ("contains_all", #"["a", "d"]"#, #"["b", "a", "c"]"#, false), ("contains_all", "[]", "[]", true),
            ("contains_any", #"["a", "d"]"#, #"["b", "a"]"#, true), ("contains_any", #"["d"]"#, #"["b"]"#, false),
            ("contains_any", "[]", #"["a"]"#, false),
        ])
    func `containment operators compare the elements of lists`(
        name: String, operand: String, value: String, passes: Bool
    ) throws {
        let rules = try curation(#"{"performer_groups": {"\#(name)": \#(operand)}}"#)
        let event = try JSONValue(parsing: #"{"performer": {"groups": \#(value)}}"#)
        #expect((rules.verdict(on: event) == .passes) == passes)
    }

    @Test(arguments: CurationOperator.allCases)
    func `a missing or null value drops the event, whatever the operator`(known: CurationOperator) throws {
        let (name, path, operand): (String, [String], String) =
            switch known {
            case .contains, .doesNotContain: ("performer_groups", ["performer", "groups"], #""a""#)
            case .containsAll, .containsAny: ("performer_groups", ["performer", "groups"], #"[]"#)
            case .in, .notIn: ("page_id", ["page", "id"], "[1]")
            default: ("page_id", ["page", "id"], "1")
            }
        let rules = try curation(#"{"\#(name)": {"\#(known.rawValue)": \#(operand)}}"#)
        let attribute = try #require(ContextualAttribute(name: name))
        for event: JSONValue in [[:], .object([path[0]: [:]]), .object([path[0]: .object([path[1]: nil])]), "text"] {
            #expect(rules.verdict(on: event) == .fails(attribute: attribute, operator: nil))
        }
    }

    @Test func `false, 0 and the empty string are values`() throws {
        #expect(try curation(#"{"page_id": {"equals": 0}}"#).verdict(on: ["page": ["id": 0]]) == .passes)
        #expect(
            try curation(#"{"performer_is_bot": {"equals": false}}"#).verdict(on: ["performer": ["is_bot": false]])
                == .passes)
        #expect(
            try curation(#"{"page_namespace_name": {"not_equals": "Talk"}}"#)
                .verdict(on: ["page": ["namespace_name": ""]]) == .passes)
    }

    @Test func `the verdict names the first rule that fails`() throws {
        let rules = try curation(#"{"page_id": {"less_than": 5}, "page_title": {"in": ["A"]}}"#)
        #expect(
            rules.verdict(on: ["page": ["id": 4, "title": "B"]]) == .fails(attribute: .pageTitle, operator: .in))
        #expect(rules.verdict(on: ["page": ["id": 4, "title": "A"]]) == .passes)
    }
}
