import EventSchema

/// The order of members in a materialized schema: those that readers look for first, then the rest by name.
///
/// It also holds for what is not a keyword: a property called `title` comes before the others.
enum SchemaKeyOrder {
    private static let first = [
        "title", "description", "$id", "$schema", "type", "additionalProperties", "required", "properties", "allOf",
        "examples",
    ]
    private static let ranks = Dictionary(uniqueKeysWithValues: first.enumerated().map { ($1, $0) })

    /// The members in order.
    static func sorted(_ members: JSONObject) -> [JSONObject.Member] {
        members.map { (rank: ranks[$0.name] ?? first.count, key: AlphabeticKey($0.name), member: $0) }
            .sorted { ($0.rank, $0.key) < ($1.rank, $1.key) }
            .map(\.member)
    }

    /// The value with the members of all objects in order.
    static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(sorted))
        case .object(let members): .object(JSONObject(sorted(members).map { ($0.name, sorted($0.value)) }))
        default: value
        }
    }
}
