import EventCatalog
import EventSchema
import Testing

@testable import EventCatalogChecks
@testable import EventSchemaTools

/// The checks of schemas of drafts 2019-09 and 2020-12, in a repository that allows them or does not.
@Suite struct LaterDialectCheckTests {
    private static let draft7 = "https://json-schema.org/draft-07/schema#"
    private static let uris = [
        "2019-09": "https://json-schema.org/draft/2019-09/schema",
        "2020-12": "https://json-schema.org/draft/2020-12/schema",
    ]

    /// The findings of a schema that people edit and of its version, both with a property and further members.
    private func findings(
        _ property: String, more: String = "", of dialect: String = "2020-12",
        allowed: String? = "[draft-07, 2019-09, 2020-12]"
    ) throws -> [CatalogFinding] {
        let uri = try #require(Self.uris[dialect])
        let text = RuleExample.tapSchema(["x: \(property)"], more).replacing(Self.draft7, with: uri)
        let setting = allowed.map { "schemaDialects: \($0)\n" } ?? ""
        return try check([
            "Schemas/app/tap/current.yaml": text, "Schemas/app/tap/1.0.0.yaml": RuleExample.madeText(text),
            "Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings + setting,
        ])
    }

    @Test(arguments: ["2019-09", "2020-12"])
    func `without the setting, a later draft is refused as before`(dialect: String) throws {
        let found = try findings("{type: string, description: A text., maxLength: 9}", of: dialect, allowed: nil)
        #expect(found.map(\.rule.id) == ["schema-is-valid"])
        #expect(found.first?.location.line == 4)
        #expect(found.first?.problem == "“\(Self.uris[dialect] ?? "")” is not draft 7 of JSON Schema.")
        #expect(found.first?.remedy == "Set $schema to “\(Self.draft7)”.")
    }

    @Test(arguments: ["2019-09", "2020-12"])
    func `a draft that the settings allow is taken`(dialect: String) throws {
        let property = "{type: string, description: A text., maxLength: 9, deprecated: true}"
        #expect(try findings(property, more: "dependentRequired: {x: [button]}\n", of: dialect) == [])
    }

    @Test func `of several drafts, the one that is not allowed is refused`() throws {
        let found = try findings("{type: string, description: A text., maxLength: 9}", allowed: "[draft-07, 2019-09]")
        #expect(found.map(\.rule.id) == ["schema-is-valid"])
        #expect(found.first?.problem.hasSuffix("is not draft 7 or draft 2019-09 of JSON Schema.") == true)
        #expect(found.first?.remedy.hasSuffix("or “https://json-schema.org/draft/2019-09/schema”.") == true)
    }

    @Test func `a schema without a draft is one of draft 7, where that is not allowed`() throws {
        let text = RuleExample.madeText(RuleExample.tapSchema([]).replacing("$schema: \(Self.draft7)\n", with: ""))
        let found = try check([
            "Schemas/app/tap/current.yaml": text, "Schemas/app/tap/1.0.0.yaml": text,
            "Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings + "schemaDialects: [2020-12]\n",
        ])
        #expect(found.map(\.rule.id) == ["schema-is-valid"])
        let problem = "Without $schema, a schema is of draft 7 of JSON Schema, and not of draft 2020-12."
        #expect(found.first?.problem == problem)
    }

    @Test func `a schema is held to the meta-schema of its own draft`() throws {
        let list = "{type: array, description: A text., maxItems: 9, items: [{type: string, maxLength: 9}]}"
        let found = try findings(list).filter { $0.rule.id == "schema-is-valid" }
        #expect(found.map(\.location.line) == [8])
        #expect(found.first?.problem.hasPrefix("This is not a schema of draft 2020-12 of JSON Schema: “items”") == true)
        #expect(try findings(list, of: "2019-09").allSatisfy { $0.rule.id != "schema-is-valid" })
        let type = try findings("{type: strng, description: A text., maxLength: 9}")
        #expect(type.first { $0.rule.id == "schema-is-valid" }?.remedy == "Did you mean “string”?")
    }

    @Test(arguments: [
        ("2020-12", "additionalItems: true", "items"), ("2020-12", "dependencies: {}", "dependentRequired"),
        ("2020-12", "definitions: {}", "$defs"), ("2020-12", "$recursiveRef: '#'", "$dynamicRef"),
        ("2019-09", "prefixItems: []", "items"), ("2019-09", "$dynamicRef: '#'", "$recursiveRef"),
    ])
    func `a keyword of another draft has what its own draft has instead`(
        dialect: String, keyword: String, instead: String
    ) throws {
        let found = try findings("{description: A text., \(keyword)}", of: dialect)
        let finding = try #require(found.first { $0.rule.id == "unknown-keyword" })
        #expect(finding.remedy == "It belongs to another draft; draft \(dialect) has “\(instead)”.")
        #expect(finding.problem.contains("not a keyword of draft \(dialect), so it has no effect on x"))
    }

    @Test func `a misspelt keyword of a later draft has the one that was meant`() throws {
        let found = try findings("{type: object, description: A text., properties: {}, dependentRequire: {}}")
        #expect(found.first { $0.rule.id == "unknown-keyword" }?.remedy == "Did you mean “dependentRequired”?")
    }

    @Test func `schemas below keywords of a later draft are checked`() throws {
        let inner = "{type: string, maxLenght: 9}"
        for keyword in ["prefixItems: [\(inner)]", "unevaluatedItems: \(inner)", "$defs: {y: \(inner)}"] {
            let found = try findings("{type: array, description: A text., maxItems: 9, \(keyword)}")
            #expect(found.contains { $0.rule.id == "unknown-keyword" }, "\(keyword)")
        }
    }

    @Test(arguments: [
        ("iri", nil), ("duration", nil), ("dat", "so it limits nothing."), ("uuidd", "limits nothing."),
        ("url", "“url” is no format of draft 2020-12, so it limits nothing."),
    ])
    func `the formats are those of the draft`(format: String, end: String?) throws {
        let found = try findings("{type: string, description: A text., maxLength: 9, format: \(format)}")
        let problem = found.first { $0.rule.id == "unknown-format" }?.problem
        #expect((problem == nil) == (end == nil) && problem?.hasSuffix(end ?? "") ?? true)
    }

    @Test func `keywords beside a reference are no mistake where the draft does not ignore them`() throws {
        let members = "$defs: {y: {type: string, maxLength: 9}}\n"
        let found = try findings("{$ref: '#/$defs/y', description: A text., minLength: 2}", more: members)
        #expect(found.allSatisfy { $0.rule.id != "reference-siblings" })
    }

    @Test(arguments: [
        ("[{type: number}, {type: number}], items: false", nil),
        ("[{type: number}], items: {type: number}", nil),
        ("[{type: number}], items: {$dynamicRef: '#x'}", nil),
        ("[{type: number}]", "The elements of “x” have no type."),
        ("[{type: number}, {}], items: false", "The elements of “x” have no type."),
        ("[{type: number}, {type: string}], items: false", "The elements of “x” have more than one type."),
        ("[{type: number}], items: {type: string}", "The elements of “x” have more than one type."),
    ])
    func `the elements of a list have one type, the first ones too`(elements: String, problem: String?) throws {
        let found = try findings("{type: array, description: A list., maxItems: 9, prefixItems: \(elements)}")
        #expect(found.first { $0.rule.id == "schema-deterministic-types" }?.problem == problem)
    }

    @Test(arguments: [
        ("unevaluatedProperties: false", [6]), ("unevaluatedProperties: {type: string}", []),
        ("unevaluatedProperties: false\npatternProperties: {'^[$m]': true}", []),
    ])
    func `a schema that unevaluatedProperties closes has the properties of every event`(
        keywords: String, lines: [Int]
    ) throws {
        let property = "{type: string, description: A text., maxLength: 9}"
        let found = try findings(property, more: keywords + "\n").filter { $0.rule.id == "missing-envelope" }
        #expect(found.compactMap(\.location.line) == lines && found.count == lines.count)
        let draft7 = try findings(property, more: keywords + "\n", allowed: nil)
        #expect(draft7.allSatisfy { $0.rule.id != "missing-envelope" })
    }

    @Test func `examples are validated by the draft of the schema`() throws {
        let members = """
            dependentRequired: {x: [button]}
            examples: [{x: a, button: b}, {x: a}]

            """
        let found = try findings("{type: string, description: A text., maxLength: 9}", more: members)
        #expect(found.map(\.rule.id) == ["schema-examples-are-valid"])
        #expect(found.first?.problem.hasPrefix("Example 2 is invalid") == true)
    }

    @Test func `an anchor is named where a version would be made of it, and taken where references are kept`() throws {
        let text = "$defs: {'y': {$anchor: 'y', type: string, maxLength: 9}}\n"
        let found = try findings("{$ref: '#y', description: A text.}", more: text)
        let finding = try #require(found.first { $0.rule.id == "missing-reference" })
        #expect(finding.problem == "“#y” names an anchor, which no version is made of.")
        #expect(finding.remedy == "Begin it with a slash: “#/$defs/name”.")
        let kept = try findings(
            "{$ref: '#y', description: A text.}", more: text, allowed: "[2020-12]\nshouldDereference: false")
        #expect(kept == [])
    }
}
