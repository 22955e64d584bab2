import EventSchema
import Testing

@Suite struct SchemaErrorTests {
    private func error(_ text: String, mode: Schema.Mode = .intake, registry: [String: JSONValue] = [:]) throws
        -> SchemaError
    {
        let document = try JSONValue(parsing: text)
        return try #require(throws: SchemaError.self) { try Schema(document, mode: mode, registry: registry) }
    }

    @Test(
        arguments: [
            ("1", "#"), (#"{"type": "text"}"#, "#/type"), (#"{"properties": {"a": 1}}"#, "#/properties/a"),
            (#"{"$id": "http://e.org/s", "required": "a"}"#, "http://e.org/s#/required"),
            (#"{"maxLength": -1}"#, "#/maxLength"), (#"{"items": {"enum": "x"}}"#, "#/items/enum"),
        ])
    func `a document that is not a schema is refused with its location`(text: String, location: String) throws {
        let error = try error(text)
        #expect(error.location == location)
        let pointer = String(location.drop { $0 != "#" }.dropFirst())
        #expect(error.message.hasPrefix("this is not a schema: \(pointer.isEmpty ? "it" : "“\(pointer)”") "))
        // The names of the meta-schema mean nothing to the author of a schema.
        #expect(error.remedy.hasPrefix("Correct the value by http") && !error.remedy.contains("/properties/"))
    }

    @Test(
        arguments: [
            (##"{"properties": {"a": {"$ref": "#/definitions/x"}}}"##, "#/properties/a/$ref"),
            (#"{"allOf": [{"$ref": "/fragment/common/1.0.0"}]}"#, "#/allOf/0/$ref"),
            (##"{"$ref": "#name"}"##, "#/$ref"),
        ])
    func `an unresolvable reference is refused`(text: String, location: String) throws {
        let error = try error(text)
        #expect(error.location == location)
        #expect(error.message.hasPrefix("the reference"))
    }

    @Test(
        arguments: [
            ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}]}"##, ##"{"not": {"anyOf": [{"$ref": "#"}]}}"##,
            ##"{"definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}}, "items": {"$ref": "#/definitions/a"}}"##,
            ##"{"dependencies": {"a": {"$ref": "#"}}}"##, ##"{"if": {"$ref": "#"}, "then": {}}"##,
        ])
    func `a cycle of references to the same instance is refused`(text: String) throws {
        #expect(try error(text).message.contains("circular"))
    }

    @Test func `a cycle of references into the instance is accepted`() throws {
        let schema = try Schema(JSONValue(parsing: ##"{"properties": {"a": {"$ref": "#"}, "n": {"type": "null"}}}"##))
        #expect(schema.isValid(["a": ["a": ["n": nil]]]))
        #expect(!schema.isValid(["a": ["a": ["n": 1]]]))
    }

    @Test func `a long chain of references is refused before it can exhaust the stack`() throws {
        var definitions: JSONObject = ["d0": [:]]
        for number in 1..<2_000 { definitions["d\(number)"] = ["$ref": .string("#/definitions/d\(number - 1)")] }
        let document: JSONValue = ["definitions": .object(definitions), "$ref": "#/definitions/d1999"]
        #expect(throws: SchemaError.self) { try Schema(document) }
        // Reached from the short end first, no compilation is deep, but validation would be.
        let properties = JSONObject(definitions.names.map { ($0, ["$ref": .string("#/definitions/\($0)")]) })
        let other: JSONValue = ["definitions": .object(definitions), "properties": .object(properties)]
        #expect(throws: SchemaError.self) { try Schema(other) }
    }

    @Test(
        arguments: [
            (#"{"pattern": "("}"#, "#/pattern"), (#"{"patternProperties": {"[a": {}}}"#, "#/patternProperties/[a"),
            (#"{"pattern": "^(a)\\1$"}"#, "#/pattern"),
        ])
    func `a bad pattern is refused`(text: String, location: String) throws {
        let error = try error(text)
        #expect(error.location == location)
        #expect(error.message.hasPrefix("the pattern"))
    }

    @Test(
        arguments: [
            "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-06/schema#", "draft-07",
        ])
    func `an unknown dialect is refused`(uri: String) throws {
        let error = try error(#"{"$schema": "\#(uri)"}"#)
        #expect(error.location == "#/$schema")
        #expect(error.remedy.contains("draft-07"))
    }

    @Test(arguments: ["http", "https"], ["04", "06", "07"])
    func `dialects are known with http and https, with and without #`(scheme: String, draft: String) throws {
        for end in ["", "#"] {
            let document: JSONValue = ["$schema": .string("\(scheme)://json-schema.org/draft-\(draft)/schema\(end)")]
            #expect(try Schema(document, mode: .standard(assertsFormats: false)).dialect.uri.contains(draft))
        }
    }

    @Test func `an unknown format is refused in intake mode and ignored in standard mode`() throws {
        let document: JSONValue = ["format": "colour"]
        #expect(try error(document.jsonText).location == "#/format")
        #expect(try Schema(document, mode: .standard(assertsFormats: true)).isValid("x"))
    }

    @Test func `a document from the registry is found by URI, by path and by the $id inside`() throws {
        let document = try JSONValue(
            parsing: #"{"$id": "/a/1.0.0", "allOf": [{"$ref": "/b/1.0.0#"}, {"$ref": "http://e.org/c"}]}"#)
        let registry: [String: JSONValue] = [
            "/b/1.0.0": ["required": ["b"]], "elsewhere": ["$id": "http://e.org/c", "required": ["c"]],
        ]
        let schema = try Schema(document, registry: registry)
        #expect(
            schema.findings(in: [:]).map(\.absoluteKeywordLocation) == [
                "/b/1.0.0#/required", "http://e.org/c#/required",
            ])
    }

    @Test(arguments: ["#/%CC%81", "#/\u{301}"])
    func `a name that begins with a combining mark is found by its pointer`(reference: String) throws {
        let schema = try Schema(
            ["\u{301}": ["type": "string"], "$ref": .string(reference)],
            mode: .standard(assertsFormats: true), dialect: .draft202012)
        #expect(schema.isValid("a") && !schema.isValid(1))
    }

    @Test func `an unused broken document in the registry is ignored`() throws {
        let registry: [String: JSONValue] = [
            "a": ["$schema": "http://json-schema.org/draft-06/schema#"], "b": ["$schema": "unknown"], "c": 1,
            "d": ["type": "nonsense"], "e": ["$id": "http://e.org/x", "type": "null"],
        ]
        #expect(try Schema(["$ref": "http://e.org/x"], registry: registry).isValid(nil))
    }

    @Test func `the description has location, message and remedy`() throws {
        #expect(
            try error(##"{"$ref": "#/x"}"##).description == """
                #/$ref: the reference #/x leads nowhere: there is no /x in this document. Correct the reference, or add what it names.
                """)
    }
}
