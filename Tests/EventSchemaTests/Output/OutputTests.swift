import EventSchema
import Testing

@Suite struct OutputTests {
    private func schema() throws -> Schema {
        try Schema(
            JSONValue(
                parsing: """
                    {"$id": "http://example.org/s", "properties": {"a": {"$ref": "#/definitions/short"}, "b": {"type": "null"}},
                     "anyOf": [{"required": ["x"]}, {"required": ["y"]}], "definitions": {"short": {"maxLength": 1}}}
                    """))
    }

    @Test("flag is the verdict alone") func flag() throws {
        #expect(try schema().output(.flag, for: ["x": 1]) == ["valid": true])
        #expect(try schema().output(.flag, for: [:]) == ["valid": false])
    }

    @Test("a valid instance has no errors in any form", arguments: Schema.OutputForm.allCases)
    func valid(form: Schema.OutputForm) throws {
        #expect(try schema().output(form, for: ["x": 1]) == ["valid": true])
    }

    @Test("basic is flat") func basic() throws {
        let errors = try schema().output(.basic, for: ["x": 1, "a": "long"])["errors"]?.array ?? []
        #expect(
            errors.map { $0["keywordLocation"]?.string } == [
                "/properties", "/properties/a", "/properties/a/$ref", "/properties/a/$ref/maxLength",
            ])
        #expect(
            errors.last == [
                "keywordLocation": "/properties/a/$ref/maxLength",
                "absoluteKeywordLocation": "http://example.org/s#/definitions/short/maxLength",
                "instanceLocation": "/a", "error": "is 4 characters long, at most 1 are allowed",
            ])
    }

    @Test("detailed is a tree without single branches") func detailed() throws {
        let output = try schema().output(.detailed, for: ["a": "long"])
        #expect(output["keywordLocation"] == "")
        let errors = output["errors"]?.array ?? []
        #expect(
            errors.map { $0["keywordLocation"]?.string } == ["/properties/a/$ref/maxLength", "/anyOf"])
        #expect(
            errors.last?["errors"]?.array?.map { $0["keywordLocation"]?.string } == [
                "/anyOf/0/required", "/anyOf/1/required",
            ])
    }

    @Test("no form tells a value of the instance", arguments: Schema.OutputForm.allCases)
    func noValues(form: Schema.OutputForm) throws {
        let schema = try Schema([
            "properties": ["a": ["enum": [1], "maxLength": 1, "format": "date", "pattern": "^x$"]]
        ])
        #expect(!schema.output(form, for: ["a": "secret"]).jsonText.contains("secret"))
    }
}
