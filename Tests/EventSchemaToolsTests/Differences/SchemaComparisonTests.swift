import CatalogTestSupport
import EventSchema
import Testing

@testable import EventSchemaTools

@Suite struct SchemaComparisonTests {
    /// The kinds and words of the changes between two schemas of a property `x` in an object.
    private func changes(_ old: String, _ new: String) throws -> [String] {
        let schemas = try [old, new].map { text in
            try JSONValue(parsing: #"{"type": "object", "properties": {"x": \#(text)}}"#)
        }
        return SchemaComparison(old: schemas[0], new: schemas[1]).changes.map { "\($0.kind.rawValue): \($0.words)" }
    }

    @Test(
        arguments: [
            (
                #"{"maxLength": 64}"#, #"{"maxLength": 128}"#,
                "limit_loosened: `x` may now have 128 characters (64 before)"
            ),
            (
                #"{"maxLength": 64}"#, #"{"maxLength": 1}"#,
                "limit_tightened: `x` may now have only 1 character (64 before)"
            ),
            (
                #"{"type": "string"}"#, #"{"type": "string", "maxLength": 9}"#,
                "limit_added: `x` may now have only 9 characters (any number before)"
            ),
            (#"{"minimum": 1}"#, "{}", "limit_dropped: `x` may now be smaller without limit (1 before)"),
            (
                #"{"minItems": 1}"#, #"{"minItems": 2}"#,
                "limit_tightened: `x` must now have 2 elements or more (1 before)"
            ),
            (#"{"multipleOf": 4}"#, #"{"multipleOf": 2}"#, "limit_loosened: `x` may now be a multiple of 2 (4 before)"),
            (
                #"{"type": "integer"}"#, #"{"type": "number"}"#,
                "type_widened: `x` may now be a number (an integer before)"
            ),
            (
                #"{"type": ["string", "null"]}"#, #"{"type": "string"}"#,
                "type_narrowed: `x` must now be a string (a string or null before)"
            ),
            (#"{"type": "string"}"#, #"{"type": "array"}"#, "type_changed: `x` must now be an array (a string before)"),
            (#"{"enum": ["a"]}"#, #"{"enum": ["a", "b", "c"]}"#, "enum_value_added: `x` may now also be `b` or `c`"),
            (#"{"enum": ["a", "b"]}"#, #"{"const": "a"}"#, "enum_value_removed: `x` may no longer be `b`"),
            ("{}", #"{"pattern": "^a"}"#, "pattern_added: `x` must now match `^a` (any text before)"),
            (#"{"format": "date"}"#, "{}", "format_dropped: `x` need no longer have the format `date`"),
            ("{}", #"{"uniqueItems": true}"#, "unique_items_added: the elements of `x` must now differ"),
            (
                #"{"items": {"maxLength": 3}}"#, #"{"items": {"maxLength": 2}}"#,
                "limit_tightened: `x[]` may now have only 2 characters (3 before)"
            ),
            (
                #"{"additionalProperties": {"type": "string"}}"#, #"{"additionalProperties": {"type": "integer"}}"#,
                "type_changed: `x.*` must now be an integer (a string before)"
            ),
            (#"{"title": "a"}"#, #"{"title": "b"}"#, "description_changed: the title of `x` changes"),
            (#"{"mexLength": 3}"#, "{}", "without_effect: mexLength of `x` changes; no validator knows it"),
            (
                #"{"type": "integer"}"#, #"{"type": "integer", "minLength": 1}"#,
                "without_effect: minLength of `x` changes; the type ignores it"
            ),
            ("{}", #"{"not": {"type": "null"}}"#, "rule_added: `x` has a new rule: not"),
            (
                #"{"type": "integer"}"#, #"{"type": "integer", "maximum": 9007199254740991}"#,
                "safe_bound_added: `x` must now be 9007199254740991 or less (no limit before)"
            ),
            (
                #"{"type": "integer", "examples": [1e17]}"#,
                #"{"type": "integer", "examples": [1e17], "maximum": 1e16}"#,
                "limit_added: `x` must now be 1e16 or less (no limit before)"
            ),
            (
                #"{"type": "integer", "minimum": 0}"#,
                #"{"type": "integer", "minimum": 0, "maximum": 9007199254740990}"#,
                "limit_added: `x` must now be 9007199254740990 or less (no limit before)"
            ),
            (#"{"default": 1}"#, #"{"default": 2}"#, "default_changed: the default of `x` is now `2` (`1` before)"),
        ]) func `a change of a keyword has a kind and words`(old: String, new: String, expected: String) throws
    {
        #expect(try changes(old, new) == [expected])
    }

    @Test(
        arguments: [
            ("{}", #""additionalProperties": false"#, "object_closed"),
            (#""additionalProperties": false"#, "{}", "object_opened"),
        ]) func `closing and opening an object are changes of their own kinds`(old: String, new: String, kind: String)
        throws
    {
        let texts = [old, new].map { $0 == "{}" ? $0 : "{\($0)}" }
        #expect(try changes(texts[0], texts[1]).map { $0.prefix { $0 != ":" } } == [kind[...]])
    }

    /// The changes of an object with these keywords.
    private func object(_ old: String, _ new: String) throws -> [String] {
        let schemas = try [old, new].map { try JSONValue(parsing: "{\"type\": \"object\", \($0)}") }
        return SchemaComparison(old: schemas[0], new: schemas[1]).changes.map {
            "\($0.verdict.rawValue) \($0.kind.rawValue): \($0.words)"
        }
    }

    @Test func `a property that is added, removed or newly required is a change`() throws {
        let (without, with) = (#""properties": {"a": {}}"#, #""properties": {"a": {}, "b": {"type": "string"}}"#)
        let closed = #", "additionalProperties": false"#
        #expect(try object(without, with) == ["compatible property_added: `b` is new: a string"])
        #expect(
            try object(without, with + #", "required": ["b"]"#)
                == ["breaking required_property_added: `b` is new and required"])
        #expect(try object(with, without) == ["readers property_removed: `b` is gone; events may still have it"])
        #expect(
            try object(with + closed, without + closed) == [
                "breaking property_removed_from_closed: "
                    + "`b` is gone; the object refuses properties that it does not name"
            ])
        #expect(
            try object(with, with + #", "required": ["a", "b"]"#) == [
                "breaking required_added: `a` is required now", "breaking required_added: `b` is required now",
            ])
        #expect(
            try object(with + #", "required": ["b"]"#, with) == [
                "readers required_removed: `b` is no longer required"
            ])
    }

    @Test func `a property that is new in a map had the schema of the map's values`() throws {
        let map = #""additionalProperties": {"type": "string"}"#
        #expect(
            try object(map, map + #", "properties": {"b": {"type": "string", "maxLength": 3}}"#) == [
                "breaking limit_added: `b` may now have only 3 characters (any number before)",
                "compatible property_added: `b` is new: a string",
            ])
    }

    @Test func `a property with another name, the same type and the same description is renamed`() throws {
        let text = #"{"type": "string", "description": "The name."}"#
        #expect(
            try object(#""properties": {"a": \#(text)}"#, #""properties": {"b": \#(text)}"#) == [
                "readers property_renamed: `a` is called `b` now"
            ])
    }

    @Test func `a property named like a keyword is compared like any other`() throws {
        for name in ["description", "examples", "$id", "required", "enum", "title", "$ref"] {
            let texts = ["64", "32"].map { #""properties": {"\#(name)": {"type": "string", "maxLength": \#($0)}}"# }
            #expect(
                try object(texts[0], texts[1]) == [
                    "breaking limit_tightened: `\(name)` may now have only 32 characters (64 before)"
                ])
        }
    }

    @Test func `a limit beyond every value of an enum concerns no event`() throws {
        #expect(
            try changes(#"{"enum": ["a", "bb"]}"#, #"{"enum": ["a", "bb"], "maxLength": 2}"#) == [
                "limit_added: `x` may now have only 2 characters (any number before), "
                    + "which concerns no value that was allowed"
            ])
        #expect(
            try changes(#"{"type": "string", "enum": ["a", null]}"#, #"{"type": "string", "enum": ["a"]}"#) == [
                "enum_value_removed: `x` may no longer be `null`, which concerns no value that was allowed"
            ])
    }

    @Test(
        arguments: [
            (#""type": "integer""#, #""type": "integer", "multipleOf": 1"#),
            (#""type": "integer""#, #""type": "integer", "multipleOf": 0.5"#),
            (#""exclusiveMinimum": 0"#, #""exclusiveMinimum": 0, "minimum": 0"#),
            (#""maximum": 3"#, #""maximum": 3, "exclusiveMaximum": 4"#),
            (#""required": ["a", "b"]"#, #""required": ["a", "b"], "minProperties": 2"#),
            (#""required": ["a"], "minProperties": 1"#, #""required": ["a"]"#),
        ]) func `a limit that other keywords imply has no effect`(old: String, new: String) throws
    {
        #expect(try changes("{\(old)}", "{\(new)}").map { $0.prefix { $0 != ":" } } == ["without_effect"])
    }

    @Test(
        arguments: [
            (#""type": "number""#, #""type": "number", "multipleOf": 1"#),
            (#""type": "integer""#, #""type": "integer", "multipleOf": 2"#),
            (#""exclusiveMinimum": 0"#, #""exclusiveMinimum": 0, "minimum": 1"#),
            (#""maximum": 3"#, #""maximum": 3, "exclusiveMaximum": 3"#),
            (#""required": ["a"]"#, #""required": ["a"], "minProperties": 2"#),
            (
                #""required": ["a"], "properties": {"a": {"default": 1}}"#,
                #""required": ["a"], "properties": {"a": {"default": 1}}, "minProperties": 1"#
            ),
        ]) func `a limit that other keywords only seem to imply is added`(old: String, new: String) throws
    {
        #expect(try changes("{\(old)}", "{\(new)}").map { $0.prefix { $0 != ":" } } == ["limit_added"])
    }

    @Test func `another order of keys and another spelling of a number are no change`() throws {
        #expect(try changes(#"{"minimum": 1, "maximum": 2}"#, #"{"maximum": 2.0, "minimum": 1}"#) == [])
    }

    @Test func `every kind of change has a row of the policy`() {
        let rows = SchemaChangePolicy.table
        #expect(rows.count == SchemaChange.Kind.allCases.count && rows.allSatisfy { !$0.reason.isEmpty })
        #expect(rows.allSatisfy { ($0.verdict == .breaking) == ($0.level == .major) })
        #expect(Set(rows.map(\.change)).count == rows.count)
    }

    @Test func `what stands beside a $ref has no effect`() throws {
        let found = try changes(##"{"$ref": "#/x", "maxLength": 9}"##, ##"{"$ref": "#/x", "maxLength": 3}"##)
        #expect(found == ["without_effect: maxLength of `x` changes; the $ref beside it replaces it"])
    }

    @Test func `two files are compared with what their own references lead to`() throws {
        func text(_ limit: Int) -> String {
            "properties: {x: {$ref: '#/definitions/x'}}\ndefinitions: {x: {maxLength: \(limit)}}\n"
        }
        try withFiles(["a.yaml": text(1), "b.yaml": text(2)]) { folder in
            let schemas = try ["a", "b"].map { try SchemaFileContent(file: "\(folder)/\($0).yaml").schema }
            let found = SchemaComparison(old: schemas[0], new: schemas[1]).changes
            #expect(found.map(\.words) == ["`x` may now have 2 characters (1 before)"])
        }
    }
}
