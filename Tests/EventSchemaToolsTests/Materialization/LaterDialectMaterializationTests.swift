import CatalogTestSupport
import EventSchema
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

/// Versions of schemas of drafts 2019-09 and 2020-12.
@Suite struct LaterDialectMaterializationTests {
    private static let settings = "contentTypes: [yaml]\nschemaDialects: [draft-07, 2019-09, 2020-12]\n"
    private static let draft202012 = "$schema: https://json-schema.org/draft/2020-12/schema\n"

    /// The schema that `a/current.yaml` gives beside other files.
    private func made(
        _ text: String, head: String = draft202012, _ files: [String: String] = [:], settings: String = settings
    ) throws -> JSONValue {
        var files = files
        files["repo/a/current.yaml"] = "title: a\n$id: /a/1.0.0\n\(head)\(text)\n"
        files["repo/.jsonschema-tools.yaml"] = settings
        return try withFiles(files) { folder in
            let tree = try SchemaTree(directory: "\(folder)/repo")
            return try SchemaMaterializer(tree).schema(of: try #require(tree["a"]?.current))
        }
    }

    private func error(_ text: String, _ files: [String: String] = [:]) throws -> CatalogFinding {
        let error = #expect(throws: CatalogError.self) { try made(text, files) }
        return try #require(error?.findings.first)
    }

    private func part(_ text: String) -> [String: String] {
        ["repo/part/1.0.0.yaml": "title: part\n$id: /part/1.0.0\n\(text)\n"]
    }

    @Test func `keywords beside a reference hold beside its target`() throws {
        let text = """
            properties: {x: {$ref: '#/$defs/y', maxLength: 20, minLength: 2, title: X}}
            $defs: {y: {type: string, maxLength: 9, title: Y}}
            """
        #expect(
            try made(text)[path: ["properties", "x"]]
                == ["maxLength": 9, "minLength": 2, "title": "X", "type": "string"])
    }

    @Test func `a reference in place of properties is one of the tools in every draft`() throws {
        let schema = try made(
            "properties: {$ref: '/part/1.0.0#/properties', y: {type: string}}",
            part("properties: {x: {type: string}}"))
        #expect(schema["properties"] == ["x": ["type": "string"], "y": ["type": "string"]])
    }

    @Test func `numbers in keywords of the draft get their limits, and those in the same keyword of draft 7 do not`()
        throws
    {
        let text = "prefixItems: [{type: integer}]"
        #expect(try made(text)[path: ["prefixItems"]]?.array?.first?["maximum"] != nil)
        let draft7 = try made(text, head: "")
        #expect(draft7["prefixItems"] == [["type": "integer"]])
        #expect(try made(text, head: "", settings: "contentTypes: [yaml]\n") == draft7)
    }

    @Test func `what parts require beside a property is required together`() throws {
        let parts = "allOf: [{dependentRequired: {a: [c, b]}}, {dependentRequired: {a: [b, d], e: [f]}}]"
        #expect(try made(parts)["dependentRequired"] == ["a": ["b", "c", "d"], "e": ["f"]])
        let draft7 = try #require(throws: CatalogError.self) { try made(parts, head: "") }
        #expect(draft7.findings.map(\.rule.id) == ["incompatible-parts"])
    }

    @Test func `what is unevaluated is merged where it stands beside allOf`() throws {
        let schema = try made("allOf: [{properties: {x: {type: string}}}]\nunevaluatedProperties: false")
        #expect(schema["unevaluatedProperties"] == false && schema["allOf"] == nil)
        #expect(schema[path: ["properties", "x", "type"]] == "string")
    }

    @Test(arguments: [
        ("$anchor: a", "No version is made of a schema with “$anchor”.", 4),
        ("properties: {x: {$dynamicRef: '#/$defs/y'}}", "No version is made of a schema with “$dynamicRef”.", 4),
        (
            "type: object\nallOf:\n- {unevaluatedProperties: false}",
            "“unevaluatedProperties” in a part of allOf would hold for the other parts too.", 6
        ),
        (
            "allOf: [{maxItems: 3}]\nprefixItems: [{type: string}]",
            "“prefixItems” of one part of an allOf is not merged with the other parts.", 5
        ),
        (
            "allOf: [{maxItems: 3}]\ncontains: {}\nminContains: 2",
            "“minContains” of one part of an allOf is not merged with the other parts.", 6
        ),
    ])
    func `a keyword that would mean something else in a version is named`(
        text: String, problem: String, line: Int
    ) throws {
        let finding = try error(text)
        #expect(finding.rule.id == "unmaterialized-keyword" && finding.problem == problem)
        #expect(finding.location.line == line && finding.location.column != nil && !finding.remedy.isEmpty)
    }

    @Test(arguments: [
        (
            "{patternProperties: {^a: {type: string}}}", "additionalProperties: false", "“additionalProperties” would",
            6, 7
        ),
        (
            "{properties: {a: {}}, additionalProperties: false}", "properties: {z: {type: string}}",
            "“additionalProperties” would", 5, 7
        ),
        (
            "{properties: {a: {}}, additionalProperties: false}", "patternProperties: {^z: {type: string}}",
            "“additionalProperties” would", 5, 7
        ),
        (
            "{properties: {a: {properties: {b: {}}}}}", "properties: {a: {unevaluatedProperties: false}}",
            "“unevaluatedProperties” of “/properties/a” would", 6, 24
        ),
        ("{contains: {type: string}}", "contains: {maxLength: 3}", "“contains” would", 6, 7),
        ("{anyOf: [{type: string}]}", "anyOf: [{maxLength: 3}]", "“anyOf” would", 6, 7),
        ("{then: {type: string}}", "if: {maxLength: 3}", "“if” would", 6, 7),
    ])
    func `a keyword beside a reference that would mean something else is named`(
        target: String, keyword: String, problem: String, line: Int, column: Int
    ) throws {
        let text = "properties:\n  x: {$ref: '#/$defs/m',\n      \(keyword)}\n$defs: {m: \(target)}"
        let finding = try error(text)
        #expect(finding.rule.id == "unmaterialized-keyword", "\(finding)")
        #expect(finding.problem.hasPrefix(problem) && finding.problem.contains("“#/$defs/m”"), "\(finding)")
        #expect(finding.location.line == line && finding.location.column == column, "\(finding.location)")
    }

    @Test(arguments: [
        ("{properties: {a: {type: string}}, additionalProperties: false}", "properties: {a: {maxLength: 3}}"),
        ("{properties: {a: {type: string}}}", "unevaluatedProperties: false"),
        ("{properties: {a: {type: string}}, additionalProperties: {}}", "properties: {z: {maxLength: 3}}"),
        ("{items: {type: string}}", "items: {maxLength: 3}"), ("{contains: {type: string}}", "maxItems: 3"),
        ("{anyOf: [{type: string}]}", "title: A"),
    ])
    func `a keyword beside a reference that means the same is merged`(target: String, keyword: String) throws {
        let made = try made("properties: {x: {$ref: '#/$defs/m', \(keyword)}}\n$defs: {m: \(target)}")
        #expect(made[path: ["properties", "x", "$ref"]] == nil && made[path: ["properties", "x", "allOf"]] == nil)
    }

    @Test func `properties of these names are taken`() throws {
        let text = "properties: {$anchor: {type: string}, prefixItems: {type: string}}\nallOf: [{minProperties: 1}]"
        #expect(try made(text)["properties"]?.object?.count == 2)
    }

    @Test func `without dereferencing, all keywords stay`() throws {
        let text = "$anchor: a\nallOf: [{unevaluatedProperties: false}]"
        let schema = try made(text, settings: Self.settings + "shouldDereference: false\n")
        #expect(schema["$anchor"] == "a" && schema["allOf"] == [["unevaluatedProperties": false]])
    }

    @Test func `a part in another draft is taken where it means the same`() throws {
        let schema = try made(
            "properties: {x: {$ref: '/part/1.0.0#/properties/x'}}",
            part("properties: {x: {type: array, items: {type: string}}}"))
        #expect(schema[path: ["properties", "x"]] == ["type": "array", "items": ["type": "string"]])
    }

    @Test(arguments: [
        ("dependencies: {a: [b]}", "dependencies"), ("items: [{type: string}]", "items"),
        ("prefixItems: [{type: string}]", "prefixItems"),
        ("properties: {y: {additionalItems: false}}", "additionalItems"),
    ])
    func `a part in another draft is refused where it means something else`(text: String, keyword: String) throws {
        let finding = try error("allOf:\n- {$ref: /part/1.0.0}", part(text))
        #expect(finding.place == "unmaterialized-keyword 5:4")
        #expect(
            finding.problem == "“/part/1.0.0” leads to draft 7, where “\(keyword)” means something else than in "
                + "draft 2020-12.")
    }

    @Test func `a schema of draft 7 refuses a part of a later draft where it means something else`() throws {
        let later = part(Self.draft202012 + "dependentRequired: {a: [b]}")
        let error = #expect(throws: CatalogError.self) { try made("allOf: [{$ref: /part/1.0.0}]", head: "", later) }
        #expect(error?.findings.map(\.rule.id) == ["unmaterialized-keyword"])
        let withoutSetting = try made(
            "allOf: [{$ref: /part/1.0.0}]", head: "", later, settings: "contentTypes: [yaml]\n")
        #expect(withoutSetting["dependentRequired"] == ["a": ["b"]])
    }
}
