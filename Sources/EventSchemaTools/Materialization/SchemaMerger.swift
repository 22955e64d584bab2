import EventSchema

/// Merges the parts of every `allOf` into the schema around it (spec of jsonschema-tools): an event that satisfies the
/// result satisfies each part, except that `additionalProperties: false` of one part leaves the properties of others.
struct SchemaMerger {
    /// What cannot be merged: the path of the schema, the keyword, and why.
    private(set) var problems: [(path: [String], keyword: String)] = []
    /// Whether the schema is of draft 2019-09 or a later one.
    private let isLater: Bool

    init(isLater: Bool) { self.isLater = isLater }

    /// The schema without `allOf`. Of the root's parts, only the root's own examples stay.
    mutating func merged(_ schema: JSONValue) -> JSONValue {
        let result = merged([schema], [])
        guard var members = result.object, schema["allOf"]?.array != nil else { return result }
        members["examples"] = schema["examples"]
        return .object(members)
    }

    // MARK: - Schemas

    /// One schema for several that hold at once; the first counts where only one can.
    mutating func merged(_ schemas: [JSONValue], _ path: [String]) -> JSONValue {
        let parts = schemas.flatMap(Self.flattened)
        if parts.contains(false) { return false }
        let objects = parts.compactMap(\.object)
        guard let first = objects.first else { return parts.first ?? .object([:]) }
        var result = JSONObject()
        for (name, value) in first where objects.count == 1 { result[name] = mergedInside(value, of: name, path) }
        guard objects.count > 1 else { return .object(result) }
        for name in Self.unique(objects.flatMap { Array($0.names) }) {
            result[name] = mergedValue(objects.compactMap { $0[name] }, name, path)
        }
        return .object(result)
    }

    /// A schema and all parts of its `allOf`, in order. The first counts for texts.
    private static func flattened(_ schema: JSONValue) -> [JSONValue] {
        guard var members = schema.object, let parts = members["allOf"]?.array else { return [schema] }
        members["allOf"] = nil
        return [.object(members)] + parts.flatMap(flattened)
    }

    // MARK: - Keywords

    /// The value of a keyword that one schema has: the schemas in it are merged.
    private mutating func mergedInside(_ value: JSONValue, of name: String, _ path: [String]) -> JSONValue {
        switch MergedKeyword(name, isLater: isLater).content {
        case .schemasByName where value.object != nil: return mergedMaps([value], path + [name])
        case .schema where value.object != nil: return merged([value], path + [name])
        case .schema, .schemas:
            guard let elements = value.array else { return value }
            return .array(elements.enumerated().map { merged([$1], path + [name, "\($0)"]) })
        default: return value
        }
    }

    /// The value of a keyword that one or several of the schemas have.
    private mutating func mergedValue(_ values: [JSONValue], _ name: String, _ path: [String]) -> JSONValue {
        let keyword = MergedKeyword(name, isLater: isLater)
        if keyword.content == .schemasByName, values.allSatisfy({ $0.object != nil }) {
            return mergedMaps(values, path + [name])
        }
        if keyword.content == .schema, values.allSatisfy({ $0.object != nil || $0.bool != nil }) {
            return merged(values, path + [name])
        }
        let different = Self.unique(values, by: keyword.areSame)
        if different.count == 1 { return mergedInside(different[0], of: name, path) }
        if keyword.content == .schemas, let choices = combinations(different, path + [name]) { return choices }
        if let value = keyword.merged(different) { return value }
        problems.append((path, name))
        return different[0]
    }

    /// The members of maps from names to schemas; those of one name are merged.
    private mutating func mergedMaps(_ groups: [JSONValue], _ path: [String]) -> JSONValue {
        let groups = groups.compactMap(\.object)
        var result = JSONObject()
        for name in Self.unique(groups.flatMap { Array($0.names) }) {
            let schemas = groups.compactMap { $0[name] }
            let areSchemas = schemas.allSatisfy { $0.object != nil || $0.bool != nil }
            result[name] = areSchemas ? merged(schemas, path + [name]) : schemas[0]
        }
        return .object(result)
    }

    /// For several `anyOf` or `oneOf`: every combination of one schema from each that can hold; `nil` when there is
    /// none, or there are too many.
    private mutating func combinations(_ lists: [JSONValue], _ path: [String]) -> JSONValue? {
        var combinations: [[JSONValue]] = [[]]
        for list in lists.compactMap(\.array) {
            combinations = combinations.flatMap { chosen in list.map { chosen + [$0] } }
            guard combinations.count <= Self.maximumCombinations else { return nil }
        }
        var results: [JSONValue] = []
        for combination in combinations {
            let before = problems.count
            let result = merged(combination, path)
            if problems.count > before { problems.removeSubrange(before...) } else { results.append(result) }
        }
        return results.isEmpty ? nil : .array(Self.unique(results) { $0 == $1 })
    }

    private static let maximumCombinations = 1000

    // MARK: -

    private static func unique(_ names: [String]) -> [String] {
        var seen = JSONObject()
        return names.filter { seen.insert(.null, forNewName: $0) }
    }

    private static func unique(_ values: [JSONValue], by areSame: (JSONValue, JSONValue) -> Bool) -> [JSONValue] {
        values.reduce(into: []) { result, value in
            if !result.contains(where: { areSame($0, value) }) { result.append(value) }
        }
    }
}
