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
        ] as [(JSONValue, JSONValue, String)])
    func words(event: JSONValue, schema: JSONValue, expected: String) throws {
        #expect(try text(event, schema) == expected)
    }
}
