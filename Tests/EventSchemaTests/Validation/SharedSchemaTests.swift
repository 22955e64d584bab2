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

    /// A tree that is closed: each node is visited by both alternatives, and again for what they evaluate.
    private static let closedTree: JSONValue = [
        "$ref": "#/$defs/node",
        "$defs": [
            "node": [
                "type": "object",
                "anyOf": [
                    ["properties": ["name": true, "children": ["items": ["$ref": "#/$defs/node"]]]],
                    ["properties": ["title": true, "children": ["items": ["$ref": "#/$defs/node"]]]],
                ],
                "unevaluatedProperties": false,
            ]
        ],
    ]

    private static func tree(_ depth: Int, leaf: JSONValue = ["name": 1, "title": 2]) -> JSONValue {
        (0..<depth).reduce(leaf) { inner, _ in ["name": 1, "children": [inner]] }
    }

    private static func nested(_ depth: Int) -> JSONValue { (0..<depth).reduce([]) { inner, _ in [inner] } }

    @Test(arguments: [Schema.Mode.intake, .standard(assertsFormats: false)])
    func `an instance that two recursive references visit at each level is judged`(mode: Schema.Mode) throws {
        let schema = try Schema(Self.twice, mode: mode)
        #expect(schema.isValid(Self.chain(10)))
        #expect(schema.isValid(Self.chain(200)))
        #expect(schema.findings(in: Self.chain(200)).isEmpty)
    }

    @Test(arguments: [Dialect.draft201909, .draft202012], [1, 7, 8, 30, 150])
    func `a document that is validated anew at each level is valid however deep it is`(
        dialect: Dialect, depth: Int
    ) throws {
        let mode = Schema.Mode.standard(assertsFormats: false)
        let closed = try Schema(Self.closedTree, mode: mode, dialect: dialect)
        #expect(closed.findings(in: Self.tree(depth)) == [])
        #expect(closed.isValid(Self.tree(depth)))
        #expect(!closed.isValid(Self.tree(depth, leaf: ["other": 1])))
        let lists = try Schema(
            ["anyOf": [["items": ["$ref": "#"]], ["items": ["$ref": "#"]]], "unevaluatedItems": ["$ref": "#"]],
            mode: mode, dialect: dialect)
        #expect(lists.findings(in: Self.nested(depth)) == [])
    }

    @Test func `what takes many steps and is too deep has the limit of the depth`() throws {
        let schema = try Schema(
            ["anyOf": [["items": ["$ref": "#"]], ["items": ["$ref": "#"]]], "unevaluatedItems": ["$ref": "#"]],
            mode: .standard(assertsFormats: false), dialect: .draft202012)
        #expect(schema.findings(in: Self.nested(500)).map(\.exceededLimit) == ["maximumDepth"])
    }

    @Test func `a mistake beside what takes many steps is found`() throws {
        let schema = try Schema(
            Self.closedTree, mode: .standard(assertsFormats: false), dialect: .draft202012)
        let findings = schema.findings(in: ["name": 1, "children": [Self.tree(100)], "title": 1, "other": 2])
        #expect(findings.map(\.instanceLocation) == ["/other"], "\(findings)")
    }

    @Test func `what takes too many steps to explain is refused with a finding that says so`() throws {
        let schema = try Schema(Self.twice)
        let wrong = (0..<60).reduce([:] as JSONValue) { inner, _ in ["x": 1, "next": inner] }
        #expect(!schema.isValid(wrong))
        let findings = schema.findings(in: wrong)
        #expect(findings.count == 1 && findings.first?.exceededLimit == nil, "\(findings)")
        #expect(findings.first?.message.hasPrefix("is invalid, and needs too many steps to say why") == true)
        #expect(findings.first?.message.contains("maximumVisitsPerValue, which is 100") == true)
    }

    /// A visit for each of 300 references in 1 000 elements.
    @Test(arguments: [false, true])
    func `an instance beyond the limit of visits is refused, negated too`(isNegated: Bool) throws {
        let references = JSONValue.array(Array(repeating: ["$ref": "#/definitions/a"], count: 300))
        let items: JSONValue = ["items": ["allOf": references]]
        let schema = try Schema(["definitions": ["a": ["type": "integer"]], "not": isNegated ? items : ["not": items]])
        let elements = (0..<1_000).map { JSONValue.number(JSONNumber($0)) }
        #expect(schema.isValid(.array(Array(elements.prefix(500)))) == !isNegated)
        #expect(!schema.isValid(.array(elements + elements)))
        let findings = schema.findings(in: .array(elements + elements))
        #expect(findings.map(\.exceededLimit) == ["maximumVisitsPerValue"], "\(findings)")
    }

    @Test func `recursion with defaults and too many steps is refused`() throws {
        let schema = try Schema([
            "properties": [
                "next": ["allOf": [["$ref": "#"], ["$ref": "#"]]], "y": ["default": 1],
            ]
        ])
        #expect(!schema.isValid(Self.chain(60)))
        #expect(schema.findings(in: Self.chain(60)).map(\.exceededLimit) == ["maximumVisitsPerValue"])
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

    @Test(arguments: ["allOf", "anyOf", "oneOf"])
    func `a schema with very many alternatives or parts is refused without a word on references`(keyword: String) {
        let parts = JSONValue.array((0..<10_001).map { ["const": .number($0)] })
        let error = #expect(throws: SchemaError.self) { try Schema(.object([keyword: parts])) }
        #expect(error?.message == "more than 10000 schemas apply to one value here.")
        #expect(error?.remedy.contains("maximumSchemasPerValue") == true)
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
