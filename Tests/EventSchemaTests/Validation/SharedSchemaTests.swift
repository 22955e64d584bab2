import EventSchema
import Testing

/// Schemas to which several references lead: visited again and again, they could take longer than anybody waits.
@Suite struct SharedSchemaTests {
    /// Recursion with two references for each level of the instance.
    private static let twice: JSONValue = [
        "properties": ["next": ["allOf": [["$ref": "#"], ["$ref": "#"]]]], "required": ["x"],
    ]

    private static func chain(_ depth: Int) -> JSONValue {
        (0..<depth).reduce(["x": 1]) { inner, _ in ["x": 1, "next": inner] }
    }

    @Test(arguments: [Schema.Mode.intake, .standard(assertsFormats: false)])
    func `an instance that two recursive references visit too often is refused with a finding`(
        mode: Schema.Mode
    ) throws {
        let schema = try Schema(Self.twice, mode: mode)
        #expect(schema.isValid(Self.chain(10)))
        #expect(!schema.isValid(Self.chain(60)))
        let findings = schema.findings(in: Self.chain(60))
        #expect(findings.count == 1 && findings.first?.message.contains("too many steps") == true, "\(findings)")
    }

    @Test func `a negated schema with too many steps refuses the instance`() throws {
        let schema = try Schema(["not": ["not": Self.twice], "definitions": [:]])
        #expect(schema.isValid(["x": 1]))
        let negated = try Schema(
            [
                "definitions": [
                    "a": [
                        "properties": ["next": ["allOf": [["$ref": "#/definitions/a"], ["$ref": "#/definitions/a"]]]]
                    ]
                ],
                "not": ["$ref": "#/definitions/a"],
            ])
        #expect(!negated.isValid(Self.chain(60)))
    }

    @Test func `recursion with defaults and too many steps is refused`() throws {
        let schema = try Schema([
            "properties": [
                "next": ["allOf": [["$ref": "#"], ["$ref": "#"]]], "y": ["default": 1],
            ]
        ])
        #expect(!schema.isValid(Self.chain(60)))
        #expect(schema.evaluation(of: JSON(Self.chain(60))).failures.count == 1)
    }

    @Test func `references that divide at each level of the schema are refused when it is compiled`() {
        var definitions: JSONObject = ["l40": ["type": "integer"]]
        for level in 0..<40 {
            let next: JSONValue = ["$ref": .string("#/definitions/l\(level + 1)")]
            definitions["l\(level)"] = ["allOf": [next, next]]
        }
        let error = #expect(throws: SchemaError.self) {
            try Schema(["definitions": .object(definitions), "$ref": "#/definitions/l0"])
        }
        #expect(error?.message.contains("divide again and again") == true)
    }

    @Test func `a large instance of a recursive schema with several references is judged`() throws {
        let schema = try Schema([
            "anyOf": [
                ["type": "integer"], ["type": "array", "items": ["$ref": "#"]],
                ["type": "object", "additionalProperties": ["$ref": "#"]],
            ]
        ])
        let row = JSONValue.array((0..<500).map { ["a": [.number($0), ["b": 1]]] })
        let table = JSONValue.array((0..<10).map { _ in row })
        #expect(schema.isValid(table))
        #expect(!schema.isValid([table, "x"]))
        #expect(!schema.findings(in: [table, "x"]).contains { $0.message.contains("too many steps") })
    }
}
