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

    @Test func `a change beside what is unevaluated counts as a breaking one, and a text does not`() throws {
        let old = #""unevaluatedProperties": false, "properties": {"a": {"type": "string"}}"#
        let new = #""unevaluatedProperties": false, "properties": {}"#
        let changed = try comparison(old, new)
        #expect(changed.verdict == .breaking)
        #expect(
            changed.changes.contains { $0.words == "what changes elsewhere is not compared with unevaluatedProperties" }
        )
        let described = try comparison(old, old + #", "description": "A.""#)
        #expect(described.changes.map(\.kind) == [.descriptionChanged])
    }

    @Test func `definitions that only a dynamic reference leads to have an effect`() throws {
        let old =
            ##""properties": {"a": {"$dynamicRef": "#x"}}, "$defs": {"x": {"$dynamicAnchor": "x", "maxLength": 9}}"##
        #expect(try comparison(old, old.replacing("9", with: "5")).verdict == .breaking)
    }
}
