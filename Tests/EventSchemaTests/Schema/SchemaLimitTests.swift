import EventSchema
import Testing

/// What a hostile schema or instance asks for is refused, with the name of the limit.
@Suite struct SchemaLimitTests {
    private func refusal(
        _ document: JSONValue, dialect: Dialect = .draft7, _ set: (inout Schema.Limits) -> Void
    ) throws -> String {
        var limits = Schema.Limits()
        _ = try Schema(document, mode: .standard(assertsFormats: false), dialect: dialect, limits: limits)
        set(&limits)
        let error = try #require(throws: SchemaError.self) {
            try Schema(document, mode: .standard(assertsFormats: false), dialect: dialect, limits: limits)
        }
        return error.remedy
    }

    @Test func `a schema beyond a limit is refused with its name`() throws {
        let nested: JSONValue = (0..<20).reduce([:]) { inner, _ in ["items": inner] }
        #expect(try refusal(nested) { $0.maximumNesting = 20 }.contains("maximumNesting"))
        #expect(try refusal(nested) { $0.maximumSchemas = 20 }.contains("maximumSchemas"))
        let chain: JSONValue = (0..<20).reduce([:]) { inner, _ in ["not": inner] }
        #expect(try refusal(chain) { $0.maximumReferences = 20 }.contains("maximumReferences"))
        let wide: JSONValue = ["allOf": .array(Array(repeating: [:], count: 20))]
        #expect(try refusal(wide) { $0.maximumSchemasPerValue = 20 }.contains("maximumSchemasPerValue"))
        #expect(try refusal(["pattern": "^a{20}$"]) { $0.maximumPatternSize = 20 }.contains("maximumPatternSize"))
        let patterns = (0..<30).map { ["pattern": .string("^a{25}\($0)$")] as JSONValue }
        #expect(try refusal(["allOf": .array(patterns)]) { $0.maximumPatternSize = 30 }.contains("maximumPatternSize"))
    }

    @Test func `an instance beyond a limit is refused with its name`() throws {
        var limits = Schema.Limits()
        limits.maximumDepth = 10
        let deep = try Schema(["items": ["$ref": "#"]], limits: limits)
        #expect(deep.isValid([[[[]]]]))
        #expect(deep.findings(in: [[[[[[]]]]]]).first?.message.contains("maximumDepth is 10") == true)
        #expect(deep.findings(in: [[[[[[]]]]]]).map(\.exceededLimit) == ["maximumDepth"])
        let wide: JSONValue = [
            "items": ["allOf": .array(Array(repeating: ["$ref": "#/definitions/a"], count: 300))],
            "definitions": ["a": [:]],
        ]
        let instance = JSONValue.array(Array(repeating: 1, count: 1_000))
        #expect(try Schema(wide, limits: Schema.Limits()).isValid(instance))
        limits = Schema.Limits()
        limits.maximumVisitsPerValue = 0
        let narrow = try Schema(wide, limits: limits)
        #expect(!narrow.isValid(instance))
        #expect(narrow.findings(in: instance).map(\.exceededLimit) == ["maximumVisitsPerValue"])
        #expect(narrow.findings(in: instance).first?.message.contains("maximumVisitsPerValue, which is 0") == true)
        limits.maximumVisitsPerValue = .max
        #expect(try Schema(wide, limits: limits).isValid(.array(Array(repeating: 1, count: 5_000))))
    }

    /// Dynamic anchors of many names in many resources would give each schema a scope for every way to it.
    @Test func `schemas that dynamic references multiply are limited`() throws {
        let names = (0..<8).map { "n\($0)" }
        var definitions: JSONObject = [:]
        for name in names {
            for variant in ["a", "b"] {
                let next = names.flatMap { ["\($0)a", "\($0)b"] }.map { ["$ref": .string($0)] as JSONValue }
                definitions[name + variant] = [
                    "$id": .string(name + variant), "$defs": ["x": ["$dynamicAnchor": .string(name)]],
                    "items": ["anyOf": .array(next)],
                ]
            }
        }
        let schema: JSONValue = ["$id": "http://e.org/", "$defs": .object(definitions), "$ref": "n0a"]
        var limits = Schema.Limits()
        limits.maximumSchemas = 2_000
        let error = #expect(throws: SchemaError.self) {
            try Schema(schema, mode: .standard(assertsFormats: false), dialect: .draft202012, limits: limits)
        }
        #expect(error?.remedy.contains("maximumSchemas") == true, "\(String(describing: error))")
    }
}
