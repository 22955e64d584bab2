import EventSchema
import Testing

@Suite struct DefaultsTests {
    @Test(
        "defaults are filled in where ajv does",
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
    func filling(schema: String, instance: String, filled: String) throws {
        let schema = try Schema(JSONValue(parsing: schema))
        #expect(try schema.fillingDefaults(in: JSONValue(parsing: instance)) == JSONValue(parsing: filled))
    }

    @Test("the verdict is about the filled instance, which the caller's is not") func verdict() throws {
        let schema = try Schema(["properties": ["a": ["default": 1]], "required": ["a"]])
        let event: JSONValue = [:]
        #expect(schema.isValid(event))
        #expect(schema.findings(in: event).isEmpty)
        #expect(event == [:])
        let wrong = try Schema(["properties": ["a": ["default": "x", "type": "integer"]]])
        #expect(wrong.findings(in: event).map(\.instanceLocation) == ["/a"])
    }

    @Test("the standard fills in nothing") func standard() throws {
        let schema = try Schema(["properties": ["a": ["default": 1]]], mode: .standard(formats: true))
        #expect(schema.fillingDefaults(in: [:]) == [:])
    }
}
