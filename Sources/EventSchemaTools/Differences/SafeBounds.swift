import EventSchema

/// The bounds that materializing adds to numbers without bounds: numbers beyond are not exact in all readers of JSON.
struct SafeBounds {
    private static let maximum = JSONNumber(9_007_199_254_740_991)
    private static let minimum = JSONNumber(-9_007_199_254_740_991)

    /// Whether the keyword with the value is a bound that materializing adds.
    static func contain(_ keyword: String, _ value: JSONValue) -> Bool {
        switch keyword {
        case "maximum": value.number == maximum
        case "minimum": value.number == minimum
        default: false
        }
    }

    /// Whether a limit that is added refuses numbers only that are not exact, and the old schema shows none of them in
    /// its limits, its values or its examples.
    static func contain(_ limit: SchemaLimit, of bound: JSONNumber, addedTo old: JSONObject) -> Bool {
        switch limit.keyword {
        case "maximum": bound >= maximum && numbers(in: old).allSatisfy { $0 <= maximum }
        case "minimum": bound <= minimum && numbers(in: old).allSatisfy { $0 >= minimum }
        default: false
        }
    }

    private static func numbers(in schema: JSONObject) -> [JSONNumber] {
        let values = (EnumeratedValues(schema)?.values ?? []) + (schema["examples"]?.array ?? [])
        let limits = ["default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map { schema[$0] }
        return (values + limits.compactMap { $0 }).compactMap(\.number)
    }
}
