import EventSupport
import TestSupport
import Testing

@testable import EventSchema

/// Drafts 2019-09 and 2020-12, beyond what the official suite says of them.
@Suite struct LaterDraftTests {
    private static let mode = Schema.Mode.standard(assertsFormats: false)

    private static let schemas: [JSONValue] = [
        [
            "$ref": "#/$defs/named", "properties": ["a": ["type": "integer"]],
            "patternProperties": ["^x": ["maximum": 3]], "unevaluatedProperties": ["type": "null"],
            "anyOf": [["properties": ["b": true], "required": ["b"]], ["properties": ["c": ["type": "string"]]]],
            "if": ["required": ["d"]], "then": ["properties": ["d": true, "e": true]],
            "dependentRequired": ["e": ["d"]], "dependentSchemas": ["f": ["properties": ["f": ["minimum": 0]]]],
            "$defs": [
                "named": ["properties": ["name": ["type": "string"]], "allOf": [["properties": ["other": true]]]]
            ],
        ],
        [
            "prefixItems": [["type": "integer"], ["type": "string"]], "contains": ["type": "boolean"],
            "minContains": 1, "maxContains": 2, "unevaluatedItems": ["type": "null"],
            "oneOf": [["prefixItems": [true, true, ["const": "x"]]], ["maxItems": 2]],
        ],
        ["unevaluatedProperties": ["unevaluatedProperties": false, "properties": ["a": ["$ref": "#"]]]],
    ]

    private static let instances: [JSONValue] = [
        ["name": "n", "a": 1, "x1": 2, "c": "c"], ["b": 1, "d": 2, "e": 3, "f": 4, "other": nil], ["c": "", "z": nil],
        [1, "a", "x", true, nil], [1, true], [true, "s", "x", false], ["z": ["a": ["z": ["a": [:]]]]], ["z": ["b": 1]],
    ]

    @Test func `a document is valid when a plain reading says so, and has findings when it is not`() throws {
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 11))
        for source in Self.schemas {
            let plain = PlainValidator(root: source, isLater: true)
            let schema = try Schema(source, mode: Self.mode, dialect: .draft202012)
            var valid = 0
            for number in 0..<3_000 {
                var instance = Self.instances[number % Self.instances.count]
                for _ in 0..<(number / Self.instances.count % 3) { instance = mutator.mutated(instance) }
                let isValid = plain.isValid(instance)
                if isValid { valid += 1 }
                #expect(schema.isValid(instance) == isValid, "\(instance)")
                #expect(schema.findings(in: instance).isEmpty == isValid, "\(instance)")
            }
            #expect(valid > 100)
            #expect(valid < 2_900)
        }
    }

    @Test(
        arguments: [
            (0, #"{"c": "", "z": 1}"#, "/unevaluatedProperties", "/z"), (1, #"[1, "a", "y", true]"#, "/oneOf", ""),
            (1, #"[1, "a"]"#, "/contains", ""), (1, #"[1, true, true, true]"#, "/maxContains", ""),
            (0, #"{"c": "", "e": 1}"#, "/dependentRequired/e", ""),
            (0, #"{"name": 1}"#, "/$ref/properties/name/type", "/name"),
        ])
    func `a finding names the keyword`(number: Int, instance: String, keyword: String, place: String) throws {
        let schema = try Schema(Self.schemas[number], mode: Self.mode, dialect: .draft202012)
        let findings = try schema.findings(in: JSONValue(parsing: instance))
        let found = findings.contains { $0.keywordLocation.hasPrefix(keyword) && $0.instanceLocation == place }
        #expect(found, "\(findings)")
    }

    @Test func `too few elements that are contained are counted`() throws {
        let schema = try Schema(["contains": ["const": 1], "minContains": 2], mode: Self.mode, dialect: .draft201909)
        #expect(schema.findings(in: [1, 2]).map(\.keywordLocation) == ["/minContains"])
        #expect(schema.isValid([1, 2, 1]))
    }

    /// Each schema applies the one below it twice, and looks again at what it evaluates.
    @Test(arguments: [4, 12]) func `schemas that look at one another again and again are judged`(depth: Int) throws {
        let document: JSONValue = (0..<depth).reduce(["properties": ["a": true]]) { inner, _ in
            ["anyOf": [inner, inner], "unevaluatedProperties": false]
        }
        let schema = try Schema(document, mode: Self.mode, dialect: .draft202012)
        #expect(schema.isValid(["a": 1]))
        #expect(!schema.isValid(["b": 1]))
    }

    /// Meta-schemas with the vocabularies of the core and these.
    @Test(arguments: [
        (Dialect.draft202012, ["applicator", "unevaluated"], false), (.draft202012, ["applicator"], true),
        (.draft201909, ["applicator"], false), (.draft201909, ["validation"], true),
        (.draft202012, ["unevaluated"], false),
    ])
    func `keywords of a vocabulary that a meta-schema leaves out have no meaning`(
        dialect: Dialect, vocabularies: [String], isAccepted: Bool
    ) throws {
        let base = dialect.uri.replacing("/schema", with: "/vocab/")
        let declared = JSONObject((["core"] + vocabularies).map { ("\(base)\($0)", true) })
        let metaSchema: JSONValue = [
            "$schema": .string(dialect.uri), "$id": "http://e.org/meta", "$vocabulary": .object(declared),
        ]
        for (keyword, instance) in [("unevaluatedProperties", ["a": 1]), ("unevaluatedItems", [1])]
            as [(String, JSONValue)]
        {
            let schema = try Schema(
                .object(["$schema": "http://e.org/meta", keyword: false]), mode: Self.mode,
                registry: ["http://e.org/meta": metaSchema])
            #expect(schema.isValid(instance) == isAccepted, "\(keyword)")
        }
        for keyword in ["properties", "patternProperties"] {
            let schema = try Schema(
                .object(["$schema": "http://e.org/meta", keyword: ["a": false]]), mode: Self.mode,
                registry: ["http://e.org/meta": metaSchema])
            #expect(schema.isValid(["a": 1]) == !vocabularies.contains("applicator"), "\(keyword)")
        }
    }

    @Test func `a document in a dialect of the registry is found by the $id inside`() throws {
        let metaSchema: JSONValue = [
            "$schema": .string(Dialect.draft202012.uri), "$id": "http://e.org/meta",
            "$vocabulary": ["https://json-schema.org/draft/2020-12/vocab/validation": true],
        ]
        let registry: [String: JSONValue] = [
            "http://e.org/meta": metaSchema,
            "elsewhere": ["$schema": "http://e.org/meta", "$id": "http://e.org/text", "type": "string"],
            "broken": ["$schema": "http://e.org/missing", "$id": "http://e.org/text", "type": "null"],
        ]
        let schema = try Schema(["$ref": "http://e.org/text"], mode: Self.mode, registry: registry)
        #expect(schema.isValid("a") && !schema.isValid(1))
    }

    @Test func `the intake knows none of their keywords`() throws {
        let schema = try Schema([
            "dependentRequired": ["a": ["b"]], "prefixItems": [false], "unevaluatedProperties": false,
        ])
        #expect(schema.isValid(["a": 1]))
        #expect(schema.isValid([1]))
        #expect(throws: SchemaError.self) { try Schema(["$schema": .string(Dialect.draft202012.uri)]) }
    }
}
