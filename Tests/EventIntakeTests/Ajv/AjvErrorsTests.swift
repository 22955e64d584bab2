import EventSchema
import Foundation
import Testing

@testable import EventIntake

@Suite struct AjvErrorsTests {
    /// A schema, an event, and what ajv 6.12.6 returned with `allErrors` and `useDefaults`: one case on each line of a
    /// file.
    struct Case: Sendable, CustomTestStringConvertible {
        let fields: JSONValue

        var testDescription: String { fields["about"]?.string ?? "" }

        static func all() throws -> [Case] {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("ajv-errors.jsonl")
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            return try lines.map { try Case(fields: JSONValue(parsing: String($0))) }
        }
    }

    private func context(of event: JSONValue, _ schema: JSONValue, others: JSONObject = [:]) throws -> JSONValue {
        let registry = Dictionary(uniqueKeysWithValues: others.map { ($0.name, $0.value) })
        let schema = try Schema(schema, registry: registry)
        let evaluation = schema.evaluation(of: JSON(event))
        return AjvErrors(evaluation.failures, in: JSONValue(evaluation.filled ?? JSON(event)), of: schema).context
    }

    @Test(arguments: try Case.all())
    func `every failed keyword has the error of ajv 6`(_ given: Case) throws {
        let context = try context(
            of: #require(given.fields["event"]), #require(given.fields["schema"]),
            others: given.fields["others"]?.object ?? [:])
        let expected = try #require(given.fields["errors"]?.array)
        #expect(context["errors"]?.array == expected)
        // Numbers in messages are texts, so those that are equal may still be told differently.
        #expect(context["errors"]?.array?.map(\.["message"]) == expected.map(\.["message"]))
    }

    @Test func `there is a case for every keyword that can fail`() throws {
        let told = Set(try Case.all().flatMap { $0.fields["errors"]?.array ?? [] }.compactMap { $0["keyword"]?.string })
        let keywords: Set = [
            "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
            "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "additionalItems",
            "contains", "minProperties", "maxProperties", "required", "additionalProperties", "propertyNames",
            "dependencies", "not", "anyOf", "oneOf", "if", "false schema",
        ]
        #expect(told == keywords)
    }

    @Test func `errorsText has every error after its location`() throws {
        let context = try context(
            of: ["b": 1], ["required": ["a"], "properties": ["b": ["type": "string"]]])
        #expect(context["errorsText"] == "'' should have required property 'a', '.b' should be string")
    }

    @Test func `the first errors are kept, and the others are counted`() throws {
        let schema = try Schema(["items": ["type": "integer"]])
        let event: JSONValue = ["a", "b", "c"]
        let failures = schema.evaluation(of: JSON(event)).failures
        let context = AjvErrors(failures, in: event, of: schema, atMost: 2).context
        #expect(context["errors"]?.array?.map { $0["dataPath"] } == ["[0]", "[1]"])
        #expect(context["errorsText"] == "'[0]' should be integer, '[1]' should be integer, and 1 more")
        #expect(context["moreErrors"] == 1)
        let all = AjvErrors(failures, in: event, of: schema, atMost: 3).context
        #expect(all["errors"]?.array?.count == 3 && all["moreErrors"] == nil)
    }

    @Test func `an event that is nested too deeply is an error`() throws {
        var event: JSONValue = ["a": 1]
        for _ in 0..<1200 { event = ["a": event] }
        let context = try context(of: event, ["properties": ["a": ["$ref": "#"]]])
        #expect(context["errors"]?.array?.first?["message"]?.string?.hasPrefix("is nested too deeply") == true)
    }

    @Test func `many equal elements are compared in linear time`() throws {
        let event = JSONValue.array((0..<100_000).map { .number(JSONNumber($0)) } + [0])
        let context = try context(of: event, ["uniqueItems": true])
        #expect(context["errors"]?.array?.first?["params"] == ["i": 100_000, "j": 0])
    }

    @Test(
        arguments: [
            ("0", "0"), ("-0.0", "0"), ("1.0", "1"), ("-12.50", "-12.5"), ("0.001", "0.001"), ("0.000001", "0.000001"),
            ("0.00000015", "1.5e-7"), ("1e-7", "1e-7"), ("100", "100"), ("1e20", "100000000000000000000"),
            ("1e21", "1e+21"), ("1.25e22", "1.25e+22"), ("9007199254740993", "9007199254740992"),
            ("9223372036854775807", "9223372036854776000"), ("1e400", "1e400"),
        ])
    func `numbers in messages are written as in JavaScript`(literal: String, text: String) throws {
        #expect(try #require(JSONNumber(literal: literal)).javaScriptText == text)
    }
}
