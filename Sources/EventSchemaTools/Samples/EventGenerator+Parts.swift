import EventCatalog
import EventSchema
import EventSupport

extension EventGenerator {
    /// The schema with its reference followed, the parts of `allOf` united, and one alternative chosen.
    mutating func resolved(_ schema: JSONObject, depth: Int) -> JSONObject {
        var schema = schema
        for _ in depth..<Self.maximumDepth {
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
        // The values of `const` are made before those of `enum`, and the old schema decides which are valid.
        case "const": return other
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
