import EventSchema

/// The bounds that materializing adds to numbers without bounds: numbers beyond are not exact in all readers of JSON.
struct SafeBounds {
    private static let greatest = JSONNumber(9_007_199_254_740_991)
    private static let least = JSONNumber(-9_007_199_254_740_991)

    /// Whether a limit that is added refuses numbers only that are not exact, and the old schema shows none of them in
    /// its limits, its values or its examples.
    static func contain(_ limit: SchemaLimit, of bound: JSONNumber, addedTo old: JSONObject) -> Bool {
        switch limit.keyword {
        case "maximum": bound >= greatest && numbers(in: old).allSatisfy { $0 <= greatest }
        case "minimum": bound <= least && numbers(in: old).allSatisfy { $0 >= least }
        default: false
        }
    }

    private static func numbers(in schema: JSONObject) -> [JSONNumber] {
        let values = (EnumeratedValues(schema)?.values ?? []) + (schema["examples"]?.array ?? [])
        let limits = ["default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map { schema[$0] }
        return (values + limits.compactMap { $0 }).compactMap(\.number)
    }
}
