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

    @Test func `the flag output is only the verdict`() throws {
        #expect(try schema().output(.flag, for: ["x": 1]) == ["valid": true])
        #expect(try schema().output(.flag, for: [:]) == ["valid": false])
    }

    @Test(arguments: Schema.OutputFormat.allCases)
    func `a valid instance has no errors in any format`(format: Schema.OutputFormat) throws {
        #expect(try schema().output(format, for: ["x": 1]) == ["valid": true])
    }

    @Test func `the basic output is a flat list`() throws {
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

    @Test func `the detailed output is a tree without single branches`() throws {
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

    @Test(arguments: Schema.OutputFormat.allCases)
    func `no output contains a value of the instance`(format: Schema.OutputFormat) throws {
        let schema = try Schema([
            "properties": ["a": ["enum": [1], "maxLength": 1, "format": "date", "pattern": "^x$"]]
        ])
        #expect(!schema.output(format, for: ["a": "secret"]).jsonText.contains("secret"))
    }
}
