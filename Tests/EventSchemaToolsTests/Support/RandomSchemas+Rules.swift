import EventSchema

@testable import EventSchemaTools

extension RandomSchemas {
    /// Two schemas of an object whose property `x` has a keyword that combines schemas, and between which one of these
    /// changes, comes or goes.
    mutating func rules() -> (old: JSONObject, new: JSONObject) {
        let old = rule()
        let new = flip() ? changedRule(old) : changedRule(changedRule(old))
        func object(_ x: JSONObject) -> JSONObject { ["type": "object", "properties": ["x": .object(x)]] }
        return flip() ? (object(old), object(new)) : (object(new), object(old))
    }

    private mutating func rule() -> JSONObject {
        switch pick([0, 1, 2, 3]) {
        case 0: ["oneOf": [alternative("a"), alternative("b"), .object(part(depth: 0))]]
        case 1: ["not": .object(part(depth: 1))]
        case 2: ["type": "array", "contains": .object(part(depth: 0))]
        default: ["if": .object(part(depth: 0)), "then": .object(part(depth: 0)), "else": .object(part(depth: 0))]
        }
    }

    /// An object with a property that tells it from other alternatives.
    private mutating func alternative(_ kind: String) -> JSONValue {
        [
            "type": "object", "required": ["kind"],
            "properties": ["kind": ["const": .string(kind)], "a": .object(part(depth: 0))],
        ]
    }

    private mutating func changedRule(_ rule: JSONObject) -> JSONObject {
        guard let (keyword, value) = rule.filter({ $0.name != "type" }).randomElement(using: &generator) else {
            return rule
        }
        switch value {
        case .array(var parts):
            if flip(), let last = parts.popLast(), flip() { parts += [last, alternative("c")] }
            if let index = parts.indices.last { parts[index] = .object(change(parts[index].schemaObject)) }
            return rule.setting(keyword, to: .array(parts))
        default:
            let word: JSONObject = flip() ? change(value.schemaObject) : value.schemaObject.setting("title", to: "A")
            return rule.setting(keyword, to: .object(word))
        }
    }
}
