import EventSchema
import Testing

@Suite struct DefaultsTests {
    @Test(
        arguments: [
            (#"{"properties": {"a": {"default": 1}}}"#, "{}", #"{"a": 1}"#),
            (#"{"properties": {"a": {"default": 1}}}"#, #"{"a": null}"#, #"{"a": null}"#),
            (
                #"{"properties": {"a": {"default": {}, "properties": {"b": {"default": 2}}}}}"#, "{}",
                #"{"a": {"b": 2}}"#
            ),
            (#"{"items": [{"default": 1}, {"default": 2}]}"#, "[5]", "[5, 2]"),
            (#"{"allOf": [{"properties": {"a": {"default": 1}}}]}"#, "{}", #"{"a": 1}"#),
            (#"{"anyOf": [{"properties": {"a": {"default": 1}}}]}"#, "{}", "{}"),
            (#"{"not": {"not": {"properties": {"a": {"default": 1}}}}}"#, "{}", "{}"),
        ])
    func `defaults are filled in where ajv does`(schema: String, instance: String, filled: String) throws {
        let schema = try Schema(JSONValue(parsing: schema))
        #expect(try schema.fillingDefaults(in: JSONValue(parsing: instance)) == JSONValue(parsing: filled))
    }

    @Test func `the verdict is about the instance with defaults, and the caller's is unchanged`() throws {
        let schema = try Schema(["properties": ["a": ["default": 1]], "required": ["a"]])
        let event: JSONValue = [:]
        #expect(schema.isValid(event))
        #expect(schema.findings(in: event).isEmpty)
        #expect(event == [:])
        let wrong = try Schema(["properties": ["a": ["default": "x", "type": "integer"]]])
        #expect(wrong.findings(in: event).map(\.instanceLocation) == ["/a"])
    }

    @Test func `standard mode adds no defaults`() throws {
        let schema = try Schema(["properties": ["a": ["default": 1]]], mode: .standard(assertsFormats: true))
        #expect(schema.fillingDefaults(in: [:]) == [:])
    }
}
