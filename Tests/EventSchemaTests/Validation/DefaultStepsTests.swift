import EventSchema
import Testing

/// The steps for comparing a list or object as a whole, which depend on its own size and on the defaults in it.
@Suite struct DefaultStepsTests {
    private static let text = JSONValue.string(String(repeating: "x", count: 100))

    private static func list(_ count: Int, _ value: (Int) -> JSONValue) -> JSONValue { .array((0..<count).map(value)) }

    /// The product of lists and defaults is 200 million bytes here, of an event of 100 kB.
    @Test(
        arguments: [
            ["uniqueItems": true], ["enum": [[1, 2], [3]]], ["const": [1, 2]], ["not": ["const": [1]]],
        ] as [JSONValue])
    func `a list takes no steps for the defaults of other values`(rules: JSONValue) throws {
        let defaults = (0..<8).map { ("d\($0)", ["default": Self.text] as JSONValue) }
        let properties = JSONObject([("list", rules)] + defaults)
        let schema = try Schema(["properties": ["rows": ["items": ["properties": .object(properties)]]]])
        let event: JSONValue = ["rows": Self.list(1_000) { _ in ["name": Self.text, "list": [1, 2]] }]
        #expect(schema.findings(in: event).map(\.message) == [])
        #expect(schema.isValid(event))
    }

    private static let long = JSONValue.string(String(repeating: "x", count: 100_000))

    /// Each puts 10 MB into a list of some bytes: into its elements, into a default of them, or as an element.
    private static let fillings: [(String, elements: JSONValue)] = [
        ("object", ["properties": ["a": ["default": long]]]),
        ("default", ["properties": ["a": ["default": [:], "properties": ["b": ["default": long]]]]]),
        ("array", ["items": [["default": 0], ["default": long]]]),
    ]

    @Test(arguments: fillings.indices, ["uniqueItems", "enum", "const"])
    func `a list takes steps for the defaults in it`(filling: Int, keyword: String) throws {
        let (name, elements) = Self.fillings[filling]
        let rule: JSONValue =
            switch keyword {
            case "uniqueItems": ["uniqueItems": true]
            case "enum": ["not": ["enum": [[1], 2]]]
            default: ["not": ["const": [1]]]
            }
        let schema = try Schema(["items": elements, "allOf": Self.list(100) { _ in rule }])
        let event = Self.list(100) { name == "array" ? [.number($0)] : ["number": .number($0)] }
        #expect(!schema.isValid(event))
        #expect(schema.findings(in: event).map(\.exceededLimit) == ["maximumStepsPerByte"])
    }
}
