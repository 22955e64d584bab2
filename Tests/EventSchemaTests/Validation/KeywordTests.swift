import EventSchema
import Testing

/// A schema with instances that satisfy it and instances that do not.
struct KeywordCase: Sendable, CustomStringConvertible {
    let schema: String
    let valid: String
    let invalid: String

    init(_ schema: String, valid: String = "[]", invalid: String = "[]") {
        self.schema = schema
        self.valid = valid
        self.invalid = invalid
    }

    var description: String { schema }

    func check(mode: Schema.Mode, dialect: Dialect = .draft7) throws {
        let schema = try Schema(JSONValue(parsing: schema), mode: mode, dialect: dialect)
        for instance in try JSONValue(parsing: valid).array ?? [] {
            #expect(schema.isValid(instance), "\(instance)")
            #expect(schema.findings(in: instance).isEmpty, "\(instance)")
        }
        for instance in try JSONValue(parsing: invalid).array ?? [] {
            #expect(!schema.isValid(instance), "\(instance)")
            #expect(!schema.findings(in: instance).isEmpty, "\(instance)")
        }
    }
}

@Suite struct KeywordTests {
    @Test func `a multiple that only exact arithmetic accepts is not said to be none`() throws {
        let schema = try Schema(["multipleOf": 0.01])
        let messages = schema.findings(in: 4.02).map(\.message)
        #expect(
            messages == [
                "is not accepted as a multiple of 0.01: the intake divides doubles, and the quotient is not whole"
            ])
        #expect(schema.findings(in: 4.025).map(\.message) == ["must be a multiple of 0.01"])
        #expect(schema.isValid(4.25))
    }

    @Test(
        arguments: [
            KeywordCase(#"{"type": "integer"}"#, valid: "[1, 1.0, 1e400]", invalid: #"[1.5, "1", null]"#),
            KeywordCase(#"{"type": ["string", "null"]}"#, valid: #"["", null]"#, invalid: "[1, [], {}]"),
            KeywordCase(#"{"enum": ["a", 1, null]}"#, valid: #"["a", 1.0, null]"#, invalid: #"["b", true, 0]"#),
            KeywordCase(#"{"const": {"a": [1]}}"#, valid: #"[{"a": [1.0]}]"#, invalid: #"[{"a": [2]}, {}]"#),
            KeywordCase(
                #"{"minLength": 2, "maxLength": 3}"#, valid: #"["ab", "🐲🐲🐲", 1]"#, invalid: #"["a", "é", "abcd"]"#),
            KeywordCase(#"{"pattern": "^a+$"}"#, valid: #"["aa", 1]"#, invalid: #"["ab", "a\n"]"#),
            KeywordCase(#"{"minimum": 1, "exclusiveMaximum": 2}"#, valid: #"[1, 1.9, "x"]"#, invalid: "[0.9, 2]"),
            KeywordCase(#"{"multipleOf": 2}"#, valid: "[4, 0, -2, 2.0]", invalid: "[3, 2.5]"),
            KeywordCase(#"{"required": ["a", "b"]}"#, valid: #"[{"b": 1, "a": 2}, []]"#, invalid: #"[{"a": 1}, {}]"#),
            KeywordCase(
                #"{"properties": {"a": {"type": "null"}}}"#, valid: #"[{"a": null, "b": 1}, {}]"#,
                invalid: #"[{"a": 1}]"#),
            KeywordCase(
                #"{"properties": {"a": {}}, "patternProperties": {"^x": {}}, "additionalProperties": false}"#,
                valid: #"[{"a": 1, "xy": 2}]"#, invalid: #"[{"b": 1}]"#),
            KeywordCase(
                #"{"additionalProperties": {"type": "null"}}"#, valid: #"[{"a": null}]"#, invalid: #"[{"a": 1}]"#),
            KeywordCase(#"{"propertyNames": {"maxLength": 1}}"#, valid: #"[{"a": 1}]"#, invalid: #"[{"ab": 1}]"#),
            KeywordCase(
                #"{"minProperties": 1, "maxProperties": 1}"#, valid: #"[{"a": 1}]"#, invalid: #"[{}, {"a": 1, "b": 1}]"#
            ),
            KeywordCase(
                #"{"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}"#,
                valid: #"[{"a": 1, "b": 1}, {"c": 1, "d": 1}, {}]"#,
                invalid: #"[{"a": 1}, {"c": 1}]"#),
            KeywordCase(#"{"items": {"type": "null"}}"#, valid: "[[], [null], {}]", invalid: "[[1]]"),
            KeywordCase(
                #"{"items": [{"type": "null"}], "additionalItems": {"type": "boolean"}}"#, valid: "[[], [null, true]]",
                invalid: "[[1], [null, 1]]"),
            KeywordCase(#"{"contains": {"const": 1}}"#, valid: "[[2, 1], 1]", invalid: "[[], [2]]"),
            KeywordCase(#"{"minItems": 1, "maxItems": 1}"#, valid: "[[1]]", invalid: "[[], [1, 2]]"),
            KeywordCase(
                #"{"uniqueItems": true}"#, valid: #"[[1, true, "1", [1], {"a": 1}]]"#,
                invalid: #"[[1, 1.0], [{"a": 1, "b": 2}, {"b": 2, "a": 1}], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1]]"#),
            KeywordCase(#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, valid: "[1]", invalid: "[0, 3]"),
            KeywordCase(#"{"anyOf": [{"maximum": 1}, {"minimum": 3}]}"#, valid: "[1, 3]", invalid: "[2]"),
            KeywordCase(#"{"oneOf": [{"maximum": 3}, {"minimum": 2}]}"#, valid: "[1, 4]", invalid: "[2, 3]"),
            KeywordCase(#"{"not": {"type": "string"}}"#, valid: "[1]", invalid: #"["a"]"#),
            KeywordCase(
                #"{"if": {"minimum": 10}, "then": {"multipleOf": 10}, "else": {"maximum": 5}}"#, valid: "[20, 5]",
                invalid: "[15, 7]"),
            KeywordCase("true", valid: "[1]"), KeywordCase("false", invalid: "[1]"), KeywordCase("{}", valid: "[1]"),
            KeywordCase(
                ##"{"$ref": "#/definitions/a", "definitions": {"a": {"type": "null"}}}"##, valid: "[null]",
                invalid: "[1]"),
            KeywordCase(#"{"mexLength": 1, "descripotion": 2, "examples": [3]}"#, valid: #"["abc"]"#),
        ], [Schema.Mode.intake, .standard(assertsFormats: true)])
    func `keywords accept and refuse the same in all modes`(keyword: KeywordCase, mode: Schema.Mode) throws {
        try keyword.check(mode: mode)
    }

    @Test(arguments: [Schema.Mode.intake, .standard(assertsFormats: false)])
    func `a nested $id, $schema and title are accepted`(mode: Schema.Mode) throws {
        try KeywordCase(
            """
            {"$id": "/a/1.0.0", "$schema": "https://json-schema.org/draft-07/schema#", "properties": {"http":
             {"$id": "/fragment/http/1.0.0", "$schema": "https://json-schema.org/draft-07/schema#", "title": "fragment/http",
              "examples": [{}], "type": "object", "properties": {"$schema": {"type": "string"}, "id": {"type": "integer"}}}}}
            """, valid: #"[{"http": {"id": 1}}]"#,
            invalid: #"[{"http": 1}, {"http": {"id": "x"}}, {"http": {"$schema": 1}}]"#
        ).check(mode: mode)
    }

    @Test func `draft 4 has boolean limits, spelled integers and fewer keywords`() throws {
        let mode = Schema.Mode.standard(assertsFormats: false)
        try KeywordCase(#"{"maximum": 3, "exclusiveMaximum": true}"#, valid: "[2]", invalid: "[3]").check(
            mode: mode, dialect: .draft4)
        try KeywordCase(#"{"type": "integer"}"#, valid: "[1]", invalid: "[1.0]").check(mode: mode, dialect: .draft4)
        try KeywordCase(#"{"const": 1, "contains": 1, "if": false}"#, valid: "[[2]]").check(
            mode: mode, dialect: .draft4)
        try KeywordCase(
            #"{"id": "http://e.org/", "$id": "x", "properties": {"a": {"$ref": "http://e.org/"}}}"#, valid: "[1]"
        )
        .check(mode: mode, dialect: .draft4)
    }

    @Test func `draft 6 has no if`() throws {
        try KeywordCase(#"{"if": true, "then": false, "const": 1}"#, valid: "[1]", invalid: "[2]")
            .check(mode: .standard(assertsFormats: false), dialect: .draft6)
    }

    @Test func `the intake rounds as JavaScript does, the standard is exact`() throws {
        let schema: JSONValue = ["type": "integer", "maximum": 9_007_199_254_740_992]
        let instance = try JSONValue(parsing: "9007199254740992.5")
        #expect(try Schema(schema).isValid(instance))
        #expect(try !Schema(schema, mode: .standard(assertsFormats: false)).isValid(instance))
        let tenth = try JSONValue(parsing: #"{"multipleOf": 0.1}"#)
        #expect(try !Schema(tenth).isValid(JSONValue(parsing: "0.3")))
        #expect(try Schema(tenth, mode: .standard(assertsFormats: false)).isValid(JSONValue(parsing: "0.3")))
    }

    @Test func `required works beyond 64 names`() throws {
        let names = (0..<100).map { "n\($0)" }
        let schema = try Schema(["required": .array(names.map(JSONValue.string))])
        var event = JSONObject(names.map { ($0, JSONValue.null) })
        #expect(schema.isValid(.object(event)))
        event["n99"] = nil
        #expect(schema.findings(in: .object(event)).map(\.message) == ["the property \"n99\" is missing"])
    }

    @Test(arguments: ["9223372036854775807", "99999999999999999999", "1e400"], ["Length", "Items", "Properties"])
    func `limits beyond Int.max are applied`(limit: String, keyword: String) throws {
        let least = try Schema(JSONValue(parsing: "{\"min\(keyword)\": \(limit)}"))
        let most = try Schema(JSONValue(parsing: "{\"max\(keyword)\": \(limit)}"))
        let instances: JSONValue = ["Length": "x", "Items": [1], "Properties": ["a": 1]]
        let instance = try #require(instances[keyword])
        #expect(!least.isValid(instance))
        #expect(most.isValid(instance))
    }

    @Test func `the deepest instance that the parser reads is validated`() throws {
        let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        let instance = try JSONValue(parsing: text)
        let schema = try Schema(JSONValue(parsing: ##"{"type": "array", "items": {"$ref": "#"}}"##))
        #expect(schema.isValid(instance))
        let shallow = try Schema(
            JSONValue(parsing: ##"{"items": {"$ref": "#"}, "anyOf": [{"minItems": 1}, {"minItems": 2}]}"##))
        #expect(shallow.findings(in: instance).first?.instanceLocation.utf8.count == 2 * 511)
    }

    @Test func `an instance too deep for a chain of schemas is refused, not a crash`() throws {
        var definitions: JSONObject = ["d0": ["items": ["$ref": "#/definitions/d20"]]]
        for number in 1...20 {
            definitions["d\(number)"] = ["allOf": [["$ref": .string("#/definitions/d\(number - 1)")]]]
        }
        let schema = try Schema(["definitions": .object(definitions), "$ref": "#/definitions/d20"])
        let deep = try JSONValue(parsing: String(repeating: "[", count: 512) + String(repeating: "]", count: 512))
        #expect(!schema.isValid(deep))
        let message = "is nested too deeply to be validated: the limit maximumDepth is 1100"
        #expect(schema.findings(in: deep).map(\.message) == [message])
        #expect(schema.isValid([[[[]]]]))
    }
}
