import EventSchema
import EventSupport

/// Makes events from a schema, to try another version of the schema with them. The same seed makes the same events.
///
/// Events have only properties that the schema names, or that it describes as the entries of a map. Most of them are
/// valid; the caller asks the validator.
struct EventGenerator {
    /// How much of what is optional an event has.
    enum Extent: Hashable {
        /// Nothing: the smallest events.
        case required
        /// Everything once.
        case all
        /// Some of it.
        case random
    }

    let document: JSONValue
    var random: SeededGenerator

    /// References and levels beyond this are left out.
    static let deepest = 24

    init(_ document: JSONValue, seed: UInt64) {
        self.document = document
        random = SeededGenerator(seed: seed)
    }

    /// An event; the first has only what is required, the second everything, the others a part.
    mutating func event(number: Int) -> JSONValue {
        event(number == 0 ? .required : number == 1 ? .all : .random)
    }

    /// An event of an extent.
    mutating func event(_ extent: Extent) -> JSONValue { value(of: document.schemaObject, extent, depth: 0) }

    /// A value of a schema.
    mutating func value(of schema: JSONObject, _ extent: Extent, depth: Int) -> JSONValue {
        guard depth < Self.deepest else { return .null }
        let schema = resolved(schema, depth: depth)
        if let values = EnumeratedValues(schema)?.values {
            return (extent == .required ? values.first : values.randomElement(using: &random)) ?? .null
        }
        if extent != .required, chance(12), let example = example(of: schema) { return example }
        switch type(of: schema, extent) {
        case "string": return .string(text(of: schema, extent))
        case "integer": return .number(number(of: schema, isInteger: true, extent))
        case "number": return .number(number(of: schema, isInteger: false, extent))
        case "boolean": return .bool(extent == .required ? false : Bool.random(using: &random))
        case "array": return list(of: schema, extent, depth: depth)
        case "object": return .object(object(of: schema, extent, depth: depth))
        default: return .null
        }
    }

    /// Whether something happens once in so many times.
    mutating func chance(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

    private mutating func example(of schema: JSONObject) -> JSONValue? {
        (schema["examples"]?.array ?? []).randomElement(using: &random) ?? schema["default"]
    }

    // MARK: - Types

    private static let anyTypes = ["string", "integer", "boolean", "null", "array", "object", "number"]

    private mutating func type(of schema: JSONObject, _ extent: Extent) -> String {
        if let type = schema["type"]?.string { return type }
        if let types = schema["type"]?.array?.compactMap(\.string), !types.isEmpty {
            return (extent == .required ? types[0] : types.randomElement(using: &random)) ?? types[0]
        }
        let implied = Self.anyTypes.filter { type in
            schema.names.contains { Self.implying[$0] == type }
        }
        if let type = implied.first, extent == .required || !chance(5) { return type }
        return (extent == .required ? "string" : Self.anyTypes.randomElement(using: &random)) ?? "string"
    }

    /// The types that keywords are about.
    private static let implying = [
        "properties": "object", "required": "object", "additionalProperties": "object", "items": "array",
        "minItems": "array", "maxItems": "array", "pattern": "string", "format": "string", "maxLength": "string",
        "minLength": "string", "minimum": "number", "maximum": "number", "multipleOf": "number",
    ]

    // MARK: - Parts

    /// The schema with its reference followed, the parts of `allOf` united, and one alternative chosen.
    private mutating func resolved(_ schema: JSONObject, depth: Int) -> JSONObject {
        var schema = schema
        for _ in depth..<Self.deepest {
            if let reference = schema["$ref"]?.string {
                guard reference.hasPrefix("#"), let target = target(of: reference) else { return [:] }
                schema = target.schemaObject
                continue
            }
            guard let part = part(of: &schema) else { return schema }
            schema.unite(with: part)
        }
        return schema
    }

    /// Takes one of the keywords that combine schemas away, and returns what to unite the schema with.
    private mutating func part(of schema: inout JSONObject) -> JSONObject? {
        for keyword in ["allOf", "anyOf", "oneOf"] {
            guard let parts = schema[keyword]?.array, !parts.isEmpty else { continue }
            schema[keyword] = nil
            guard keyword == "allOf" else { return parts.randomElement(using: &random)?.schemaObject }
            return parts.reduce(into: JSONObject()) { $0.unite(with: $1.schemaObject) }
        }
        guard let condition = schema["if"] else { return nil }
        let (then, other) = (schema["then"], schema["else"])
        schema["if"] = nil
        guard Bool.random(using: &random) else { return other?.schemaObject ?? [:] }
        var part = condition.schemaObject
        part.unite(with: then?.schemaObject ?? [:])
        return part
    }

    private func target(of reference: String) -> JSONValue? {
        JSONPointer.tokens(of: String(reference.dropFirst())).reduce(document) { value, name in
            value?.element(named: name)
        }
    }
}

extension JSONObject {
    /// Adds another schema that the same value has to satisfy, as far as values can be made from both at once.
    fileprivate mutating func unite(with other: JSONObject) {
        for (keyword, value) in other {
            guard let own = self[keyword] else {
                self[keyword] = value
                continue
            }
            self[keyword] = Self.united(keyword, own, value)
        }
    }

    private static func united(_ keyword: String, _ own: JSONValue, _ other: JSONValue) -> JSONValue {
        switch keyword {
        case "properties", "patternProperties":
            var properties = own.object ?? [:]
            for (name, schema) in other.object ?? [:] {
                var part = properties[name]?.schemaObject ?? [:]
                part.unite(with: schema.schemaObject)
                properties[name] = .object(part)
            }
            return .object(properties)
        case "required", "allOf": return .array((own.array ?? []) + (other.array ?? []))
        case "enum": return .array((own.array ?? []).filter { other.array?.contains($0) == true })
        case _ where SchemaLimit.byKeyword[keyword]?.isUpper == true:
            guard let left = own.number, let right = other.number else { return own }
            return .number(left < right ? left : right)
        case _ where SchemaLimit.byKeyword[keyword] != nil:
            guard let left = own.number, let right = other.number else { return own }
            return .number(left < right ? right : left)
        default: return own
        }
    }
}
