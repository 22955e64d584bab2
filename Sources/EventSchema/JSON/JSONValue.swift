/// A JSON value (RFC 8259), exact: numbers keep the digits they came with, objects keep the order of their keys.
///
/// Two values are equal when JSON Schema calls them equal: numbers by their mathematical value (`1` equals `1.0`),
/// objects whatever the order of their keys, strings only when they have the same Unicode scalars (Swift calls "é" in
/// one scalar and in two the same, JSON does not). `true` never equals `1`.
///
/// Literals of Swift are values:
///
/// ```swift
/// var event: JSONObject = ["action": "open", "page": ["title": .string(title), "is_redirect": false]]
/// event["groups"] = ["editor", "user"]
/// JSONValue.object(event).jsonText
/// ```
public enum JSONValue: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number of any size and precision.
    case number(JSONNumber)
    /// A string of Unicode scalar values. ``init(parsingLeniently:)`` also keeps halves of surrogate pairs, represented
    /// by two scalars.
    case string(String)
    /// A list of values.
    case array([JSONValue])
    /// A map from names to values.
    case object(JSONObject)
}

extension JSONValue {
    /// The string, or `nil` for any other kind of value.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The number, or `nil` for any other kind of value.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    /// The boolean, or `nil` for any other kind of value.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The elements, or `nil` for any other kind of value.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, or `nil` for any other kind of value.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// Whether this is the literal `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The name of the value's kind, as JSON Schema's `type` spells it; a whole number is an `integer`.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number(let number): number.isInteger ? "integer" : "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The member of that name, or `nil` when there is none or this is not an object.
    ///
    /// - Complexity: that of the subscript by name of ``JSONObject``.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The value found by following `path` through objects, or `nil` where a step is missing.
    ///
    /// ```swift
    /// let event: JSONValue = ["page": ["id": 48213]]
    /// event[path: ["page", "id"]]?.number?.int64  // 48213
    /// ```
    public subscript(path path: some Sequence<String>) -> JSONValue? {
        var current = self
        for name in path {
            guard let next = current[name] else { return nil }
            current = next
        }
        return current
    }

    /// A number value.
    public static func number(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// Creates a number from a double, or `null` when the double is not finite: JSON has no spelling for those.
    public static func number(_ value: Double) -> JSONValue { JSONNumber(value).map(JSONValue.number) ?? .null }
}

extension JSONValue: Hashable {
    /// Whether both are equal as JSON Schema defines it.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isExactly(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(ExactText(value))
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a number.
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    /// Creates a number; a literal that is not finite becomes `null`.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object; of a repeated name the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { jsonText }
}
