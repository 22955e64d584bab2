import EventSchema
import Testing

@testable import EventSchemaTools

/// Changes within `oneOf`, `not`, `contains` and `if`.
@Suite struct SchemaInclusionTests {
    /// The kinds of the changes between two schemas.
    private func kinds(_ old: String, _ new: String) throws -> [String] {
        let schemas = try [old, new].map { try JSONValue(parsing: "{\($0)}") }
        return SchemaComparison(old: schemas[0], new: schemas[1]).changes.map(\.kind.rawValue)
    }

    private static let short = #"{"type": "string", "maxLength": 3}"#
    private static let long = #"{"type": "string", "maxLength": 5}"#
    private static let number = #"{"type": "integer"}"#

    private static func form(_ name: String, _ more: String = "") -> String {
        #"{"type": "object", "required": ["kind"], "properties": {"kind": {"const": "\#(name)"}}\#(more)}"#
    }

    @Test(
        arguments: [
            // The alternatives differ in type, or in a property that they require.
            (#""oneOf": [\#(short), \#(number)]"#, #""oneOf": [\#(long), \#(number)]"#, "rule_loosened"),
            (#""oneOf": [\#(short)]"#, #""oneOf": [\#(number), \#(short)]"#, "alternative_added"),
            (#""oneOf": [\#(form("a"))]"#, #""oneOf": [\#(form("a")), \#(form("b"))]"#, "alternative_added"),
            (#""oneOf": [{"enum": [1]}]"#, #""oneOf": [{"enum": [1]}, {"enum": [2, 3]}]"#, "alternative_added"),
            // A text of three characters would satisfy both.
            (#""oneOf": [\#(short)]"#, #""oneOf": [\#(short), \#(long)]"#, "rule_changed"),
            (
                #""oneOf": [\#(form("a"))]"#, #""oneOf": [\#(form("a")), \#(form("a", #", "minProperties": 2"#))]"#,
                "rule_changed"
            ),
            (#""oneOf": [{"enum": [1]}]"#, #""oneOf": [{"enum": [1]}, {"enum": [1, 3]}]"#, "rule_changed"),
            (#""oneOf": [\#(long), \#(number)]"#, #""oneOf": [\#(short), \#(number)]"#, "rule_changed"),
            (#""oneOf": [\#(short), \#(number)]"#, #""oneOf": [\#(short)]"#, "rule_changed"),
            // Equivalent alternatives may overlap.
            (
                #""oneOf": [{"minLength": 1}, {"minLength": 3}]"#,
                #""oneOf": [{"minLength": 1}, {"minLength": 3, "description": "Long."}]"#, "without_effect"
            ),
            (
                #""oneOf": [{"minLength": 1}, {"minLength": 3}]"#, #""oneOf": [{"minLength": 1}, {"minLength": 2}]"#,
                "rule_changed"
            ),
            (#""not": \#(long)"#, #""not": \#(short)"#, "rule_loosened"),
            (#""not": \#(short)"#, #""not": \#(long)"#, "rule_changed"),
            (#""not": {"not": \#(short)}"#, #""not": {"not": \#(long)}"#, "rule_loosened"),
            (#""not": \#(short)"#, #""not": {"maxLength": 3, "type": ["string"]}"#, "without_effect"),
            // An object whose `b` is a number satisfies the old one alone.
            (#""not": {"properties": {"b": {"type": "string"}}}"#, #""not": {"properties": {}}"#, "rule_changed"),
            (#""contains": \#(short)"#, #""contains": \#(long)"#, "rule_loosened"),
            (#""contains": \#(long)"#, #""contains": \#(short)"#, "rule_changed"),
            (
                ##""not": {"$ref": "#/definitions/a"}"##, ##""not": {"$ref": "#/definitions/a", "title": "A"}"##,
                "rule_changed"
            ),
        ]) func `a change of a rule is compatible where it is proved`(old: String, new: String, kind: String) throws
    {
        #expect(try kinds(old, new) == [kind])
    }

    @Test(
        arguments: [
            (
                #""if": {"minimum": 5}, "then": {"maximum": 9}"#, #""if": {"minimum": 5}, "then": {"maximum": 10}"#,
                ["limit_loosened"]
            ),
            (
                #""if": {"minimum": 5}, "then": {"maximum": 9}"#, #""if": {"minimum": 5}, "then": {"maximum": 8}"#,
                ["limit_tightened"]
            ),
            (
                #""if": {"minimum": 5}, "then": {"maximum": 9}"#, #""if": {"minimum": 4}, "then": {"maximum": 9}"#,
                ["rule_changed"]
            ),
            (
                #""if": {"minimum": 5}, "then": {"maximum": 9}"#,
                #""if": {"minimum": 5, "title": "Large"}, "then": {"maximum": 9}"#, ["without_effect"]
            ),
            (#""if": {"minimum": 5}, "then": {"maximum": 9}"#, #""if": {"minimum": 5}"#, ["rule_dropped"]),
            (#""if": {"minimum": 5}"#, #""if": {"minimum": 5}, "else": {"maximum": 9}"#, ["rule_added"]),
            (#""then": {"maximum": 9}"#, #""then": {"maximum": 8}"#, ["without_effect"]),
            (#""if": {"minimum": 5}"#, #""if": {"minimum": 6}"#, ["without_effect"]),
        ] as [(String, String, [String])])
    func `the demands of a condition are compared where the condition stays`(
        old: String, new: String, expected: [String]
    ) throws {
        #expect(try kinds(old, new) == expected)
    }

    @Test func `a change of a rule that is called compatible refuses no event`() throws {
        var compatible = 0
        for seed in 0..<UInt64(600) {
            var random = RandomSchemas(seed: seed)
            let (before, after) = random.rules()
            let (old, new) = (JSONValue.object(before), JSONValue.object(after))
            let comparison = SchemaComparison(old: old, new: new)
            guard comparison.verdict < .breaking else { continue }
            compatible += 1
            let trial = try CompatibilityTrial(old: old, new: new, limit: 60, seed: seed)
            let refusal = trial.unexplainedRefusal(by: comparison).witness
            #expect(
                refusal == nil, "seed \(seed): \(old.jsonText) → \(new.jsonText): \(String(describing: refusal))")
        }
        #expect(compatible > 150)
    }

    @Test func `definitions that nothing refers to have no effect`() throws {
        #expect(
            try kinds(#""definitions": {"a": {"maximum": 2}}"#, #""definitions": {"a": {"maximum": 1}}"#)
                == ["without_effect"])
    }

    @Test func `nested proofs end, and a change without a proof is breaking`() throws {
        func nested(_ depth: Int, _ inner: String) -> String {
            depth == 0 ? inner : #"{"not": \#(nested(depth - 1, inner))}"#
        }
        let texts = [Self.short, Self.long].map { #""not": \#(nested(200, $0))"# }
        #expect(try kinds(texts[0], texts[1]) == ["rule_changed"])
    }
}
