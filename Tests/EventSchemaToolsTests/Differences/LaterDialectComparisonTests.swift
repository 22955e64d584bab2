import EventSchema
import Testing

@testable import EventSchemaTools

/// Comparisons of versions of drafts 2019-09 and 2020-12.
@Suite struct LaterDialectComparisonTests {
    private func comparison(
        _ old: String, _ new: String, uri: String = "https://json-schema.org/draft/2020-12/schema"
    ) throws -> SchemaComparison {
        let schemas = try [old, new].map { try JSONValue(parsing: #"{"$schema": "\#(uri)", \#($0)}"#) }
        return SchemaComparison(old: schemas[0], new: schemas[1])
    }

    @Test(arguments: [
        (#""type": "object""#, #""type": "object", "dependentRequired": {"a": ["b"]}"#, "rule_added"),
        (#""contains": {}, "minContains": 0"#, #""contains": {}"#, "rule_changed"),
        (#""prefixItems": [{"type": "string"}]"#, #""prefixItems": [{"type": "integer"}]"#, "rule_changed"),
        (#""unevaluatedProperties": {"type": "string"}"#, #""unevaluatedProperties": false"#, "rule_changed"),
    ])
    func `a keyword of a later draft has an effect`(old: String, new: String, kind: String) throws {
        let comparison = try comparison(old, new)
        #expect(comparison.verdict == .breaking)
        #expect(comparison.changes.contains { $0.kind.rawValue == kind })
    }

    @Test(arguments: ["dependentRequired", "dependentSchemas"])
    func `a demand that is dropped refuses nothing`(keyword: String) throws {
        let value = keyword == "dependentRequired" ? #"["b"]"# : "{}"
        let comparison = try comparison(#""type": "object", "\#(keyword)": {"a": \#(value)}"#, #""type": "object""#)
        #expect(comparison.changes.map(\.kind) == [.ruleDropped] && comparison.verdict == .compatible)
    }

    @Test func `in draft 7, it has none`() throws {
        let comparison = try comparison(
            #""type": "object""#, #""type": "object", "dependentRequired": {"a": ["b"]}"#,
            uri: "https://json-schema.org/draft-07/schema#")
        #expect(comparison.changes.map(\.kind) == [.withoutEffect])
    }

    @Test func `what stands beside a reference is compared`() throws {
        let old = ##""$ref": "#/$defs/x", "maxLength": 9, "$defs": {"x": {"type": "string"}}"##
        let new = ##""$ref": "#/$defs/x", "maxLength": 5, "$defs": {"x": {"type": "string"}}"##
        #expect(try comparison(old, new).changes.map(\.kind) == [.limitTightened])
        let draft7 = try comparison(old, new, uri: "https://json-schema.org/draft-07/schema#")
        #expect(draft7.changes.map(\.kind) == [.withoutEffect])
    }

    private static let closed = #""unevaluatedProperties": false, "properties": {"a": {"maxLength": 9}}"#

    @Test(arguments: [
        (closed, closed.replacing("{\"a\"", with: "{\"b\": {}, \"a\"")), (closed, closed.replacing("9", with: "10")),
        (closed, closed + #", "description": "A.""#),
        (closed + #", "dependentRequired": {"a": ["b"]}"#, closed), (closed + #", "$defs": {"x": true}"#, closed),
        (#""contains": {}, "maxContains": 2, "maxItems": 4"#, #""contains": {}, "maxContains": 2, "maxItems": 5"#),
    ])
    func `what leaves as much evaluated as before is compatible`(old: String, new: String) throws {
        let comparison = try comparison(old, new)
        #expect(comparison.verdict == .compatible && !comparison.changes.isEmpty)
    }

    @Test(arguments: [
        (closed, #""unevaluatedProperties": false, "properties": {}"#, "unevaluatedProperties"),
        (
            #""unevaluatedProperties": {"type": "string"}"#,
            #""unevaluatedProperties": {"type": "string"}, "properties": {"a": {"type": "integer"}}"#,
            "unevaluatedProperties"
        ),
        (
            #""unevaluatedProperties": false, "allOf": [{"additionalProperties": {"maxLength": 9}}]"#,
            #""unevaluatedProperties": false, "allOf": [{}]"#, "unevaluatedProperties"
        ),
        (#""unevaluatedItems": false, "items": true"#, #""unevaluatedItems": false"#, "unevaluatedItems"),
    ])
    func `what may leave something unevaluated is a breaking change`(
        old: String, new: String, keyword: String
    ) throws {
        let breaking = try comparison(old, new).changes.filter { $0.verdict == .breaking }
        #expect(breaking.map(\.words) == ["what a change elsewhere leaves unevaluated may be refused by \(keyword)"])
    }

    @Test(arguments: [
        (#""dependentSchemas": {"b": {"properties": {"b": {}}}}, "unevaluatedProperties": false"#, "2020-12"),
        (#""dependentSchemas": {"a": {"properties": {"b": {"maxLength": 9}}}}"#, "2020-12"),
        (#""dependentRequired": {"a": ["b"]}"#, "2020-12"), (#""dependentRequired": {"b": ["a"]}"#, "2019-09"),
        (#""dependencies": {"a": {"required": ["b"]}}"#, "draft-07"), (#""dependencies": {"a": ["b"]}"#, "draft-07"),
    ])
    func `a new property that a dependency names may have had other values`(old: String, draft: String) throws {
        let uri = "https://json-schema.org/" + (draft == "draft-07" ? "draft-07/schema#" : "draft/\(draft)/schema")
        let new = #"\#(old), "properties": {"b": {"type": "integer"}}"#
        let changes = try comparison(#""type": "object", \#(old)"#, #""type": "object", \#(new)"#, uri: uri).changes
        #expect(changes.contains { $0.verdict == .breaking && $0.property == "b" }, "\(changes)")
        let other = try comparison(
            #""type": "object", "dependentRequired": {"a": ["c"]}"#,
            #""type": "object", "dependentRequired": {"a": ["c"]}, "properties": {"b": {"type": "integer"}}"#)
        #expect(other.verdict == .compatible)
    }

    /// The schema of the dependency moves to the property, and becomes another one.
    @Test func `a property instead of a dependency is compared with any value`() throws {
        let old = #""type": "object", "dependentSchemas": {"b": {"properties": {"b": {"type": "string"}}}}"#
        let new = #""type": "object", "properties": {"b": {"type": "integer"}}"#
        #expect(try comparison(old, new).changes.contains { $0.verdict == .breaking && $0.property == "b" })
    }

    @Test func `of a looser contains, there may be more than maxContains`() throws {
        let old = #""maxContains": 1, "contains": {"maxLength": 1}"#
        #expect(try comparison(old, #""maxContains": 1, "contains": {"maxLength": 2}"#).verdict == .breaking)
        let unlimited = #""contains": {"maxLength": 1}"#
        #expect(try comparison(unlimited, unlimited.replacing("1", with: "2")).verdict == .compatible)
    }

    @Test func `definitions that only a dynamic reference leads to have an effect`() throws {
        let old =
            ##""properties": {"a": {"$dynamicRef": "#x"}}, "$defs": {"x": {"$dynamicAnchor": "x", "maxLength": 9}}"##
        #expect(try comparison(old, old.replacing("9", with: "5")).verdict == .breaking)
    }
}
