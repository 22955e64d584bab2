/// The keywords of a dialect in a mode.
struct Vocabulary: Sendable {
    let dialect: Dialect
    let isIntake: Bool

    /// Whether the keyword has a meaning. The intake's validator has all keywords in every draft.
    func contains(_ keyword: String) -> Bool {
        if isIntake { return true }
        switch keyword {
        case "const", "contains", "propertyNames": return dialect != .draft4
        case "if", "then", "else", "contentEncoding", "contentMediaType": return dialect == .draft7
        default: return true
        }
    }

    /// The identifier of a schema. Beside a `$ref` there is none.
    func identifier(of schema: JSONObject) -> String? {
        guard schema.position(of: "$ref") == nil else { return nil }
        if isIntake { return (schema["$id"] ?? schema["id"])?.string }
        return schema[dialect == .draft4 ? "id" : "$id"]?.string
    }

    /// Calls `body` with every schema right below this one and the tokens that lead to it.
    func forEachSubschema<Failure: Error>(
        of schema: JSONObject, _ body: (JSONValue, [String]) throws(Failure) -> Void
    ) throws(Failure) {
        for (keyword, value) in schema where contains(keyword) {
            switch (keyword, value) {
            case ("additionalItems", _), ("additionalProperties", _), ("contains", _), ("propertyNames", _),
                ("not", _), ("if", _), ("then", _), ("else", _), ("items", .object):
                try body(value, [keyword])
            case ("items", .array(let schemas)), ("allOf", .array(let schemas)), ("anyOf", .array(let schemas)),
                ("oneOf", .array(let schemas)):
                for (index, schema) in schemas.enumerated() { try body(schema, [keyword, String(index)]) }
            case ("definitions", .object(let schemas)), ("properties", .object(let schemas)),
                ("patternProperties", .object(let schemas)), ("dependencies", .object(let schemas)):
                for (name, schema) in schemas { try body(schema, [keyword, name]) }
            default: break
            }
        }
    }
}
