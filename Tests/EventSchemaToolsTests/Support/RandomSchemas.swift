import EventSchema
import EventSupport

@testable import EventSchemaTools

/// Schemas from a seed, and random changes of them.
struct RandomSchemas {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A schema of an object.
    mutating func schema() -> JSONObject { object(depth: 2).setting("type", to: "object") }

    mutating func part(depth: Int) -> JSONObject {
        switch Int.random(in: 0..<(depth == 0 ? 5 : 8), using: &generator) {
        case 0: (["type": "string"] as JSONObject).merged(with: subset(texts))
        case 1: (["type": "integer"] as JSONObject).merged(with: subset(numbers))
        case 2: (["type": "number"] as JSONObject).merged(with: subset(numbers))
        case 3: ["type": pick(["boolean", "null", ["string", "null"], ["integer", "string"]])]
        case 4: ["enum": pick([["a", "b"], ["a", 1, .null], ["a", "b", "c"]])]
        case 5:
            (["type": "array", "items": .object(part(depth: depth - 1))] as JSONObject).merged(with: subset(lists))
        default: object(depth: depth - 1).setting("type", to: "object")
        }
    }

    private mutating func object(depth: Int) -> JSONObject {
        let names = ["a", "b", "c", "required", "description", "entry0"].filter { _ in flip() }
        var schema: JSONObject = [:]
        if !names.isEmpty || flip() {
            schema["properties"] = .object(JSONObject(names.map { ($0, .object(part(depth: depth))) }))
        }
        if flip() { schema["required"] = .array(names.filter { _ in flip() }.map(JSONValue.string)) }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: schema["additionalProperties"] = false
        case 1: schema["additionalProperties"] = .object(part(depth: 0))
        default: break
        }
        return schema.merged(with: subset(objects))
    }

    private let texts: JSONObject = [
        "minLength": 1, "maxLength": 9, "pattern": "^[a-z]*$", "format": "date", "description": "A text.",
        "enum": ["a", "bb", "ccc"],
    ]
    private let numbers: JSONObject = ["minimum": 0, "maximum": 50, "multipleOf": 5, "exclusiveMaximum": 45]
    private let lists: JSONObject = ["minItems": 1, "maxItems": 3, "uniqueItems": true]
    private let objects: JSONObject = ["minProperties": 1, "maxProperties": 3, "propertyNames": ["maxLength": 8]]

    private mutating func subset(_ keywords: JSONObject) -> JSONObject {
        JSONObject(keywords.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }.map { ($0.name, $0.value) })
    }

    mutating func flip() -> Bool { Bool.random(using: &generator) }

    mutating func pick(_ values: [JSONValue]) -> JSONValue { values.randomElement(using: &generator) ?? .null }

    // MARK: - Changes

    /// The schema with one to three random changes.
    mutating func changed(_ schema: JSONObject) -> JSONObject {
        (0..<Int.random(in: 1...3, using: &generator)).reduce(schema) { schema, _ in change(schema) }
    }

    mutating func change(_ schema: JSONObject) -> JSONObject {
        let names = schema["properties"]?.object?.map(\.name) ?? []
        if let name = names.randomElement(using: &generator), Int.random(in: 0..<3, using: &generator) > 0 {
            var properties = schema["properties"]?.object ?? [:]
            properties[name] = .object(change(properties[name]?.object ?? [:]))
            return schema.setting("properties", to: .object(properties))
        }
        if let items = schema["items"]?.object, flip() { return schema.setting("items", to: .object(change(items))) }
        if let values = schema["additionalProperties"]?.object, flip() {
            return schema.setting("additionalProperties", to: .object(change(values)))
        }
        return changedHere(schema)
    }

    private mutating func changedHere(_ schema: JSONObject) -> JSONObject {
        var schema = schema
        let all = texts.merged(with: numbers).merged(with: lists).merged(with: objects)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: if let name = schema.map(\.name).randomElement(using: &generator) { schema[name] = nil }
        case 1, 2:
            guard let member = all.randomElement(using: &generator) else { return schema }
            schema[member.name] = member.value
        case 3:
            for (name, value) in schema {
                guard let number = value.number?.int64 else { continue }
                schema[name] = .number(max(0, number + Int64.random(in: -2...2, using: &generator)))
            }
        case 4: schema["type"] = pick(["string", "integer", "number", ["string", "null"], "object", "array"])
        case 5: schema["enum"] = pick([["a"], ["a", "b", "c", "d"], [1, "a"], ["bb", "ccc"]])
        case 6:
            var properties = schema["properties"]?.object ?? [:]
            let name = ["a", "b", "d", "entry0", "entry1"].randomElement(using: &generator) ?? "d"
            properties[name] = properties[name] == nil ? .object(part(depth: 1)) : nil
            schema["properties"] = .object(properties)
        case 7: schema["additionalProperties"] = pick([true, false, ["type": "string"], ["type": "integer"]])
        default: schema["required"] = pick([["a"], ["a", "b"], [], ["d"]])
        }
        return schema
    }
}

extension JSONObject {
    fileprivate func merged(with other: JSONObject) -> JSONObject {
        other.reduce(into: self) { $0[$1.name] = $1.value }
    }
}
