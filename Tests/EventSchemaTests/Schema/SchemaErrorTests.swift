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
        "what is no schema is refused, with its place",
        arguments: [
            ("1", "#"), (#"{"type": "text"}"#, "#/type"), (#"{"properties": {"a": 1}}"#, "#/properties/a"),
            (#"{"$id": "http://e.org/s", "required": "a"}"#, "http://e.org/s#/required"),
            (#"{"maxLength": -1}"#, "#/maxLength"), (#"{"items": {"enum": "x"}}"#, "#/items/enum"),
        ])
    func noSchema(text: String, location: String) throws {
        let error = try error(text)
        #expect(error.location == location)
        #expect(error.message.hasPrefix("this is no schema"))
        #expect(!error.remedy.isEmpty)
    }

    @Test(
        "a reference that leads nowhere is refused",
        arguments: [
            (##"{"properties": {"a": {"$ref": "#/definitions/x"}}}"##, "#/properties/a/$ref"),
            (#"{"allOf": [{"$ref": "/fragment/common/1.0.0"}]}"#, "#/allOf/0/$ref"),
            (##"{"$ref": "#name"}"##, "#/$ref"),
        ])
    func unresolvable(text: String, location: String) throws {
        let error = try error(text)
        #expect(error.location == location)
        #expect(error.message.hasPrefix("the reference"))
    }

    @Test(
        "a circle that never ends is refused",
        arguments: [
            ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}]}"##, ##"{"not": {"anyOf": [{"$ref": "#"}]}}"##,
            ##"{"definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}}, "items": {"$ref": "#/definitions/a"}}"##,
            ##"{"dependencies": {"a": {"$ref": "#"}}}"##, ##"{"if": {"$ref": "#"}, "then": {}}"##,
        ])
    func circular(text: String) throws {
        #expect(try error(text).message.contains("circular"))
    }

    @Test("a circle through the instance is fine") func recursive() throws {
        let schema = try Schema(JSONValue(parsing: ##"{"properties": {"a": {"$ref": "#"}, "n": {"type": "null"}}}"##))
        #expect(schema.isValid(["a": ["a": ["n": nil]]]))
        #expect(!schema.isValid(["a": ["a": ["n": 1]]]))
    }

    @Test("a long chain of references is refused before it can exhaust the stack") func longChain() throws {
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
        "a bad pattern is refused",
        arguments: [
            (#"{"pattern": "("}"#, "#/pattern"), (#"{"patternProperties": {"[a": {}}}"#, "#/patternProperties/[a"),
            (#"{"pattern": "^(a)\\1$"}"#, "#/pattern"),
        ])
    func badPattern(text: String, location: String) throws {
        let error = try error(text)
        #expect(error.location == location)
        #expect(error.message.hasPrefix("the pattern"))
    }

    @Test(
        "an unknown dialect is refused",
        arguments: [
            "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-06/schema#", "draft-07",
        ])
    func unknownDialect(uri: String) throws {
        let error = try error(#"{"$schema": "\#(uri)"}"#)
        #expect(error.location == "#/$schema")
        #expect(error.remedy.contains("draft-07"))
    }

    @Test(
        "dialects are known with http and https, with and without #",
        arguments: ["http", "https"], ["04", "06", "07"])
    func knownDialects(scheme: String, draft: String) throws {
        for end in ["", "#"] {
            let document: JSONValue = ["$schema": .string("\(scheme)://json-schema.org/draft-\(draft)/schema\(end)")]
            #expect(try Schema(document, mode: .standard(formats: false)).dialect.uri.contains(draft))
        }
    }

    @Test("an unknown format is refused by the intake and says nothing in the standard") func unknownFormat() throws {
        let document: JSONValue = ["format": "colour"]
        #expect(try error(document.jsonText).location == "#/format")
        #expect(try Schema(document, mode: .standard(formats: true)).isValid("x"))
    }

    @Test("a document from the registry is found by URI, by path and by the $id inside") func registry() throws {
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

    @Test("a document in the registry that is not asked for does no harm") func unusedDocuments() throws {
        let registry: [String: JSONValue] = [
            "a": ["$schema": "http://json-schema.org/draft-06/schema#"], "b": ["$schema": "unknown"], "c": 1,
            "d": ["type": "nonsense"], "e": ["$id": "http://e.org/x", "type": "null"],
        ]
        #expect(try Schema(["$ref": "http://e.org/x"], registry: registry).isValid(nil))
    }

    @Test("the description says where, what and how to mend it") func description() throws {
        #expect(
            try error(##"{"$ref": "#/x"}"##).description == """
                #/$ref: the reference #/x leads nowhere: there is no /x in this document. Correct the reference, or add what it names.
                """)
    }
}
