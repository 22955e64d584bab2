import EventCatalog
import EventSchema

/// What the value of a keyword consists of, and how the values of several schemas that apply together are merged.
struct MergedKeyword {
    enum Content {
        /// A map from names to schemas.
        case schemasByName
        /// A schema, or in older drafts a list of schemas.
        case schema
        /// A list of schemas.
        case schemas
        /// Anything else.
        case value
    }

    let name: String
    /// Whether it is one of draft 2019-09 or a later one.
    private let isLater: Bool

    init(_ name: String, isLater: Bool) { (self.name, self.isLater) = (name, isLater) }

    /// What its value consists of.
    var content: Content {
        switch name {
        case "properties", "patternProperties", "definitions", "$defs", "dependencies", "dependentSchemas":
            .schemasByName
        case "additionalProperties", "additionalItems", "items", "contains", "propertyNames": .schema
        case "anyOf", "oneOf", "allOf": .schemas
        case "unevaluatedProperties", "unevaluatedItems", "contentSchema": isLater ? .schema : .value
        case "prefixItems": isLater ? .schemas : .value
        default: .value
        }
    }

    /// Whether two values mean the same.
    func areSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
        guard ["required", "enum", "type"].contains(name), let left = left.array, let right = right.array else {
            return left == right
        }
        return left.count == right.count && left.allSatisfy(right.contains)
    }

    /// One value for several different ones; `nil` when no value satisfies all.
    func merged(_ values: [JSONValue]) -> JSONValue? {
        switch name {
        case "title", "description", "$id", "$schema", "$comment", "default": values[0]
        case "required": sortedTexts(values)
        case "dependentRequired" where isLater: allDependencies(values)
        case "examples": .array(values.flatMap { $0.array ?? [] }.distinct)
        case "type": commonType(values)
        case "enum": commonValues(values)
        case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties": extreme(values) { $0 < $1 }
        case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties": extreme(values) { $1 < $0 }
        case "uniqueItems": .bool(values.contains(true))
        case "pattern": allPatterns(values)
        case "not": ["anyOf": .array(values)]
        default: nil
        }
    }

    // MARK: -

    private func sortedTexts(_ values: [JSONValue]) -> JSONValue? {
        let texts = values.flatMap { $0.array ?? [] }
        guard texts.allSatisfy({ $0.string != nil }) else { return nil }
        return .array(
            texts.distinct.sorted { ($0.string ?? "").utf16.lexicographicallyPrecedes(($1.string ?? "").utf16) })
    }

    /// For each name, all names that some of the maps require.
    private func allDependencies(_ values: [JSONValue]) -> JSONValue? {
        var merged = JSONObject()
        for (name, required) in values.flatMap({ $0.object.map { Array($0) } ?? [] }) {
            guard let all = sortedTexts([merged[name] ?? [], required]) else { return nil }
            merged[name] = all
        }
        return .object(merged)
    }

    private func commonType(_ values: [JSONValue]) -> JSONValue? {
        let lists = values.map { $0.array ?? [$0] }
        let common = lists[0].filter { type in lists.allSatisfy { $0.contains(type) } }
        guard let first = common.first else { return nil }
        return common.count == 1 ? first : .array(common)
    }

    private func commonValues(_ values: [JSONValue]) -> JSONValue? {
        let lists = values.map { $0.array ?? [] }
        let common = lists[0].filter { value in lists.allSatisfy { $0.contains(value) } }
        guard !common.isEmpty else { return nil }
        return common.allSatisfy { $0.string != nil } ? sortedTexts([.array(common)]) : .array(common)
    }

    /// The strictest of several limits.
    private func extreme(_ values: [JSONValue], _ isLooser: (JSONNumber, JSONNumber) -> Bool) -> JSONValue? {
        let numbers = values.compactMap(\.number)
        guard numbers.count == values.count else { return nil }
        return numbers.max(by: isLooser).map { .number($0) }
    }

    /// An expression that matches where all do.
    private func allPatterns(_ values: [JSONValue]) -> JSONValue? {
        let patterns = values.compactMap(\.string)
        guard patterns.count == values.count else { return nil }
        // Each begins at the start and searches on, since expressions are searched for.
        return .string("^" + patterns.map { "(?=[\\s\\S]*(?:\($0)))" }.joined())
    }
}
