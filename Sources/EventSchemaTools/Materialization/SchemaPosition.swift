import EventSchema

/// What a value of a schema document is, by the names that lead to it.
enum SchemaPosition {
    /// A schema; for some keywords, of older drafts a list of schemas.
    case schema
    /// A map from names to schemas.
    case map
    /// A list of schemas.
    case list
    /// Anything else.
    case data

    private static let conditions: Set = ["not", "if", "then", "else"]

    /// What a member or an element of such a value is.
    func member(_ name: String, isLater: Bool) -> SchemaPosition {
        switch self {
        case .map, .list: return .schema
        case .data: return .data
        case .schema: break
        }
        switch MergedKeyword(name, isLater: isLater).content {
        case .schema: return .schema
        case .schemas: return .list
        case .schemasByName: return .map
        case .value: return Self.conditions.contains(name) || Int(name) != nil ? .schema : .data
        }
    }

    /// What stands at a path of a document.
    static func at(_ path: [String], isLater: Bool) -> SchemaPosition {
        path.reduce(.schema) { $0.member($1, isLater: isLater) }
    }
}

/// A keyword of a schema somewhere in a document.
struct PlacedKeyword {
    /// The names that lead to the schema.
    let path: [String]
    let name: String
    let value: JSONValue

    /// All keywords of the schemas in a value that stands in a position, the outer before the inner.
    static func all(
        in value: JSONValue, _ position: SchemaPosition, isLater: Bool, at path: [String] = []
    ) -> [PlacedKeyword] {
        guard position != .data else { return [] }
        let members =
            value.object?.map { ($0.name, $0.value) } ?? value.array?.enumerated().map { ("\($0)", $1) } ?? []
        let isSchema = position == .schema && value.object != nil
        let own = isSchema ? members.map { PlacedKeyword(path: path, name: $0, value: $1) } : []
        return own
            + members.flatMap { name, member in
                all(in: member, position.member(name, isLater: isLater), isLater: isLater, at: path + [name])
            }
    }
}
