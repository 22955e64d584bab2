import EventCatalog
import EventSchema

/// The constraints of a schema on the value in one place, without its description and what is below it.
struct SchemaFacts {
    private let node: SchemaNode

    init(_ node: SchemaNode) { self.node = node }

    /// The type in words: `string`, `array of string`, `map of integer`, `string or null`; `any` where none is given.
    var type: String {
        switch types {
        case ["array"]: node.child("items").map { "array of \(SchemaFacts($0).type)" } ?? "array"
        case ["object"] where node.keyword("properties") == nil:
            node.child("additionalProperties").map { "map of \(SchemaFacts($0).type)" } ?? "object"
        case []: node.keyword("properties") == nil ? "any" : "object"
        default: types.joined(separator: " or ")
        }
    }

    private var types: [String] {
        let type = node.keyword("type")
        return type?.string.map { [$0] } ?? type?.array?.compactMap(\.string) ?? []
    }

    var format: String? { node.keyword("format")?.string }

    /// The values of `enum`, or that of `const`.
    var values: [String] {
        let values = node.keyword("enum")?.array ?? [node.keyword("const")].compactMap { $0 }
        return values.map(\.shownText)
    }

    /// The limits in the order of ``known``, then all other keywords by name: also what is misspelt is shown. Without
    /// the bounds that materializing adds to every number.
    var limits: [SchemaField.Limit] {
        var limits = Self.known.compactMap(limit)
        if let others = node.keyword("additionalProperties")?.bool {
            limits.append(SchemaField.Limit(name: "other names", value: others ? "taken" : "refused"))
        }
        let names = Set(node.parts.flatMap { $0.keywords.names }).subtracting(Self.known).subtracting(Self.shown)
        return limits + names.sorted().compactMap(limit)
    }

    private func limit(_ name: String) -> SchemaField.Limit? {
        guard let value = node.keyword(name), !SafeBounds.contain(name, value) else { return nil }
        return SchemaField.Limit(name: name, value: Self.text(of: value))
    }

    private static func text(of value: JSONValue) -> String { value.string ?? value.shownText }

    private static let known = [
        "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
    ]
    /// Keywords that are shown in other places.
    private static let shown: Set = [
        "$id", "$ref", "$schema", "additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains",
        "default", "definitions", "description", "else", "enum", "examples", "format", "if", "items", "not", "oneOf",
        "patternProperties", "properties", "propertyNames", "required", "then", "title", "type",
    ]
}
