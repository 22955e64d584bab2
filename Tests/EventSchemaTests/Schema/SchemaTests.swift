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

    @Test func `patterns, identifiers and places are told apart scalar by scalar`() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let standard = Schema.Mode.standard(assertsFormats: false)
        let patterns = try Schema([
            "allOf": [["not": ["pattern": .string(composed)]], ["pattern": .string(decomposed)]]
        ])
        #expect(patterns.isValid(.string(decomposed)) && !patterns.isValid(.string(composed)))
        func expectApart(_ schema: JSONValue) throws {
            let schema = try Schema(schema, mode: standard)
            #expect(schema.isValid(["one": "text", "other": 1]))
            #expect(!schema.isValid(["one": 1]) && !schema.isValid(["other": "text"]))
        }
        try expectApart([
            "definitions": [
                "a": ["$id": .string("#" + composed), "type": "string"],
                "b": ["$id": .string("#" + decomposed), "type": "integer"],
            ],
            "properties": ["one": ["$ref": .string("#" + composed)], "other": ["$ref": .string("#" + decomposed)]],
        ])
        // An `$id` moves the base of its own schema only, not that of a schema whose name is canonically equal.
        try expectApart([
            "$id": "http://x/root",
            "definitions": [
                composed: ["$id": "http://x/one", "definitions": ["t": ["type": "string"]]],
                decomposed: ["properties": ["v": ["$ref": "#/definitions/t"]]], "t": ["type": "integer"],
            ],
            "properties": [
                "one": ["$ref": "http://x/one#/definitions/t"],
                "other": ["$ref": .string("#/definitions/" + decomposed + "/properties/v")],
            ],
        ])
        #expect(throws: SchemaError.self) {
            try Schema(
                ["$ref": .string("http://x/" + decomposed)], mode: standard,
                registry: ["http://x/" + composed: ["type": "string"]])
        }
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
