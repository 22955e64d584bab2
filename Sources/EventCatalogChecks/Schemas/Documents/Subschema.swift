import EventSchema
import EventSchemaTools

/// A schema within a document: the whole document, or a part of it that constrains a part of the event.
struct Subschema: Sendable {
    /// The names that lead to it from the root of the document.
    let path: [String]
    let value: JSONObject
    /// Whether the materialized form has it at its own path: not below `anyOf`, `not`, `if` and the like.
    let isUnconditional: Bool
    /// Whether only `properties` and `allOf` lead to it: the case on names is about these alone.
    let isOfNamedProperties: Bool

    /// Deeper schemas are not looked into: the compiler refuses them with a finding of its own.
    private static let maximumDepth = 600
    private static let single: Set = [
        "additionalItems", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else", "items",
    ]
    private static let lists: Set = ["items", "allOf", "anyOf", "oneOf"]
    private static let maps: Set = ["definitions", "properties", "patternProperties", "dependencies"]
    private static let unconditional: Set = ["properties", "items", "prefixItems", "allOf", "additionalProperties"]

    /// The keywords that hold schemas in drafts 2019-09 and 2020-12 alone.
    private enum Later {
        static let single: Set = ["unevaluatedItems", "unevaluatedProperties", "contentSchema"]
        static let lists: Set = ["prefixItems"]
        static let maps: Set = ["$defs", "dependentSchemas"]
    }

    /// All schemas of a document in a dialect, the outer before the inner.
    static func all(in document: JSONValue, _ dialect: Dialect) -> [Subschema] {
        guard let root = document.object else { return [] }
        var found = [Subschema(path: [], value: root, isUnconditional: true, isOfNamedProperties: true)]
        var next = 0
        while next < found.count {
            found += found[next].inner(isLater: dialect.isLater)
            next += 1
        }
        return found
    }

    /// The schemas directly within this one.
    private func inner(isLater: Bool) -> [Subschema] {
        guard path.count < Self.maximumDepth else { return [] }
        func holds(_ keywords: Set<String>, _ later: Set<String>, _ keyword: String) -> Bool {
            keywords.contains(keyword) || isLater && later.contains(keyword)
        }
        var inner: [Subschema] = []
        for (keyword, value) in value {
            switch value {
            case .object(let map) where holds(Self.maps, Later.maps, keyword):
                for (name, value) in map { inner += part([keyword, name], value) }
            case .array(let list) where holds(Self.lists, Later.lists, keyword):
                for (index, value) in list.enumerated() { inner += part([keyword, String(index)], value) }
            default:
                if holds(Self.single, Later.single, keyword) { inner += part([keyword], value) }
            }
        }
        return inner
    }

    /// What is not a map is a reference in place of a schema, a boolean, or a mistake that the compiler reports.
    private func part(_ names: [String], _ value: JSONValue) -> [Subschema] {
        guard let value = value.object else { return [] }
        return [
            Subschema(
                path: path + names, value: value,
                isUnconditional: isUnconditional && Self.unconditional.contains(names[0]),
                isOfNamedProperties: isOfNamedProperties && ["properties", "allOf"].contains(names[0]))
        ]
    }

    /// The name of the property whose schema this is.
    var property: String? {
        path.count >= 2 && path[path.count - 2] == "properties" ? path.last : nil
    }

    /// The path without the keywords that only hold a schema, such as “page.id”; “the event” for the root.
    var label: String { Self.label(of: path) }

    static func label(of path: [String]) -> String {
        var names: [String] = []
        var rest = path[...]
        while let keyword = rest.popFirst() {
            switch keyword {
            case "properties": if let name = rest.popFirst() { names.append(name) }
            case "items", "prefixItems", "contains", "additionalItems", "unevaluatedItems":
                if rest.first.flatMap({ Int($0) }) != nil { rest.removeFirst() }
                names.append("[]")
            case "additionalProperties", "patternProperties", "unevaluatedProperties":
                if keyword == "patternProperties" { rest = rest.dropFirst() }
                names.append("*")
            case "allOf", "anyOf", "oneOf", "dependentSchemas": rest = rest.dropFirst()
            case "definitions", "$defs": names.append("#\(rest.popFirst() ?? "")")
            default: break
            }
        }
        return names.isEmpty ? "the event" : names.joined(separator: ".")
    }

    /// The values of `type`: one, several of a list, or none.
    var types: [String] {
        guard let type = value["type"] else { return [] }
        return type.string.map { [$0] } ?? type.array?.compactMap(\.string) ?? []
    }

    /// Whether there is a type, and each is one of JSON Schema.
    var hasKnownTypes: Bool { !types.isEmpty && types.allSatisfy(JSONTypeName.all.contains) }

    /// The names in `required`.
    var required: [String] { value["required"]?.array?.compactMap(\.string) ?? [] }

    /// The properties, without a reference in their place.
    var properties: JSONObject { value["properties"]?.object ?? [:] }

    /// Whether the properties are those of another schema, which `$ref` names in their place.
    var hasReferencedProperties: Bool { properties["$ref"]?.string != nil }

    /// `oneOf` or `anyOf`, if each of its branches has a property of that name.
    func branches(describing name: String) -> String? {
        ["oneOf", "anyOf"].first { keyword in
            guard let branches = value[keyword]?.array, !branches.isEmpty else { return false }
            return branches.allSatisfy { $0["properties"]?[name] != nil }
        }
    }

    /// Whether the object takes only the properties that it lists.
    var isClosed: Bool { value["additionalProperties"] == .bool(false) }
}
