import EventSchema
import Testing

@testable import EventIntake

@Suite struct AjvErrorsTests {
    private func text(_ event: JSONValue, _ schema: JSONValue) throws -> String? {
        let findings = try Schema(schema).findings(in: event)
        return AjvErrors(findings, in: event, schema: schema).context["errorsText"]?.string
    }

    @Test(
        "the words are those of ajv 6",
        arguments: [
            (
                [:], ["required": ["a", "b"]],
                "'' should have required property 'a', '' should have required property 'b'"
            ),
            (
                ["a": ["x": 1]], ["properties": ["a": ["additionalProperties": false]]],
                "'.a' should NOT have additional properties"
            ),
            (["a": 1], ["properties": ["a": ["type": "string"]]], "'.a' should be string"),
            (["a": 1], ["properties": ["a": ["type": ["string", "null"]]]], "'.a' should be string,null"),
            (["a-b": 1], ["properties": ["a-b": ["minimum": 2]]], "'['a-b']' should be >= 2"),
            (["a": 1], ["properties": ["a": ["exclusiveMaximum": 1]]], "'.a' should be < 1"),
            (["a": [0, "x"]], ["properties": ["a": ["items": ["type": "integer"]]]], "'.a[1]' should be integer"),
            (["a": "x"], ["properties": ["a": ["enum": ["y"]]]], "'.a' should be equal to one of the allowed values"),
            (["a": "x"], ["properties": ["a": ["minLength": 2]]], "'.a' should NOT be shorter than 2 characters"),
            (["a": "x"], ["properties": ["a": ["pattern": "^y$"]]], "'.a' should match pattern \"^y$\""),
            (["a": "x"], ["properties": ["a": ["format": "date-time"]]], "'.a' should match format \"date-time\""),
            (["a": [1, 2]], ["properties": ["a": ["maxItems": 1]]], "'.a' should NOT have more than 1 items"),
            (["a": 1], ["properties": ["a": false]], "'.a' boolean schema is false"),
            (
                ["a": 1], ["dependencies": ["a": ["b", "c"]]],
                "'' should have properties b, c when property a is present, '' should have properties b, c when property a is present"
            ),
            (
                ["a": [1, 2, 3, 2]], ["properties": ["a": ["uniqueItems": true]]],
                "'.a' should NOT have duplicate items (items ## 1 and 3 are identical)"
            ),
            (
                ["a": [1, 2, 3]], ["properties": ["a": ["items": [[:]], "additionalItems": false]]],
                "'.a' should NOT have more than 1 items"
            ),
            (["a": [1]], ["properties": ["a": ["contains": false]]], "'.a' should contain a valid item"),
            (["a": 3], ["properties": ["a": ["multipleOf": 2]]], "'.a' should be multiple of 2"),
            (["a": 3], ["properties": ["a": ["not": [:]]]], "'.a' should NOT be valid"),
        ] as [(JSONValue, JSONValue, String)])
    func words(event: JSONValue, schema: JSONValue, expected: String) throws {
        #expect(try text(event, schema) == expected)
    }

    @Test(
        "what is behind a reference is told as ajv 6 tells it",
        arguments: [
            ("a", 1, "#/definitions/s/type", "should be string"),
            ("a", "xxxx", "#/definitions/s/maxLength", "should NOT be longer than 3 characters"),
            ("b", 1, "/sub/1.0.0/type", "should be object"),
            ("b", ["x": 1], "/sub/1.0.0/properties/x/type", "should be string"),
            ("c", 1, "/sub/1.0.0#/properties/x/type", "should be string"),
        ] as [(String, JSONValue, String, String)])
    func references(name: String, value: JSONValue, path: String, message: String) throws {
        let draft: JSONValue = "http://json-schema.org/draft-07/schema#"
        let sub: JSONValue = [
            "$id": "/sub/1.0.0", "$schema": draft, "type": "object", "properties": ["x": ["type": "string"]],
        ]
        let schema: JSONValue = [
            "$id": "/test/1.0.0", "$schema": draft,
            "properties": [
                "a": ["$ref": "#/definitions/s"], "b": ["$ref": "/sub/1.0.0"],
                "c": ["$ref": "/sub/1.0.0#/properties/x"],
            ],
            "definitions": ["s": ["type": "string", "maxLength": 3]],
        ]
        let documents = ["/sub/1.0.0": sub]
        let event: JSONValue = .object(JSONObject([(name, value)]))
        let findings = try Schema(schema, baseURI: "/test/1.0.0", registry: documents).findings(in: event)
        let errors = AjvErrors(findings, in: event, schema: schema) { documents[$0] }.context["errors"]?.array
        #expect(errors?.count == 1)
        #expect(errors?.first?["schemaPath"] == .string(path))
        #expect(errors?.first?["message"] == .string(message))
    }
}
