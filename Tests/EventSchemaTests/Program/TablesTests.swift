import EventSupport
import TestSupport
import Testing

@testable import EventSchema

/// The validator beside a plain second reading of the keywords.
@Suite struct TablesTests {
    /// Every keyword, with properties that nobody validates, many that are required, and limits at the edge of doubles.
    private static let schemas: [JSONValue] = [
        [
            "type": "object", "required": ["a", "b", "\u{E9}\n"], "minProperties": 2, "maxProperties": 7,
            "properties": [
                "a": ["type": ["string", "null"], "minLength": 2, "maxLength": 5, "pattern": "^[a-zé]*$"],
                "b": ["type": "integer", "minimum": -2, "exclusiveMaximum": 9_007_199_254_740_992],
                "c": ["type": "array", "items": ["enum": ["x", "y", 1, nil, [1], ["k": 1]]], "uniqueItems": true],
                "\u{E9}\n": true, "a rather long name": ["const": "value"],
            ],
            "patternProperties": ["^x": ["type": "number", "minimum": 0.5, "maximum": 7, "multipleOf": 0.5]],
            "additionalProperties": ["type": "boolean"], "propertyNames": ["maxLength": 18],
            "dependencies": ["x": ["a", "c"], "c": ["required": ["a"]]],
        ],
        [
            "items": [["type": "integer"], ["type": "string", "format": "date-time"]],
            "additionalItems": ["$ref": "#/definitions/tree"],
            "contains": ["minimum": 3], "minItems": 1, "maxItems": 6,
            "definitions": [
                "tree": [
                    "anyOf": [
                        ["type": "object", "additionalProperties": ["$ref": "#/definitions/tree"]],
                        ["type": "array", "items": ["$ref": "#/definitions/tree"]], ["type": "boolean"],
                    ], "not": ["required": ["forbidden"]],
                ]
            ],
        ],
        [
            "oneOf": [["required": ["a"]], ["required": ["b"]], ["type": "array"]], "allOf": [["not": ["const": [1]]]],
            "if": ["required": ["a"]], "then": ["maxProperties": 2],
            "else": ["enum": [["b": 1], [], [1.0, "1"], [2]]],
        ],
    ]

    private static let instances: [JSONValue] = [
        ["a": "abé", "b": 3, "\u{E9}\n": [], "c": ["x", "y", 1], "x": 1.5, "a rather long name": "value"],
        ["a": nil, "b": 9_007_199_254_740_991, "\u{E9}\n": "\n", "x1": 0.5, "other": true],
        [1, "2021-01-01T00:00:00Z", ["k": [true, ["l": false]]], [[], [:]], true], [3, "2021-01-01T00:00:00.5Z"],
        ["a": 1, "c": 2], ["b": 1], [], [1, "1"], [2.0],
    ]

    @Test func `a document is valid when a plain reading says so, and has findings when it is not`() throws {
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 3))
        for source in Self.schemas {
            let plain = PlainValidator(root: source)
            let schema = try Schema(source, mode: .standard(assertsFormats: false))
            var valid = 0
            for number in 0..<2_000 {
                var instance = Self.instances[number % Self.instances.count]
                for _ in 0..<(number / Self.instances.count % 3) { instance = mutator.mutated(instance) }
                let isValid = plain.isValid(instance)
                if isValid { valid += 1 }
                #expect(schema.isValid(instance) == isValid, "\(instance)")
                #expect(schema.findings(in: instance).isEmpty == isValid, "\(instance)")
            }
            #expect(valid > 100)
            #expect(valid < 1_900)
        }
    }

    @Test(arguments: [1, 63, 64, 65, 200])
    func `any number of names can be required`(count: Int) throws {
        let names = (0..<count).map { "name \($0)" }
        let schema = try Schema(["required": .array(names.map(JSONValue.string))])
        let all = JSONObject(names.map { ($0, JSONValue.null) })
        #expect(try schema.isValid(JSON(parsing: JSONValue.object(all).jsonBytes)))
        for missing in [0, count / 2, count - 1] {
            var some = all
            some[names[missing]] = nil
            some["another"] = true
            #expect(try !schema.isValid(JSON(parsing: JSONValue.object(some).jsonBytes)))
        }
    }

    @Test(
        arguments: [
            ("1", true), ("-0", true), ("10.0", true), ("1e1", true), ("10.0000000000000000001", false),
            ("0.9999999999999999999", false), ("11", false), ("1e400", false), ("-1e-400", false), ("5.5", true),
            ("9999999999999999999", false),
        ])
    func `numbers are compared exactly`(text: String, isValid: Bool) throws {
        let mode = Schema.Mode.standard(assertsFormats: false)
        let schema = try Schema(["anyOf": [["minimum": 1, "maximum": 10], ["const": 0]]], mode: mode)
        #expect(try schema.isValid(JSON(parsing: text)) == isValid)
    }

    @Test(
        arguments: [
            "1.5", "1.000000000000001", "1.00000000000000001", "0.99999999999999", "0.999999999999999999", "-1.5",
            "-0.5",
            "1.0", "-0.0", "7.0", "6.99999999999999", "7.00000000000001", "7.5", "6.9999999999999999999", "2e0",
            "70e-1",
            "123456789012345.5", "0.000000000000001",
        ])
    func `a number that is spelled as a decimal is held against limits exactly`(text: String) throws {
        let number = JSONValue.number(try #require(JSONNumber(literal: text)))
        for source in [
            ["minimum": 1, "maximum": 7], ["exclusiveMinimum": 1, "exclusiveMaximum": 7], ["exclusiveMinimum": -1],
            ["type": "number", "minimum": -0.5], ["type": "integer", "maximum": 7], ["type": "number"],
            ["maximum": 123456789012345],
        ] as [JSONValue] {
            let schema = try Schema(source, mode: .standard(assertsFormats: false))
            #expect(schema.isValid(number) == PlainValidator(root: source).isValid(number), "\(source)")
        }
    }

    @Test func `nesting beyond the limit is refused, with a finding`() throws {
        let schema = try Schema(["items": ["$ref": "#"]])
        for (depth, isValid) in [(500, true), (549, true), (550, true), (551, false), (600, false)] {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let json = try JSON(parsing: text, options: .init(maximumDepth: depth))
            #expect(schema.isValid(json) == isValid, "\(depth)")
            #expect(schema.findings(in: json).isEmpty == isValid, "\(depth)")
        }
    }

    @Test func `schemas that apply one another ever more often are judged`() throws {
        let schema = try Schema(["items": ["allOf": [["$ref": "#"], ["$ref": "#"]]]])
        let text = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
        #expect(try schema.isValid(JSON(parsing: text)))
        #expect(try schema.isValid(JSON(parsing: "[[[[1]]]]")))
    }

    @Test func `nesting beyond the limit is refused below a negation too`() throws {
        let schema = try Schema([
            "not": ["not": ["$ref": "#/definitions/a"]], "definitions": ["a": ["items": ["$ref": "#/definitions/a"]]],
        ])
        let negated = try Schema([
            "not": ["$ref": "#/definitions/a"], "definitions": ["a": ["items": ["$ref": "#/definitions/a"]]],
        ])
        let text = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let json = try JSON(parsing: text, options: .init(maximumDepth: 600))
        for schema in [schema, negated] {
            #expect(!schema.isValid(json))
            #expect(schema.findings(in: json).map(\.exceededLimit) == ["maximumDepth"])
        }
    }
}
