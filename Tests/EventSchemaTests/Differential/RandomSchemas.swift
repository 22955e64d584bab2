import EventSchema
import EventSupport

/// Makes random schemas of drafts 2019-09 and 2020-12, and instances that satisfy about half of them.
///
/// They are about how keywords act together: applicators, references, what is left unevaluated. Names, numbers and texts
/// are few, so that schemas and instances meet. A reference to a schema for the same value leads to a definition with
/// a higher number only, so that there is no circle.
struct RandomSchemas {
    let dialect: Dialect
    var random: SeededGenerator

    private static let definitionCount = 4
    private static let names = ["a", "b", "c", "ab"]

    /// A schema with definitions, of which some are resources of their own.
    mutating func schema() -> JSONValue {
        var root = keywords(depth: 3, from: 0)
        root["$id"] = "http://example.org/root"
        root["$schema"] = .string(dialect.uri)
        var definitions: JSONObject = [:]
        for number in 0..<Self.definitionCount {
            var definition = keywords(depth: 2, from: number + 1)
            definition["$anchor"] = .string("anchor\(number)")
            if chance(3) {
                definition["$id"] = .string("resource\(number)")
                addDefinitions([:], to: &definition)
            }
            definitions["d\(number)"] = .object(definition)
        }
        addDefinitions(definitions, to: &root)
        return .object(root)
    }

    /// Adds definitions to a resource, and the anchor of dynamic references, which each resource must have once: at its
    /// root or in a definition.
    private mutating func addDefinitions(_ definitions: JSONObject, to resource: inout JSONObject) {
        var definitions = definitions
        switch (dialect, chance(2)) {
        case (.draft202012, true): resource["$dynamicAnchor"] = "node"
        case (.draft202012, false): definitions["node"] = ["$dynamicAnchor": "node"]
        case (_, true): resource["$recursiveAnchor"] = true
        case (_, false): break
        }
        resource["$defs"] = .object(definitions)
    }

    // MARK: - Keywords

    private mutating func keywords(depth: Int, from definition: Int) -> JSONObject {
        var keywords: JSONObject = [:]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            if depth > 0, !chance(4) {
                addApplicator(to: &keywords, depth - 1, definition)
            } else {
                addAssertion(to: &keywords)
            }
        }
        if depth > 0, chance(3) { keywords[pick(["unevaluatedProperties", "unevaluatedItems"])] = small() }
        return keywords
    }

    private mutating func schema(depth: Int, from definition: Int) -> JSONValue {
        chance(6) ? small() : .object(keywords(depth: depth, from: definition))
    }

    /// A schema for a member or an element, where references may lead anywhere.
    private mutating func child(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return reference(from: 0)
        case 1: return dialect == .draft202012 ? ["$dynamicRef": "#node"] : ["$recursiveRef": "#"]
        default: return schema(depth: depth, from: 0)
        }
    }

    private mutating func reference(from definition: Int) -> JSONValue {
        guard definition < Self.definitionCount else { return small() }
        let number = Int.random(in: definition..<Self.definitionCount, using: &random)
        return ["$ref": .string("http://example.org/root#/$defs/d\(number)")]
    }

    private mutating func small() -> JSONValue {
        pick([false, false, true, ["type": "string"], ["type": "integer"], ["const": 1], ["minimum": 2]])
    }

    private mutating func addAssertion(to keywords: inout JSONObject) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: keywords["type"] = pick(["object", "array", "string", ["object", "array"], ["integer", "object"]])
        case 1: keywords["required"] = .array([.string(name())])
        case 2: keywords["dependentRequired"] = [name(): .array([.string(name())])]
        case 3: keywords["maxProperties"] = .number(Int.random(in: 1...3, using: &random))
        case 4: keywords["minItems"] = .number(Int.random(in: 0...2, using: &random))
        case 5: keywords["uniqueItems"] = true
        case 6: keywords["enum"] = [1, "a", [:], [], [1], ["a": 1]]
        case 7: keywords["maximum"] = 2
        default: keywords["maxLength"] = 1
        }
    }

    private mutating func addApplicator(to keywords: inout JSONObject, _ depth: Int, _ definition: Int) {
        switch Int.random(in: 0..<13, using: &random) {
        case 0: keywords["properties"] = members(depth)
        case 1: keywords["patternProperties"] = ["^a": child(depth: depth)]
        case 2: keywords["additionalProperties"] = child(depth: depth)
        case 3: keywords["propertyNames"] = ["maxLength": 1]
        case 4: keywords["dependentSchemas"] = [name(): schema(depth: depth, from: definition)]
        case 5: addItems(to: &keywords, depth)
        case 6 where dialect == .draft201909:
            // jsonschema-rs counts what `contains` finds as evaluated, which draft 2019-09 does not.
            addAssertion(to: &keywords)
        case 6:
            keywords["contains"] = child(depth: depth)
            if chance(2) { keywords["minContains"] = .number(Int.random(in: 0...2, using: &random)) }
            if chance(2) { keywords["maxContains"] = .number(Int.random(in: 1...2, using: &random)) }
        case 7: keywords["allOf"] = list(depth, definition)
        case 8: keywords["anyOf"] = list(depth, definition)
        case 9: keywords["oneOf"] = list(depth, definition)
        case 10: keywords["not"] = schema(depth: depth, from: definition)
        case 11:
            keywords["if"] = schema(depth: depth, from: definition)
            keywords["then"] = schema(depth: depth, from: definition)
            if chance(2) { keywords["else"] = schema(depth: depth, from: definition) }
        default: if case .object(let reference) = reference(from: definition) { keywords["$ref"] = reference["$ref"] }
        }
    }

    private mutating func addItems(to keywords: inout JSONObject, _ depth: Int) {
        let (first, rest) = dialect == .draft202012 ? ("prefixItems", "items") : ("items", "additionalItems")
        if chance(2) { keywords[first] = [child(depth: depth), child(depth: depth)] }
        if chance(2) { keywords[rest] = child(depth: depth) }
    }

    private mutating func members(_ depth: Int) -> JSONValue {
        var members: JSONObject = [:]
        for _ in 0..<2 { members[name()] = child(depth: depth) }
        return .object(members)
    }

    private mutating func list(_ depth: Int, _ definition: Int) -> JSONValue {
        [schema(depth: depth, from: definition), schema(depth: depth, from: definition)]
    }

    // MARK: - Instances

    mutating func instance(depth: Int = 3) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 3), using: &random) {
        case 0: return pick([nil, true, "", "a", "ab"])
        case 1, 2: return .number(Int.random(in: 0...3, using: &random))
        case 3, 4: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in instance(depth: depth - 1) })
        default:
            var members: JSONObject = [:]
            for _ in 0..<Int.random(in: 0...3, using: &random) { members[name()] = instance(depth: depth - 1) }
            return .object(members)
        }
    }

    private mutating func name() -> String { pick(Self.names) }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &random)]
    }

    /// Once in so many times.
    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}
