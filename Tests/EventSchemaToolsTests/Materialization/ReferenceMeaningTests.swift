import CatalogTestSupport
import EventSchema
import EventSupport
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

/// Random schemas of drafts 2019-09 and 2020-12 with keywords beside a `$ref`: a version has the verdicts of the schema
/// that it is made of.
@Suite struct ReferenceMeaningTests {
    @Test(arguments: [Dialect.draft201909, .draft202012], 1...4)
    func `a version has the verdicts of its source, or there is none`(dialect: Dialect, seed: UInt64) throws {
        var random = RandomReferences(seed: seed, dialect)
        let sources = (0..<300).map { _ in random.source() }
        var files = ["repo/.jsonschema-tools.yaml": "contentTypes: [json]\nschemaDialects: [2019-09, 2020-12]\n"]
        for (number, source) in sources.enumerated() {
            let named = source.setting("title", to: .string("t\(number)"))
                .setting("$id", to: .string("/t\(number)/1.0.0"))
            files["repo/t\(number)/current.yaml"] = JSONValue.object(named).jsonText
        }
        var made = 0
        try withFiles(files) { folder in
            let tree = try SchemaTree(directory: "\(folder)/repo")
            let materializer = SchemaMaterializer(tree)
            for (number, source) in sources.enumerated() {
                let current = try #require(tree["t\(number)"]?.current)
                let version: JSONValue
                do { version = try materializer.schema(of: current) } catch { continue }
                made += 1
                let mode = Schema.Mode.standard(assertsFormats: false)
                let before = try Schema(.object(source), mode: mode), after = try Schema(version, mode: mode)
                for _ in 0..<60 {
                    let event: JSONValue = ["v": random.value(depth: 2)]
                    #expect(before.isValid(event) == after.isValid(event), "\(event): \(source) \(version)")
                }
            }
        }
        #expect(made > 60, "\(made)")
    }
}

/// Schemas with references and values for them, from a seed.
private struct RandomReferences {
    private var generator: SeededGenerator
    private let dialect: Dialect
    private static let names = ["a", "b", "ab"]

    init(seed: UInt64, _ dialect: Dialect) { (generator, self.dialect) = (SeededGenerator(seed: seed), dialect) }

    mutating func source() -> JSONObject {
        [
            "$schema": .string(dialect.uri), "type": "object", "properties": ["v": schema(depth: 2, refers: true)],
            "$defs": ["x": schema(depth: 2), "y": schema(depth: 1)],
        ]
    }

    mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth == 0 ? 3 : 7), using: &generator) {
        case 0: pick(["", "a", "ab"])
        case 1, 2: pick([0, 1, 2, true, .null])
        case 3: .array((0..<number(below: 3)).map { _ in value(depth: depth - 1) })
        default:
            .object(
                JSONObject(
                    Self.names.compactMap { name in number(below: 2) == 0 ? nil : (name, value(depth: depth - 1)) }))
        }
    }

    private mutating func schema(depth: Int, refers: Bool = false) -> JSONValue {
        guard depth > 0 else {
            return pick([
                ["type": "string"], ["type": "integer"], ["maxLength": 1], ["minimum": 1], false, true, ["const": "a"],
            ])
        }
        var schema = JSONObject()
        for _ in 0...number(below: 3) { add(to: &schema, depth: depth - 1, refers) }
        if refers { schema["$ref"] = pick(["#/$defs/x", "#/$defs/y"]) }
        return .object(schema)
    }

    private mutating func add(to schema: inout JSONObject, depth: Int, _ refers: Bool) {
        let refers = refers && number(below: 4) == 0
        let inner = self.schema(depth: depth, refers: refers)
        switch number(below: 16) {
        case 0, 1, 2:
            var members: JSONObject = [name(): inner]
            members[name()] = self.schema(depth: 0)
            schema["properties"] = .object(members)
        case 3: schema["patternProperties"] = .object([["^a", "b$"][number(below: 2)]: inner])
        case 4: schema["additionalProperties"] = pick([false, inner, true])
        case 5: schema["unevaluatedProperties"] = pick([false, inner])
        case 6: schema["items"] = inner
        case 7: schema["unevaluatedItems"] = pick([false, inner])
        case 8: schema["contains"] = inner
        case 9: schema["anyOf"] = [inner, self.schema(depth: 0)]
        case 10: schema["oneOf"] = [inner, self.schema(depth: 0)]
        case 11: schema["if"] = inner
        case 12: schema[["then", "else"][number(below: 2)]] = inner
        case 13: schema["dependentSchemas"] = .object([name(): inner])
        case 14: schema["required"] = [.string(name())]
        default: schema["not"] = inner
        }
    }

    private mutating func name() -> String { Self.names[number(below: Self.names.count)] }
    private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    private mutating func pick(_ values: [JSONValue]) -> JSONValue { values[number(below: values.count)] }
}
