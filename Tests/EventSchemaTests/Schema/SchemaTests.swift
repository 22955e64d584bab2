import EventSchema
import Testing

@Suite struct SchemaTests {
    private func schema(_ text: String, mode: Schema.Mode = .intake, registry: [String: JSONValue] = [:]) throws
        -> Schema
    {
        try Schema(JSONValue(parsing: text), mode: mode, registry: registry)
    }

    @Test func `a finding has instance location, keyword location and message`() throws {
        let schema = try schema(
            #"{"$id": "/test/1.0.0", "title": "test", "properties": {"a": {"type": "string", "maxLength": 2}}}"#)
        #expect(schema.id == "/test/1.0.0")
        #expect(schema.title == "test")
        #expect(
            schema.findings(in: ["a": "abc"]) == [
                Finding(
                    instanceLocation: "/a", keywordLocation: "/properties/a/maxLength",
                    absoluteKeywordLocation: "/test/1.0.0#/properties/a/maxLength",
                    message: "is 3 characters long, at most 2 are allowed")
            ])
    }

    @Test func `a property that a pattern covers is no reason against additional properties`() throws {
        for additional in ["false", #"{"type": "null"}"#] {
            let schema = try schema(
                #"{"patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": \#(additional)}"#)
            let places = schema.findings(in: ["b": 1, "xy": 2]).map(\.instanceLocation)
            #expect(places.contains("/b"))
            #expect(!places.contains("/xy"))
        }
    }

    @Test func `names are compared scalar by scalar`() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        let schema = try Schema([
            "required": [.string(composed)], "properties": [composed: ["const": .string(composed)]],
        ])
        #expect(schema.isValid([composed: .string(composed)]))
        #expect(!schema.isValid([decomposed: 1]))
        #expect(!schema.isValid([composed: .string(decomposed)]))
        #expect(try Schema(["uniqueItems": true]).isValid([.string(composed), .string(decomposed)]))
    }

    @Test func `declares follows references and allOf`() throws {
        let schema = try schema(
            """
            {"allOf": [{"$ref": "#/definitions/base"}], "properties": {"x": {}},
             "definitions": {"base": {"properties": {"agent": {"properties": {"app_version": {}}}}}}}
            """)
        #expect(schema.declares(["agent", "app_version"]))
        #expect(schema.declares(["x"]))
        #expect(!schema.declares(["agent", "y"]))
        #expect(!schema.declares(["app_version"]))
    }
}
