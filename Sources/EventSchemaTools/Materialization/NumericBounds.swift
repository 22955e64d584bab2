package import EventSchema

/// Adds the limits that every number of a schema has.
package struct NumericBounds {
    let minimum: JSONNumber
    let maximum: JSONNumber
    /// Whether the schema is of draft 2019-09 or a later one.
    let isLater: Bool

    /// Whether a schema is one of numbers alone.
    package static func apply(to schema: JSONObject) -> Bool { ["integer", "number"].contains(schema["type"]?.string) }

    /// The schema with `minimum` and `maximum` wherever the type is `integer` or `number`; those that are there stay.
    func added(to schema: JSONValue) -> JSONValue {
        guard var members = schema.object else { return schema }
        if Self.apply(to: members) {
            members.insert(.number(maximum), forNewName: "maximum")
            members.insert(.number(minimum), forNewName: "minimum")
        }
        return .object(JSONObject(members.map { ($0.name, added(to: $0.value, of: $0.name)) }))
    }

    private func added(to value: JSONValue, of name: String) -> JSONValue {
        switch MergedKeyword(name, isLater: isLater).content {
        case .schemasByName:
            guard let members = value.object else { return value }
            return .object(JSONObject(members.map { ($0.name, added(to: $0.value)) }))
        case .schema where value.object != nil: return added(to: value)
        case .schema, .schemas:
            guard let elements = value.array else { return value }
            return .array(elements.map(added))
        case .value:
            return ["not", "if", "then", "else"].contains(name) ? added(to: value) : value
        }
    }
}
