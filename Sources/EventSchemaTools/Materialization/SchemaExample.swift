import EventSchema
import Foundation

/// The example of a schema that has none: every property with a value, the same on every machine.
///
/// As jsonschema-tools does with a random number that is always 0.15: a number is that share of its range, a string is
/// `dolor` (a word of the placeholder text “Lorem ipsum dolor”), a map without known names has one member.
struct SchemaExample {
    private static let share = 0.15
    private static let word = "dolor"
    private static let name = "dolorb"
    /// Schemas without references have an end, but a file may nest them deeply.
    private static let maximumDepth = 100

    /// An example; its `$schema` is the schema's `$id`.
    static func example(of schema: JSONValue) -> JSONValue {
        let example = value(schema, depth: 0)
        guard var members = example.object, members["$schema"] != nil, let id = schema["$id"] else { return example }
        members["$schema"] = id
        return .object(members)
    }

    private static func value(_ schema: JSONValue, depth: Int) -> JSONValue {
        guard depth < maximumDepth else { return .null }
        if let value = schema["const"] { return value }
        if let values = schema["enum"]?.array, !values.isEmpty { return chosen(of: values) }
        if let choices = schema["oneOf"]?.array ?? schema["anyOf"]?.array, !choices.isEmpty {
            return value(chosen(of: choices), depth: depth + 1)
        }
        switch type(of: schema) {
        case "object": return object(schema, depth: depth)
        case "array": return array(schema, depth: depth)
        case "integer": return number(schema, isInteger: true)
        case "number": return number(schema, isInteger: false)
        case "boolean": return false
        case "null": return .null
        default: return .string(text(schema))
        }
    }

    private static func type(of schema: JSONValue) -> String? {
        if let type = schema["type"]?.string { return type }
        if let types = schema["type"]?.array, !types.isEmpty { return chosen(of: types).string }
        if schema["properties"] != nil || schema["additionalProperties"] != nil { return "object" }
        return schema["items"] == nil ? nil : "array"
    }

    private static func chosen(of values: [JSONValue]) -> JSONValue { values[Int(share * Double(values.count))] }

    // MARK: - Lists and maps

    private static func object(_ schema: JSONValue, depth: Int) -> JSONValue {
        let properties = schema["properties"]?.object ?? [:]
        var members = JSONObject(properties.map { ($0.name, value($0.value, depth: depth + 1)) })
        let more = schema["additionalProperties"] ?? false
        if properties.isEmpty, more == true || more.object != nil { members[name] = value(more, depth: depth + 1) }
        return .object(members)
    }

    private static func array(_ schema: JSONValue, depth: Int) -> JSONValue {
        guard let items = schema["items"] else { return [] }
        if let each = items.array { return .array(each.map { value($0, depth: depth + 1) }) }
        let count = min(100, max(1, Int(schema["minItems"]?.number?.int64 ?? 1)))
        let isNone = schema["maxItems"]?.number?.int64 == 0
        return .array(isNone ? [] : Array(repeating: value(items, depth: depth + 1), count: count))
    }

    // MARK: - Scalars

    private static func number(_ schema: JSONValue, isInteger: Bool) -> JSONValue {
        func bound(_ name: String) -> Double? { schema[name]?.number?.double }
        let step: Double = isInteger ? 1 : 0
        let minimum = bound("minimum") ?? bound("exclusiveMinimum").map { $0 + step } ?? -9_007_199_254_740_991
        let maximum = bound("maximum") ?? bound("exclusiveMaximum").map { $0 - step } ?? 9_007_199_254_740_991
        guard minimum.isFinite, maximum.isFinite, minimum <= maximum else { return .number(0) }
        let value =
            isInteger
            ? (share * (maximum - minimum + 1)).rounded(.down) + minimum : share * (maximum - minimum) + minimum
        let multiple = bound("multipleOf").map { $0 > 0 ? (value / $0).rounded(.down) * $0 : value } ?? value
        return Int64(exactly: multiple).map { .number($0) } ?? .number(multiple)
    }

    private static let formats = [
        "date-time": "2021-01-01T00:00:00.0Z", "date": "2021-01-01", "time": "00:00:00Z", "uri": "http://example.org",
        "uri-reference": "http://example.org", "url": "http://example.org", "iri": "http://example.org",
        "iri-reference": "http://example.org",
        "email": "dolor@example.org", "hostname": "example.org", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
        "uuid": "33333333-3333-3333-3333-333333333333",
    ]

    private static func text(_ schema: JSONValue) -> String {
        if let text = schema["format"]?.string.flatMap({ formats[$0] }) { return text }
        if let source = schema["pattern"]?.string, let text = sample(of: source) { return text }
        let minimum = max(0, Int(schema["minLength"]?.number?.int64 ?? 0))
        let maximum = max(minimum, Int(schema["maxLength"]?.number?.int64 ?? 140))
        let length = minimum + Int(share * Double(maximum - minimum + 1))
        let words = String(repeating: word, count: max(1, min(1000, (minimum + word.count - 1) / word.count)))
        return String(words.prefix(length))
    }

    private static func sample(of source: String) -> String? {
        do { return try Pattern.sample(of: source, share: share) } catch {
            // The check of schemas reports the expression.
            return nil
        }
    }
}
