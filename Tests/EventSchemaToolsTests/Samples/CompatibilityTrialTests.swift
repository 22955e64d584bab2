import EventSchema
import Foundation
import Testing

@testable import EventSchemaTools

@Suite struct CompatibilityTrialTests {
    private func schema(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

    /// The witness of the only breaking change.
    private func witness(_ old: String, _ new: String) throws -> String? {
        let (old, new) = (try schema(old), try schema(new))
        let breaking = SchemaComparison(old: old, new: new).changes.filter { $0.verdict == .breaking }
        try #require(breaking.count == 1, "\(breaking.map(\.words))")
        return try CompatibilityTrial(old: old, new: new).witness(for: breaking[0]).witness?.event.jsonText
    }

    private func object(_ properties: String, _ more: String = "") -> String {
        #"{"type": "object", "properties": {\#(properties)}\#(more)}"#
    }

    @Test func `the witness of a change is the smallest event that it concerns`() throws {
        let text = #""a": {"type": "string", "maxLength": 9}"#
        #expect(try witness(object(text), object(text, #", "required": ["a"]"#)) == "{}")
        #expect(
            try witness(object(text), object(#""a": {"type": "string", "maxLength": 3}"#)) == #"{"a":"aaaa"}"#)
        #expect(
            try witness(object(text), object(text, #", "additionalProperties": false"#))
                == #"{"unexpected_property":"a"}"#)
        #expect(
            try witness(object(#""a": {"enum": ["x", "y"]}"#), object(#""a": {"enum": ["y"]}"#)) == #"{"a":"x"}"#)
        #expect(
            try witness(
                object(#""a": {"type": "array", "items": {"type": "integer", "maximum": 9}}"#),
                object(#""a": {"type": "array", "items": {"type": "integer", "maximum": 5}}"#)) == #"{"a":[6]}"#)
        #expect(
            try witness(
                object(#""a": {"type": "array", "items": {"type": "string"}}"#),
                object(#""a": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#))
                == #"{"a":["a","a"]}"#)
        #expect(
            try witness(
                object("", #", "additionalProperties": {"type": "integer"}"#),
                object("", #", "additionalProperties": {"type": "integer", "minimum": 3}"#)) == #"{"entry":0}"#)
    }

    @Test func `a pattern that the intake reads is tried`() throws {
        let text =
            #""a": {"type": "string", "pattern": "^[0-9]{4}\\-[0-9]{2}$"}, "n": {"type": "integer", "maximum": 9}"#
        #expect(try witness(object(text), object(text.replacing("9}", with: "5}"))) == #"{"n":6}"#)
    }

    @Test(arguments: [true, false]) func `the version that cannot be compiled is named`(isOld: Bool) throws {
        let (usable, other) = (try schema(object("")), try schema(object(#""a": {"pattern": "(a)\\1"}"#)))
        let error = try #require(throws: UncompiledVersion.self) {
            try CompatibilityTrial(old: isOld ? other : usable, new: isOld ? usable : other)
        }
        #expect(error.isOld == isOld && error.error.message.contains("back-references"))
    }

    @Test func `the witness of a changed pattern matches the old one`() throws {
        let old = object(#""a": {"type": "string", "pattern": "^[a-f0-9]{4}$"}"#)
        let found = try witness(old, object(#""a": {"type": "string", "pattern": "^[a-f]{4}$"}"#))
        #expect(found?.wholeMatch(of: /\{"a":"[a-f0-9]{4}"\}/) != nil, "\(found ?? "none")")
    }

    @Test func `a required property with a default is shown by a validator that fills none in`() throws {
        let text = #""a": {"type": "string", "default": "x"}"#
        let (old, new) = (try schema(object(text)), try schema(object(text, #", "required": ["a"]"#)))
        let change = try #require(SchemaComparison(old: old, new: new).changes.first)
        let witness = try CompatibilityTrial(old: old, new: new).witness(for: change).witness
        #expect(change.kind == .requiredWithDefault && witness?.needsDefault == true)
    }

    @Test func `where no event shows a break, the number of events that were tried is known`() throws {
        let old = object(#""a": {"type": "string", "pattern": "^a+$"}"#)
        let new = object(#""a": {"type": "string", "pattern": "^aa*$"}"#)
        let change = try #require(SchemaComparison(old: try schema(old), new: try schema(new)).changes.first)
        let trial = try CompatibilityTrial(old: try schema(old), new: try schema(new), limit: 50)
        let (witness, tried) = trial.witness(for: change)
        #expect(witness == nil && tried == 50)
    }

    @Test func `versions of a later draft are tried by the verdict of the specification`() throws {
        let head = #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "#
        func later(_ properties: String, _ more: String = "") -> String {
            head + object(properties, more).dropFirst()
        }
        let text = #""a": {"type": "string", "maxLength": 9}, "b": {"type": "boolean"}"#
        #expect(try witness(later(text), later(text.replacing("9", with: "3"))) == #"{"a":"aaaa"}"#)
        let dependent = try witness(later(text), later(text, #", "dependentRequired": {"a": ["b"]}"#))
        #expect(dependent?.hasPrefix(#"{"a":"#) == true && dependent?.contains(#""b""#) == false)
    }

    @Test func `a refusal by another keyword of a later draft is not taken for an unexplained one`() throws {
        let head = #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "items": {"type": "string"}"#
        let old = try schema(head + #", "prefixItems": [true]}"#)
        let new = try schema(head + "}")
        let comparison = SchemaComparison(old: old, new: new)
        #expect(comparison.verdict == .breaking)
        #expect(try CompatibilityTrial(old: old, new: new).unexplainedRefusal(by: comparison).witness == nil)
    }

    @Test func `a compatible change refuses no event, and the new schema refuses each witness`() throws {
        let count = ProcessInfo.processInfo.environment["EVENT_COMPATIBILITY_PAIRS"].flatMap { UInt64($0) } ?? 400
        var (breaking, shown, compatible) = (0, 0, 0)
        for seed in 0..<count {
            var random = RandomSchemas(seed: seed)
            let base = random.schema()
            let (old, new) = (JSONValue.object(base), JSONValue.object(random.changed(base)))
            let comparison = SchemaComparison(old: old, new: new)
            let trial = try CompatibilityTrial(old: old, new: new, limit: 60, seed: seed)
            let refusal = trial.unexplainedRefusal(by: comparison).witness
            #expect(
                refusal == nil,
                "seed \(seed): \(old.jsonText) → \(new.jsonText): \(String(describing: refusal))"
            )
            if comparison.verdict < .breaking { compatible += 1 }
            let (before, after) = (try Schema(old), try Schema(new))
            for change in comparison.changes where change.verdict == .breaking {
                breaking += 1
                guard let event = trial.witness(for: change).witness?.event else { continue }
                shown += 1
                #expect(before.isValid(event) && !after.isValid(event), "seed \(seed): \(change.words)")
            }
        }
        #expect(compatible > count / 10 && Double(shown) > 0.75 * Double(breaking), "\(shown) of \(breaking)")
    }

    @Test(
        arguments: [
            (#""a": {"type": "string"}"#, #""a": {"type": "string", "not": {"const": "x"}}"#),
            (#""a": {"type": "string"}"#, #""a": {"type": "string", "maxLength": 100000}"#),
            (
                #""a": {"type": "array", "items": [{"type": "string"}]}"#,
                #""a": {"type": "array", "items": [{"type": "string"}], "additionalItems": false}"#
            ), (#""a": {}"#, #""a": false"#),
            (
                #""a": {"type": "string"}, "b": {"type": "string"}"#,
                #""a": {"type": "string"}, "b": {"if": {"const": "x"}, "then": {"minLength": 2}, "type": "string"}"#
            ),
        ]) func `a plain break is shown by an event`(old: String, new: String) throws
    {
        #expect(try witness(object(old), object(new)) != nil)
    }

    @Test func `what a condition demands now is shown by an event that meets it`() throws {
        let condition = #""if": {"properties": {"k": {"const": "x"}}, "required": ["k"]}"#
        let properties = #""k": {"type": "string"}, "a": {"type": "string"}"#
        let then = { (limit: Int) in #", \#(condition), "then": {"properties": {"a": {"maxLength": \#(limit)}}}"# }
        #expect(try witness(object(properties), object(properties, then(3))) != nil)
        let found = try witness(object(properties, then(9)), object(properties, then(3)))
        #expect(found == #"{"k":"x","a":"aaaa"}"# || found == #"{"a":"aaaa","k":"x"}"#, "\(found ?? "none")")
    }
}
