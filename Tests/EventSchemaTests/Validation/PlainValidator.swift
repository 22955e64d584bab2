@testable import EventSchema

/// A second reading of JSON Schema, as plain as the specification reads, with which the validator is compared: trees,
/// one keyword after the other, annotations as sets.
///
/// It knows drafts 6 and later without formats and contents, and references that are JSON pointers into the schema.
struct PlainValidator {
    /// Which members and elements keywords have evaluated.
    struct Annotations {
        var names: Set<[UInt8]> = []
        var indices: Set<Int> = []

        mutating func add(_ other: Annotations) {
            names.formUnion(other.names)
            indices.formUnion(other.indices)
        }
    }

    let root: JSONValue
    /// Whether references have siblings, and annotations are collected: from draft 2019-09 on.
    var isLater = false

    func isValid(_ value: JSONValue) -> Bool { annotations(of: value, by: root) != nil }

    /// What a schema evaluates in a value; `nil` when the value does not satisfy it.
    private func annotations(of value: JSONValue, by schema: JSONValue) -> Annotations? {
        guard case .object(let keywords) = schema else { return schema == true ? Annotations() : nil }
        var found = Annotations()
        if let reference = keywords["$ref"]?.string {
            guard let target = annotations(of: value, by: target(of: reference)) else { return nil }
            guard isLater else { return target }
            found.add(target)
        }
        guard isAllowed(value, keywords), isInLimits(value, keywords) else { return nil }
        for part in [applied(to: value, keywords), members(of: value, keywords), elements(of: value, keywords)] {
            guard let part else { return nil }
            found.add(part)
        }
        return isLater ? unevaluated(in: value, keywords, found) : found
    }

    private func target(of reference: String) -> JSONValue {
        JSONPointer.tokens(of: String(reference.dropFirst())).reduce(root) { $0.child($1) ?? false }
    }

    private func holds(_ schema: JSONValue, _ value: JSONValue) -> Bool { annotations(of: value, by: schema) != nil }

    // MARK: - Values and limits

    private func isAllowed(_ value: JSONValue, _ keywords: JSONObject) -> Bool {
        if let type = keywords["type"] {
            let names = type.array ?? [type]
            let isWhole = value.number?.isInteger == true
            let own = value.number == nil ? value.typeName : "number"
            guard names.contains(.string(own)) || isWhole && names.contains("integer") else { return false }
        }
        if let constant = keywords["const"], constant != value { return false }
        return keywords["enum"]?.array?.contains(value) != false
    }

    private func isInLimits(_ value: JSONValue, _ keywords: JSONObject) -> Bool {
        func limit(_ keyword: String) -> JSONNumber? { keywords[keyword]?.number }
        func isCount(_ count: Int, _ least: String, _ most: String) -> Bool {
            let count = JSONNumber(count)
            return (limit(least).map { $0 <= count } ?? true) && (limit(most).map { count <= $0 } ?? true)
        }
        switch value {
        case .number(let number):
            return (limit("minimum").map { $0 <= number } ?? true) && (limit("maximum").map { number <= $0 } ?? true)
                && (limit("exclusiveMinimum").map { $0 < number } ?? true)
                && (limit("exclusiveMaximum").map { number < $0 } ?? true)
                && (limit("multipleOf").map { number.isMultiple(of: $0) } ?? true)
        case .string(let text):
            let pattern = keywords["pattern"]?.string.map { matches($0, text) } ?? true
            return pattern && isCount(UnpairedSurrogate.codes(of: text).count, "minLength", "maxLength")
        case .array(let elements):
            let isUnique = keywords["uniqueItems"] != true || Set(elements).count == elements.count
            return isUnique && isCount(elements.count, "minItems", "maxItems")
        case .object(let object):
            let required = keywords["required"]?.array?.compactMap(\.string) ?? []
            return isCount(object.count, "minProperties", "maxProperties")
                && required.allSatisfy { object.position(of: $0) != nil }
        case .null, .bool: return true
        }
    }

    private func matches(_ pattern: String, _ text: String) -> Bool {
        switch Result(catching: { () throws(PatternError) in try Pattern(pattern, unicode: true) }) {
        case .success(let pattern): pattern.matches(text)
        case .failure: false
        }
    }

    // MARK: - Schemas for the same value

    private func applied(to value: JSONValue, _ keywords: JSONObject) -> Annotations? {
        var found = Annotations()
        func results(_ keyword: String) -> [Annotations?]? {
            keywords[keyword]?.array?.map { annotations(of: value, by: $0) }
        }
        if let all = results("allOf"), all.contains(where: { $0 == nil }) { return nil }
        if let any = results("anyOf"), any.allSatisfy({ $0 == nil }) { return nil }
        if let one = results("oneOf"), one.count(where: { $0 != nil }) != 1 { return nil }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for result in results(keyword) ?? [] { if let result { found.add(result) } }
        }
        if let not = keywords["not"], holds(not, value) { return nil }
        if let condition = keywords["if"] {
            let met = annotations(of: value, by: condition)
            if let met { found.add(met) }
            if let branch = keywords[met == nil ? "else" : "then"] {
                guard let result = annotations(of: value, by: branch) else { return nil }
                found.add(result)
            }
        }
        return found
    }

    // MARK: - Members and elements

    private func members(of value: JSONValue, _ keywords: JSONObject) -> Annotations? {
        guard case .object(let object) = value else { return Annotations() }
        var found = Annotations()
        for (name, member) in object {
            var schemas = [keywords["properties"]?[name]].compactMap(\.self)
            schemas += keywords["patternProperties"]?.object?.filter { matches($0.name, name) }.map(\.value) ?? []
            if schemas.isEmpty { schemas = [keywords["additionalProperties"]].compactMap(\.self) }
            guard schemas.allSatisfy({ holds($0, member) }) else { return nil }
            if !schemas.isEmpty { found.names.insert(Array(name.utf8)) }
            if let schema = keywords["propertyNames"], !holds(schema, .string(name)) { return nil }
        }
        // Later drafts keep the older keyword for the schemas that have it.
        for keyword in ["dependencies"] + (isLater ? ["dependentRequired", "dependentSchemas"] : []) {
            for (name, dependency) in keywords[keyword]?.object ?? [:] where object.position(of: name) != nil {
                if let names = dependency.array {
                    guard names.allSatisfy({ object[$0.string ?? ""] != nil }) else { return nil }
                } else {
                    guard let result = annotations(of: value, by: dependency) else { return nil }
                    found.add(result)
                }
            }
        }
        return found
    }

    private func elements(of value: JSONValue, _ keywords: JSONObject) -> Annotations? {
        guard case .array(let elements) = value else { return Annotations() }
        var found = Annotations()
        let first = keywords[isLater ? "prefixItems" : "items"]?.array
        let rest = first == nil || isLater ? keywords["items"] : keywords["additionalItems"]
        for (index, element) in elements.enumerated() {
            let isFirst = index < first?.count ?? 0
            guard let schema = isFirst ? first?[index] : rest else { continue }
            guard holds(schema, element) else { return nil }
            found.indices.insert(index)
        }
        if let schema = keywords["contains"] {
            let contained = elements.indices.filter { holds(schema, elements[$0]) }
            let count = JSONNumber(contained.count)
            let least = isLater ? keywords["minContains"]?.number ?? JSONNumber(1) : JSONNumber(1)
            let most = isLater ? keywords["maxContains"]?.number : nil
            guard least <= count, most.map({ count <= $0 }) ?? true else { return nil }
            if isLater { found.indices.formUnion(contained) }
        }
        return found
    }

    private func unevaluated(in value: JSONValue, _ keywords: JSONObject, _ found: Annotations) -> Annotations? {
        var found = found
        if let schema = keywords["unevaluatedProperties"], case .object(let object) = value {
            for (name, member) in object where !found.names.contains(Array(name.utf8)) {
                guard holds(schema, member) else { return nil }
            }
            found.names.formUnion(object.names.map { Array($0.utf8) })
        }
        if let schema = keywords["unevaluatedItems"], case .array(let elements) = value {
            for index in elements.indices where !found.indices.contains(index) {
                guard holds(schema, elements[index]) else { return nil }
            }
            found.indices.formUnion(elements.indices)
        }
        return found
    }
}
