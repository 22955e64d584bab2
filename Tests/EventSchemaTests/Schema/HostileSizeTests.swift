import EventSchema
import Foundation
import Testing

/// Schemas and instances of strangers that are large, or ask for what is: time and memory stay linear in their size.
@Suite struct HostileSizeTests {
    private static let mode = Schema.Mode.standard(assertsFormats: true)

    private static func names(_ count: Int) -> [String] { (0..<count).map { "name\($0)" } }

    @Test func `an object of a hundred thousand members is validated, and a repeated name in it is found`() throws {
        let members = Self.names(100_000).map { "\"\($0)\":1" }
        let schema = try Schema(
            [
                "additionalProperties": ["type": "integer"], "required": ["name0", "name99999"],
                "patternProperties": ["^x": false], "propertyNames": ["maxLength": 9],
            ], mode: Self.mode)
        #expect(schema.isValid(try JSON(parsing: "{\(members.joined(separator: ","))}")))
        #expect(!schema.isValid(try JSON(parsing: "{\((members.dropLast() + ["\"x\":1"]).joined(separator: ","))}")))
        let error = #expect(throws: JSONParseError.self) {
            try JSON(parsing: "{\((members + ["\"name7\":2"]).joined(separator: ","))}")
        }
        #expect(error?.code == .duplicateName)
    }

    @Test func `an enum and a list of required names of fifty thousand are looked up, not searched`() throws {
        let values = Self.names(50_000).map(JSONValue.string)
        let schema = try Schema(
            ["items": ["enum": .array(values)], "contains": ["const": "name49999"]], mode: Self.mode)
        #expect(schema.isValid(.array(values)))
        #expect(!schema.isValid(.array(values.dropLast())))
        #expect(!schema.isValid(.array(values + ["name50000"])))
        let required = try Schema(["required": .array(values)], mode: Self.mode)
        #expect(!required.isValid([:]))
        #expect(required.findings(in: ["name0": 1]).count == 49_999)
    }

    @Test func `unique elements are found among fifty thousand`() throws {
        let schema = try Schema(["uniqueItems": true], mode: Self.mode)
        let values = (0..<50_000).map { ["a": .number($0)] as JSONValue }
        #expect(schema.isValid(.array(values)))
        #expect(!schema.isValid(.array(values + [["a": 7.0]])))
    }

    @Test func `defaults are filled into fifty thousand objects, inner and outer ones`() throws {
        let schema = try Schema(
            [
                "items": [
                    "properties": ["own": ["default": 1], "inner": ["properties": ["own": ["default": [:]]]]]
                ]
            ])
        let kinds: [(JSONValue, JSONValue)] = [
            ([:], ["own": 1]), (["own": 2], ["own": 2]), (3, 3),
            (["inner": [:], "last": 4], ["inner": ["own": [:]], "last": 4, "own": 1]),
            (["inner": ["a": [:]], "own": 5], ["inner": ["a": [:], "own": [:]], "own": 5]),
        ]
        let values = (0..<50_000).map { kinds[$0 % kinds.count] }
        #expect(schema.fillingDefaults(in: .array(values.map(\.0))) == .array(values.map(\.1)))
    }

    @Test(arguments: ["1e400", "123456789012345678901234567890", "9223372036854775807", "1e18"])
    func `counts and limits beyond every integer hold`(count: String) throws {
        let number = JSONValue.number(try #require(JSONNumber(literal: count)))
        for (keyword, value) in [("minItems", []), ("minLength", ""), ("minProperties", [:])] as [(String, JSONValue)] {
            #expect(try !Schema([keyword: number], mode: Self.mode).isValid(value))
        }
        for (keyword, value) in [("maxItems", [1]), ("maxLength", "a"), ("maximum", 1)] as [(String, JSONValue)] {
            #expect(try Schema([keyword: number], mode: Self.mode).isValid(value))
        }
        #expect(try !Schema(["minimum": number], mode: Self.mode).isValid(1))
    }

    /// What each of these schemas and instances asks for takes gigabytes, or minutes.
    @Test func `locations, messages and defaults without end are refused with the limit`() throws {
        func finding(_ schema: JSONValue, _ instance: JSONValue, _ mode: Schema.Mode = Self.mode) throws -> String {
            let schema = try Schema(schema, mode: mode)
            #expect(!schema.isValid(instance))
            let findings = schema.findings(in: instance)
            #expect(findings.count == 1)
            return findings.first?.message ?? ""
        }
        let limit = "maximumLocationsSize"
        let element: JSONValue = ["$ref": "#/definitions/n"]
        let alternatives: JSONValue = [
            "definitions": [
                "n": [
                    "oneOf": [
                        ["type": "array", "items": element], ["type": "object", "additionalProperties": element],
                        ["type": "array", "items": element, "maxItems": 0],
                    ]
                ]
            ], "$ref": "#/definitions/n",
        ]
        let nested = (0..<400).reduce(3 as JSONValue) { inner, _ in [inner] }
        #expect(try finding(alternatives, nested).contains("maximum"))
        let name = String(repeating: "x", count: 100_000)
        let zeros = JSONValue.array(Array(repeating: 0, count: 20_000))
        #expect(
            try finding(["additionalProperties": ["items": ["type": "string"]]], [name: zeros]).contains(limit))
        #expect(try finding(["items": ["const": .string(name)]], zeros).contains(limit))
        let required = JSONValue.array(Array(repeating: ["required": ["a"]], count: 5_000))
        let objects = JSONValue.array(Array(repeating: ["b": 1], count: 5_000))
        #expect(try finding(["items": ["allOf": required]], objects).contains("maximum"))
        let filled: JSONValue = ["default": [:], "allOf": [["$ref": "#"]]]
        #expect(try finding(["properties": ["a": filled, "b": filled]], [:], .intake).contains("maximum"))
        let defaults = (0..<20).map { ("d\($0)", ["default": .string(String(name.prefix(20_000)))] as JSONValue) }
        let empty = JSONValue.array(Array(repeating: [:], count: 10_000))
        #expect(
            try finding(["items": ["properties": .object(JSONObject(defaults))]], empty, .intake).contains(limit))
        let many = JSONValue.object(JSONObject((0..<30_000).map { ("a\($0)", [:]) }))
        let error = try #require(throws: SchemaError.self) {
            try Schema(["properties": [name: ["properties": many]]], mode: Self.mode)
        }
        #expect(error.remedy.contains(limit))
    }

    private static func list(_ count: Int, _ value: (Int) -> JSONValue) -> JSONValue { .array((0..<count).map(value)) }

    private static func object(_ count: Int, _ member: (Int) -> (String, JSONValue)) -> JSONValue {
        .object(JSONObject((0..<count).map(member)))
    }

    /// What validation does with each schema and instance takes many seconds, in the product of their sizes.
    private static let products: [(String, schema: JSONValue, instance: JSONValue)] = [
        (
            "digits of a divisor", ["multipleOf": number("1" + String(repeating: "3", count: 20_000))],
            number("1" + String(repeating: "0", count: 90_000))
        ),
        (
            "integers and a long divisor", ["items": ["multipleOf": number(String(repeating: "3", count: 2_000))]],
            list(20_000) { _ in 0 }
        ),
        ("patterns", ["patternProperties": object(3_000) { ("^n\($0)", true) }], object(10_000) { ("n\($0)", 1) }),
        (
            "dependencies", ["dependencies": object(10_000) { ("n\($0)", [.string("n\($0)")]) }],
            object(10_000) { ("n\($0)", 1) }
        ),
        ("parts", ["allOf": list(9_000) { _ in ["items": ["type": "integer"]] }], list(20_000) { .number($0) }),
        ("unique elements", ["allOf": list(9_000) { _ in ["uniqueItems": true] }], list(10_000) { .number($0) }),
        ("constants", ["allOf": list(4_500) { _ in ["not": ["const": 1]] }], list(10_000) { .number($0) }),
        (
            "names", ["allOf": list(9_000) { _ in ["properties": ["n1": true]] }],
            object(9_999) { ("n\n\($0)", 1) }
        ),
        (
            "lengths", ["allOf": list(9_000) { _ in ["maxLength": 90_000] }],
            .string(String(repeating: "é", count: 90_000))
        ),
        (
            "members that are not there", ["items": ["dependencies": object(9_000) { ("n\($0)", []) }]],
            list(90_000) { _ in [:] }
        ),
        (
            "digits of a limit", ["items": ["minimum": number("-1" + String(repeating: "0", count: 90_000))]],
            list(1_000) { _ in 1 }
        ),
        (
            "numbers of an enum",
            ["items": ["not": ["anyOf": list(9_000) { _ in ["enum": list(16) { number("\($0).5") }] }]]],
            list(500) { _ in 99.5 }
        ),
        (
            "look-aheads", ["items": ["pattern": .string(String(repeating: "(?=a)", count: 3_000))]],
            list(30_000) { _ in "a" }
        ),
        (
            "states of a look-behind", ["pattern": "(?<=(a|b){4000}c)d"],
            .string(String(repeating: "a", count: 50_000) + "cd")
        ),
    ]

    private static func number(_ text: String) -> JSONValue { JSONNumber(literal: text).map(JSONValue.number) ?? nil }

    @Test(arguments: products.indices, [false, true])
    func `what takes steps in the product of two sizes is refused with the limit`(index: Int, isNegated: Bool) throws {
        let (name, schema, instance) = Self.products[index]
        let compiled = try Schema(isNegated ? ["not": schema] : schema, mode: Self.mode)
        #expect(!compiled.isValid(instance), "\(name)")
        let findings = compiled.findings(in: instance)
        #expect(findings.map(\.exceededLimit) == ["maximumStepsPerByte"], "\(name)")
        #expect(findings.first?.message.contains("maximumStepsPerByte is 100") == true, "\(name)")
    }

    /// What alternatives take that fail is given back once another one is satisfied.
    @Test(arguments: ["oneOf", "anyOf", "not", "if", "contains"])
    func `failures that are dropped take no memory in the end`(keyword: String) throws {
        let others = Self.list(20) { ["required": .array([.string("n\($0)")])] }
        let trial: JSONValue =
            switch keyword {
            case "oneOf": ["oneOf": .array((others.array ?? []) + [["required": ["k"]]])]
            case "anyOf": ["anyOf": .array((others.array ?? []) + [["required": ["k"]]])]
            case "not": ["not": ["anyOf": others]]
            case "if": ["if": ["anyOf": others], "else": true, "then": false]
            default: ["properties": ["k": ["contains": ["const": 2]]]]
            }
        var limits = Schema.Limits()
        limits.maximumLocationsSize = 400_000
        let schema = try Schema(
            ["items": trial, "properties": ["z": ["default": 1]]], mode: .intake, limits: limits)
        #expect(schema.isValid(Self.list(3_000) { ["k": .array([.number($0 + 3), 2])] }))
    }

    @Test func `identifiers that are long together are refused`() throws {
        let long = "http://e.org/" + String(repeating: "y", count: 100_000) + "/"
        let definitions = Self.object(2_000) { ("n\($0)", ["$id": .string("a\($0)")]) }
        let error = try #require(throws: SchemaError.self) {
            try Schema(["$id": .string(long), "definitions": definitions], mode: Self.mode)
        }
        #expect(error.remedy.contains("maximumLocationsSize"))
    }

    /// Each takes many seconds when a reference reads the whole way to its target.
    @Test(arguments: ["$anchor", "$id", "$dynamicAnchor", "definitions"])
    func `thousands of references to what is below a long name are refused`(keyword: String) throws {
        let long = String(repeating: "n", count: 100_000)
        let isOld = keyword == "definitions"
        let definitions = Self.object(2_000) { number in
            ("t\(number)", isOld ? ["type": "string"] : [keyword: .string("t\(number)")])
        }
        let references = Self.list(2_000) { number in
            switch keyword {
            case "$id": ["$ref": .string("http://e.org/t\(number)")]
            case "$dynamicAnchor": ["$dynamicRef": .string("#t\(number)")]
            case "$anchor": ["$ref": .string("#t\(number)")]
            default: ["$ref": .string("x#/definitions/t\(number)")]
            }
        }
        let inner: JSONValue = isOld ? ["$id": "x", "definitions": definitions] : ["$defs": definitions]
        let schema: JSONValue = [
            "$id": "http://e.org/root", isOld ? "definitions" : "$defs": [long: inner],
            isOld ? "items" : "prefixItems": references,
        ]
        let error = try #require(throws: SchemaError.self) {
            try Schema(schema, mode: Self.mode, dialect: isOld ? .draft7 : .draft202012)
        }
        #expect(error.remedy.contains("maximumLocationsSize"))
    }

    /// Takes gigabytes when each dynamic scope has the constants once more.
    @Test func `constants in thousands of dynamic scopes are refused`() throws {
        let big: JSONValue = ["enum": .array(Self.names(10_000).map(JSONValue.string))]
        func schema(resources count: Int) throws -> Schema {
            let resources = Self.object(count) { number in
                let anchor = JSONValue.string("x\(number)")
                return ("r\(number)", ["$id": "r\(number)", "$dynamicAnchor": anchor, "$ref": "root#/$defs/big"])
            }
            let references = Self.list(count) { ["$ref": .string("r\($0)")] }
            let root: JSONValue = [
                "$id": "http://e.org/root", "$defs": ["big": big, "r": ["$defs": resources]], "prefixItems": references,
            ]
            return try Schema(root, mode: Self.mode, dialect: .draft202012)
        }
        #expect(try schema(resources: 20).isValid(["name9999", "name0"]))
        let error = try #require(throws: SchemaError.self) { try schema(resources: 2_000) }
        #expect(error.remedy.contains("maximumLocationsSize"))
    }

    /// The number of ways to the last schema is larger than any integer.
    @Test func `a limit may be as large as an integer`() throws {
        let definitions = Self.object(20) { level in
            let next: JSONValue = ["$ref": .string("#/definitions/l\(level + 1)")]
            return ("l\(level)", level == 19 ? ["type": "string"] : ["allOf": Self.list(10) { _ in next }])
        }
        var limits = Schema.Limits()
        limits.maximumSchemasPerValue = .max
        let schema = try Schema(
            ["definitions": definitions, "$ref": "#/definitions/l0"], mode: Self.mode, limits: limits)
        #expect(!schema.isValid(1))
    }

    /// Takes 13 seconds when it is decoded.
    @Test(arguments: ["idn-hostname", "idn-email", "hostname"])
    func `a label of a megabyte is refused`(format: String) throws {
        let half = String(repeating: "a", count: 500_000)
        let schema = try Schema(["format": .string(format)], mode: Self.mode, dialect: .draft7)
        for label in ["xn--\(half)-\(half)", "é\(half)", Array(repeating: "é", count: 60).joined()] {
            #expect(!schema.isValid(.string(format == "idn-email" ? "a@\(label)" : label)))
        }
    }

    @Test func `numbers are looked up in an enum of many`() throws {
        let schema = try Schema(["items": ["enum": Self.list(50_000) { .number($0) }]], mode: Self.mode)
        let otherSpelling = Self.list(50_000) { Self.number("\($0).0") }
        #expect(schema.isValid(otherSpelling))
        #expect(schema.findings(in: [49_999, 50_000, 1.5]).map(\.instanceLocation) == ["/1", "/2"])
    }

    /// Takes minutes when each level copies the findings below it.
    @Test func `findings of a deep instance take time in their number`() throws {
        let schema = try Schema(
            ["type": "object", "properties": ["kids": ["items": ["$ref": "#"]]]], mode: Self.mode)
        let leaves: JSONValue = ["kids": .array(Array(repeating: 1, count: 20_000))]
        let instance = (0..<100).reduce(leaves) { inner, _ in ["kids": [inner]] }
        #expect(schema.findings(in: instance).count == 20_000)
    }

    /// A definition of each leads to the next. Followed at once, they would be nested schemas, and take that much stack.
    @Test(arguments: [Schema.Mode.intake, mode])
    func `a way of references may be as long as a document has schemas`(mode: Schema.Mode) throws {
        let definitions = Self.object(5_000) { number in
            let next: JSONValue = ["$ref": .string("#/definitions/d\((number + 1) % 5_000)")]
            return ("d\(number)", ["type": "object", "properties": ["next": next]])
        }
        let schema = try Schema(["definitions": definitions, "$ref": "#/definitions/d0"], mode: mode)
        #expect(schema.isValid(["next": ["next": ["next": [:]]]]))
        #expect(!schema.isValid(["next": ["next": ["next": 1]]]))
    }

    @Test func `a schema of ten megabytes compiles`() throws {
        let properties = Self.names(20_000).map { ($0, ["type": "string", "maxLength": 9] as JSONValue) }
        let schema = try Schema(
            [
                "description": .string(String(repeating: "x", count: 9_000_000)),
                "properties": .object(JSONObject(properties)),
            ], mode: Self.mode)
        #expect(schema.isValid(["name19999": "x"]))
        #expect(!schema.isValid(["name19999": 1]))
    }

    @Test func `brackets a million deep are refused at the maximum depth`() {
        let error = #expect(throws: JSONParseError.self) {
            try JSON(parsing: [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        }
        #expect(error?.code == .tooDeep)
    }

    private static let recursive = ##"{"type": "object", "properties": {"a": {"$ref": "#"}}}"##

    /// The page on what is refused has these sizes. A thread whose stack is exceeded ends the process.
    @Test(arguments: [
        (recursive, 505), (#"{"anyOf": [{"type": "string"}, {"allOf": [{"oneOf": [\#(recursive)]}]}]}"#, 270),
    ])
    func `failures at the maximum depth are explained within three megabytes of stack`(
        text: String, depth: Int
    ) async throws {
        #if DEBUG
            let size = 8
        #else
            let size = 3
        #endif
        let schema = try Schema(try JSONValue(parsing: text), mode: Self.mode)
        let opening = String(repeating: #"{"a":"#, count: depth)
        let instance = try JSON(parsing: opening + "1" + String(repeating: "}", count: depth))
        let count = await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: schema.findings(in: instance).count) }
            thread.stackSize = size << 20
            thread.start()
        }
        #expect(count > 0)
    }

    /// The reader keeps what is open on a list, so that depth is memory and not stack.
    @Test func `brackets a million deep are read where the depth allows it`() throws {
        let depth = 1_000_000
        let brackets = (["[", "]"] as [Unicode.Scalar]).map { [UInt8](repeating: UInt8(ascii: $0), count: depth) }
        let json = try JSON(parsing: Array(brackets.joined()), options: .init(maximumDepth: depth))
        #expect(json.elements.count == 1)
        #expect(try !Schema(["items": ["$ref": "#"]], mode: Self.mode).isValid(json))
        for schema in [["const": [1]], ["enum": [[1], 2]]] as [JSONValue] {
            let schema = try Schema(schema, mode: Self.mode)
            #expect(schema.findings(in: json).map(\.exceededLimit) == ["maximumDepth"])
        }
        let pair = [UInt8(ascii: "[")] + json.bytes + [UInt8(ascii: ",")] + json.bytes + [UInt8(ascii: "]")]
        let unique = try Schema(["uniqueItems": true], mode: Self.mode)
        let deepPair = try JSON(parsing: pair, options: .init(maximumDepth: depth + 1))
        #expect(unique.findings(in: deepPair).map(\.exceededLimit) == ["maximumDepth"])
    }
}
