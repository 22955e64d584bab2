import EventSchema

/// The types of JSON that a schema allows.
struct SchemaTypes: Hashable {
    /// The names, where `number` stands for numbers that are not whole.
    private let names: Set<String>

    private static let all = Set(JSONTypeName.all)

    init(_ schema: JSONObject) {
        let written = schema["type"]?.string.map { [$0] } ?? schema["type"]?.array?.compactMap(\.string)
        guard let written else {
            names = Self.all
            return
        }
        names = Set(written.flatMap { $0 == "number" ? ["number", "integer"] : [$0] })
    }

    var isEverything: Bool { names == Self.all }

    var isOnlyObjects: Bool { names == ["object"] }

    /// Whether every number is whole.
    var hasNoFractions: Bool { !names.contains("number") }

    func isDisjoint(with other: SchemaTypes) -> Bool { names.isDisjoint(with: other.names) }

    func isSubset(of other: SchemaTypes) -> Bool { names.isSubset(of: other.names) }

    /// Whether a keyword can refuse a value of these types.
    func areConstrained(by keyword: String) -> Bool {
        guard let types = SchemaKeyword.all[keyword]?.types, !types.isEmpty else { return true }
        return !names.isDisjoint(with: types)
    }

    /// The types as an alternative: `an integer`, `a string or null`.
    var words: String {
        if isEverything { return "of any type" }
        let shown = names.contains("number") ? names.subtracting(["integer"]) : names
        let words = shown.sorted { ($0 == "null" ? 1 : 0, $0) < ($1 == "null" ? 1 : 0, $1) }.map { name in
            switch name {
            case "null": "null"
            case "integer", "array", "object": "an \(name)"
            default: "a \(name)"
            }
        }
        return words.joined(separator: " or ")
    }
}
