import EventSchema
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

/// How the fields of a schema are read for a site.
@Suite struct SchemaFieldTests {
    private static func fields(_ json: String, _ others: [String: String] = [:]) throws -> [SchemaField] {
        try reader(json, others).fields
    }

    private static func reader(_ json: String, _ others: [String: String] = [:]) throws -> SchemaFieldReader {
        let texts = SchemaDocuments(byURI: try others.mapValues { try JSONValue(parsing: $0) })
        return SchemaFieldReader(SchemaNode(try JSONValue(parsing: json), in: texts))
    }

    @Test(
        arguments: [
            (#"{"type": "string"}"#, "string"), (#"{"type": ["string", "null"]}"#, "string or null"), ("{}", "any"),
            (
                #"{"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}"#,
                "array of array of integer"
            ),
            (#"{"type": "object", "additionalProperties": {"type": "number"}}"#, "map of number"),
            (#"{"type": "object", "additionalProperties": false}"#, "object"), (#"{"properties": {}}"#, "object"),
            (#"{"type": "array", "items": [{"type": "string"}]}"#, "array"), (#"{"type": 7}"#, "any"),
        ])
    func `the type of a field is described in words`(schema: String, words: String) throws {
        #expect(try Self.fields(#"{"properties": {"a": \#(schema)}}"#).map(\.type) == [words])
    }

    @Test func `a field has its format, limits, values, default, and whether it is required`() throws {
        let field = try #require(
            try Self.fields(
                #"""
                {"required": ["a"], "properties": {"a": {"type": "string", "format": "date", "maxLength": 9,
                "minLength": 0, "pattern": "^a", "enum": ["x", null, 1.50], "default": "x", "mexLength": 3,
                "additionalProperties": false, "description": "About a."}}}
                """#
            ).first)
        #expect(field.isRequired && field.format == "date" && field.description == "About a.")
        #expect(field.values == [#""x""#, "null", "1.50"] && field.defaultValue == #""x""#)
        #expect(
            field.limits.map { "\($0.name) \($0.value)" } == [
                "minLength 0", "maxLength 9", "pattern ^a", "other names refused", "mexLength 3",
            ])
    }

    @Test func `the bounds that materializing adds to every number are not limits`() throws {
        let fields = try Self.fields(
            #"""
            {"properties": {
              "a": {"type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991},
              "b": {"type": "integer", "minimum": 0, "maximum": 9007199254740991},
              "c": {"type": "integer", "maximum": -9007199254740991}}}
            """#)
        #expect(
            fields.map { $0.limits.map { "\($0.name) \($0.value)" } } == [
                [], ["minimum 0"], ["maximum -9007199254740991"],
            ])
    }

    @Test func `fields stand in the order of the current file, the own ones before those of fragments`() throws {
        let fragment = #"{"properties": {"meta": {"properties": {"id": {}, "dt": {}}}, "dt": {}}}"#
        let current = #"""
            {"allOf": [{"$ref": "/fragment/1.0.0"}], "properties": {"z": {"properties": {"b": {}, "a": {}}}, "c": {}}}
            """#
        let version = #"""
            {"properties": {"c": {}, "dt": {}, "meta": {"properties": {"dt": {}, "id": {}}}, "new": {},
            "z": {"properties": {"a": {}, "b": {}, "c": {}}}}}
            """#
        let texts = SchemaDocuments(byURI: ["/fragment/1.0.0": try JSONValue(parsing: fragment)])
        let order = CurrentFields(SchemaNode(try JSONValue(parsing: current), in: texts))
        let reader = SchemaFieldReader(SchemaNode(try JSONValue(parsing: version), in: texts), order)
        #expect(
            reader.fields.flatMap(\.all).map(\.name) == [
                "z", "z.b", "z.a", "z.c", "c", "meta", "meta.id", "meta.dt", "dt", "new",
            ])
    }

    @Test func `parts of objects, arrays and maps are below them, with their paths`() throws {
        let fields = try Self.fields(
            #"""
            {"properties": {
              "o": {"properties": {"in": {"type": "string"}}},
              "l": {"items": {"properties": {"x": {}}}},
              "m": {"additionalProperties": {"type": "string", "maxLength": 1}, "patternProperties": {"^a": {}}},
              "p": {"items": {"type": "string"}}, "c": {"oneOf": [{"type": "string"}, {"type": "null"}]}}}
            """#)
        #expect(
            fields.flatMap(\.all).map(\.name) == [
                "o", "o.in", "l", "l[]", "l[].x", "m", "m<pattern ^a>", "m.*", "p", "c", "c<oneOf 1>", "c<oneOf 2>",
            ])
        #expect(Set(fields.flatMap(\.all).map { SiteAddress.anchor(of: $0.path) }).count == 12)
    }

    @Test func `references and allOf are followed, and what they bring says where it is from`() throws {
        let fields = try Self.fields(
            #"""
            {"definitions": {"id": {"type": "string", "maxLength": 5}}, "required": ["a"],
             "properties": {"a": {"$ref": "#/definitions/id", "description": "own"}},
             "allOf": [{"$ref": "/part/1.0.0#"}, {"properties": {"b": {"type": "integer"}}, "required": ["b"]}]}
            """#, ["/part/1.0.0": #"{"properties": {"a": {"minLength": 2}, "p": {"type": "boolean"}}}"#])
        #expect(fields.map(\.name) == ["a", "b", "p"])
        #expect(fields.map(\.isRequired) == [true, true, false])
        #expect(fields.map(\.fragment) == [nil, nil, "/part/1.0.0"])
        #expect(fields.first?.limits.map(\.name) == ["minLength", "maxLength"])
        #expect(fields.first?.description == "own")
    }

    @Test func `a map of properties, or a list of required names, may be a reference`() throws {
        let fields = try Self.fields(
            #"{"properties": {"$ref": "/p/1.0.0#/properties"}, "required": {"$ref": "/p/1.0.0#/required"}}"#,
            ["/p/1.0.0": #"{"properties": {"a": {}}, "required": ["a"]}"#])
        #expect(fields.map(\.name) == ["a"] && fields.allSatisfy(\.isRequired))
    }

    @Test(
        arguments: [
            ##"{"properties": {"a": {"$ref": "#"}}}"##, ##"{"properties": {"a": {"$ref": "#/properties/a"}}}"##,
            ##"{"properties": {"a": {"$ref": "#/properties/b"}, "b": {"$ref": "#/properties/a"}}}"##,
            ##"{"properties": {"a": {"$ref": "/self/1.0.0"}, "b": {"allOf": [{"$ref": "#"}]}}}"##,
        ])
    func `a circle of references ends, and is named`(schema: String) throws {
        let fields = try Self.fields(schema, ["/self/1.0.0": schema]).flatMap(\.all)
        #expect(fields.count < 40 && fields.contains { !$0.unfollowed.isEmpty })
    }

    @Test func `a reference without a target is named`() throws {
        let fields = try Self.fields(#"{"properties": {"a": {"$ref": "/gone/1.0.0"}}}"#)
        #expect(fields.map(\.unfollowed) == [["/gone/1.0.0"]])
    }

    @Test func `references that multiply are cut, and the page says so`() throws {
        let definitions = (0..<30).map { level in
            ##""d\##(level)": {"properties": {"x": {"$ref": "#/definitions/d\##(level + 1)"}, "##
                + ##""y": {"$ref": "#/definitions/d\##(level + 1)"}}}"##
        }.joined(separator: ",")
        let reader = try Self.reader(
            ##"{"definitions": {\##(definitions)}, "properties": {"a": {"$ref": "#/definitions/d0"}}}"##)
        #expect(reader.isCut && reader.fields.flatMap(\.all).count <= SchemaFieldReader.maximumFields)
    }

    @Test func `fields that are nested too deeply are cut`() throws {
        let depth = 300
        let text =
            String(repeating: #"{"properties": {"a": "#, count: depth) + "{}" + String(repeating: "}}", count: depth)
        let value = try JSONValue(parsing: Array(text.utf8), maximumDepth: 2000)
        let reader = SchemaFieldReader(SchemaNode(value, in: SchemaDocuments(byURI: [:])))
        #expect(reader.isCut && reader.fields.flatMap(\.all).count < 30)
    }
}
