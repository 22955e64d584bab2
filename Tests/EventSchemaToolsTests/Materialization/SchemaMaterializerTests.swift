import CatalogTestSupport
import EventSchema
import Foundation
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

/// References, the merging of parts, limits and examples.
@Suite struct SchemaMaterializerTests {
    /// The schema that `a/current.yaml` gives beside other files.
    private func made(
        _ text: String, _ files: [String: String] = [:], settings: String = "contentTypes: [yaml]\n",
        bases: [String] = []
    ) throws -> JSONValue {
        var files = files.merging(["repo/a/current.yaml": "title: a\n$id: /a/1.0.0\n\(text)"]) { $1 }
        files["repo/.jsonschema-tools.yaml"] = settings
        return try withFiles(files) { folder in
            let tree = try SchemaTree(directory: "\(folder)/repo")
            let bases = bases.map { SchemaBase($0.replacing("FOLDER", with: folder)) }
            let current = try #require(tree["a"]?.current)
            return try SchemaMaterializer(tree, bases: bases).schema(of: current)
        }
    }

    private func problem(_ text: String, _ files: [String: String] = [:]) throws -> CatalogFinding {
        let error = #expect(throws: CatalogError.self) { try made(text, files) }
        return try #require(error?.findings.first)
    }

    private static let part = "title: part\n$id: /part/1.0.0\nproperties:\n  x: {type: string, maxLength: 9}\n"

    @Test(arguments: [
        "/part/1.0.0#/properties/x", "https://example.org/schemas/part/1.0.0#/properties/x",
        "/part/1.0.0.yaml#/properties/x", "#/definitions/y", "./#/definitions/y", "#/definitions/z%20z",
    ])
    func `a reference is replaced by what it leads to`(reference: String) throws {
        let text =
            "definitions: {y: {type: string, maxLength: 9}, 'z z': {$ref: '#/definitions/y'}}\n"
            + "properties: {q: {$ref: '\(reference)'}}\n"
        let schema = try made(text, ["repo/part/1.0.0.yaml": Self.part])
        #expect(schema[path: ["properties", "q"]] == ["type": "string", "maxLength": 9])
    }

    @Test func `references stand in for maps and lists of keywords, and in examples`() throws {
        let text = """
            required: {$ref: '/part/1.0.0#/required'}
            properties: {$ref: '/part/1.0.0#/properties'}
            examples: [{$schema: {$ref: '#/$id'}}]
            """
        let schema = try made(text, ["repo/part/1.0.0.yaml": Self.part + "required: [x]\n"])
        #expect(schema["required"] == ["x"] && schema[path: ["properties", "x", "maxLength"]] == 9)
        #expect(schema["examples"] == [["$schema": "/a/1.0.0"]])
    }

    @Test func `members beside a reference replace those of the target, and a property may be called $ref`() throws {
        let text = """
            properties:
              $ref: {type: string}
              x: {$ref: '/part/1.0.0#/properties/x', maxLength: 3}
            """
        let schema = try made(text, ["repo/part/1.0.0.yaml": Self.part])
        #expect(schema[path: ["properties", "x"]] == ["type": "string", "maxLength": 3])
        #expect(schema[path: ["properties", "$ref"]] == ["type": "string"])
    }

    @Test func `a version that is not written yet is made from its current file`() throws {
        let schema = try made("allOf: [{$ref: /part/1.0.0}]\n", ["repo/part/current.yaml": Self.part])
        #expect(schema[path: ["properties", "x", "maxLength"]] == 9)
    }

    @Test(arguments: ["FOLDER/other", "https://schemas.example/main=FOLDER/other", "FOLDER/links"])
    func `a further folder is searched, also for a URL that it is a copy of`(base: String) throws {
        let files = [
            "other/part/1.0.0.yaml": Self.part, "links/part/1.0.0": "1.0.0.yml", "links/part/1.0.0.yml": Self.part,
        ]
        let reference = base.hasPrefix("https") ? "https://schemas.example/main/part/1.0.0" : "/part/1.0.0#"
        let schema = try made("allOf: [{$ref: '\(reference)'}]\n", files, bases: [base])
        #expect(schema[path: ["properties", "x", "maxLength"]] == 9)
    }

    @Test(arguments: [
        ("properties: {x: {$ref: /gone/1.0.0}}", "missing-reference 3:18"),
        ("properties: {x: {$ref: '/part/1.0.0#/propertie/x'}}", "missing-reference 3:18"),
        ("properties: {x: {$ref: 'part/1.0.0'}}", "missing-reference 3:18"),
        ("properties: {x: {$ref: '#x'}}", "missing-reference 3:18"),
        ("properties: {x: {$ref: '/../part/1.0.0'}}", "missing-reference 3:18"),
        ("properties: {x: {$ref: '#'}}", "reference-loop 3:18"),
        ("properties: {x: {$ref: '#/properties/x'}}", "reference-loop 3:18"),
        ("properties: {x: {$ref: '#/properties/x/y'}}", "reference-loop 3:18"),
        ("properties: {x: {$ref: '/part/1.0.0#/loop'}}", "reference-loop 6:4"),
        ("allOf: [{$ref: /a/1.0.0}]", "reference-loop 3:10"),
        ("allOf: [{properties: {x: {type: string}}}, {properties: {x: {type: integer}}}]", "incompatible-parts 3:1"),
        ("allOf: [{x-owner: a}, {x-owner: b}]", "incompatible-parts 3:1"),
    ])
    func `a schema that cannot be made is a finding with its place`(text: String, place: String) throws {
        let part = Self.part + "loop: {x:\n  {$ref: '#/loop'}}\n"
        #expect(try problem(text, ["repo/part/1.0.0.yaml": part]).place == place)
    }

    @Test func `references that hold references many times over are refused, not written out`() throws {
        let text = (0..<40).map {
            "  d\($0): {a: {$ref: '#/definitions/d\($0 + 1)'}, b: {$ref: '#/definitions/d\($0 + 1)'}}\n"
        }
        let finding = try problem("definitions:\n\(text.joined())  d40: {}\n")
        #expect(finding.rule == .oversizedVersion && finding.problem.contains("more values"))
    }

    @Test func `parts of an allOf are merged at every level, and the root's texts and examples stay`() throws {
        let text = """
            description: root
            additionalProperties: false
            required: [b]
            properties:
              m: {properties: {y: {type: boolean}}, additionalProperties: false}
            allOf:
            - description: part
              required: [c, a]
              examples: [{a: 1}]
              properties: {m: {description: map, type: object, required: [z], properties: {z: {type: string}}}}
              allOf: [{properties: {deep: {maxLength: 5, allOf: [{maxLength: 3, minLength: 1}]}}}]
            """
        let expected: JSONValue = [
            "title": "a", "$id": "/a/1.0.0", "description": "root", "additionalProperties": false,
            "required": ["a", "b", "c"],
            "properties": [
                "m": [
                    "description": "map", "type": "object", "required": ["z"], "additionalProperties": false,
                    "properties": ["y": ["type": "boolean"], "z": ["type": "string"]],
                ],
                "deep": ["maxLength": 3, "minLength": 1],
            ],
        ]
        #expect(try made(text) == expected)
    }

    @Test func `merged parts have the narrower types, values and limits`() throws {
        let text = """
            allOf:
            - {type: [string, integer], enum: [c, b, a], minimum: 1, maximum: 9, uniqueItems: false}
            - {type: string, enum: [a, c], minimum: 2, maximum: 8, uniqueItems: true}
            """
        let schema = try made(text)
        #expect(schema["type"] == "string" && schema["enum"] == ["a", "c"] && schema["uniqueItems"] == true)
        #expect(schema["minimum"] == 2 && schema["maximum"] == 8)
    }

    @Test func `numbers get the limits that they lack, in items and maps too, and no example does`() throws {
        let text = """
            properties:
              n: {type: integer, minimum: 0}
              l: {type: array, items: {type: number, maximum: 1}}
              m: {type: object, additionalProperties: {type: integer}}
              type: {type: string}
            examples: [{type: integer}]
            """
        let schema = try made(text, settings: "enforcedNumericBounds: [-5, 5]\n")
        #expect(schema[path: ["properties", "n"]] == ["type": "integer", "minimum": 0, "maximum": 5])
        #expect(schema[path: ["properties", "l", "items"]] == ["type": "number", "minimum": -5, "maximum": 1])
        #expect(schema[path: ["properties", "m", "additionalProperties", "minimum"]] == -5)
        #expect(schema["examples"] == [["type": "integer"]])
        let unlimited = try made(text, settings: "enforcedNumericBounds: false\n")
        #expect(unlimited[path: ["properties", "n"]] == ["type": "integer", "minimum": 0])
    }

    @Test func `an example has a value for each property and satisfies the schema`() throws {
        let text = """
            type: object
            properties:
              $schema: {type: string}
              id: {type: string, pattern: '^[0-9a-f]{4}-(x|y)+$', maxLength: 20}
              dt: {type: string, format: date-time, maxLength: 128}
              long: {type: string, minLength: 12}
              count: {type: integer, minimum: 1, maximum: 3}
              kind: {type: string, enum: [b, c]}
              more: {type: object, additionalProperties: {type: boolean}}
              list: {type: array, minItems: 2, items: {type: number, minimum: 0, maximum: 1}}
            """
        let schema = try made(text, settings: "shouldGenerateExample: true\n")
        let example = try #require(schema["examples"]?.array?.first)
        #expect(try Schema(schema).findings(in: example) == [])
        #expect(example["$schema"] == "/a/1.0.0" && example["kind"] == "b" && example["list"] == [0.15, 0.15])
        #expect(
            try made(text + "\nexamples: [{count: 2}]", settings: "shouldGenerateExample: true\n")["examples"] == [
                ["count": 2]
            ])
    }
}
