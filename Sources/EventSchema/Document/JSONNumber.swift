/// A JSON number of any size, exact, with its spelling.
///
/// Numbers are compared by their mathematical value: `1`, `1.0` and `10e-1` are equal, and `1e400` is larger than
/// any double.
public struct JSONNumber: Sendable {
    private enum Storage: Sendable {
        /// An integer spelled the ordinary way.
        case integer(Int64)
        /// Every other spelling: fractions, exponents, `-0`, and integers beyond 64 bits. Always valid JSON.
        case literal(String)
    }
    private let storage: Storage

    /// Creates a number from an integer of any width.
    public init(_ value: some BinaryInteger) {
        storage = Int64(exactly: value).map(Storage.integer) ?? .literal(String(value))
    }

    /// Creates a number from a double in its shortest spelling, or `nil` when it is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        storage = .literal(value.description)
    }

    /// Creates a number from JSON text, or `nil` when the text is not one JSON number.
    public init?(literal text: String) {
        let json = Result { () throws(JSONParseError) in try JSON(parsing: text, options: .init(maximumDepth: 0)) }
        // White space around the number is not part of it.
        guard case .success(let json) = json, json.bytes.count == text.utf8.count, let number = json.number else {
            return nil
        }
        self = number
    }

    /// Creates a number from text that the parser has checked.
    init(checkedLiteral text: String) { storage = .literal(text) }

    /// The number as it was spelled.
    public var literal: String {
        switch storage {
        case .integer(let value): String(value)
        case .literal(let text): text
        }
    }

    /// The value of an integer spelled the ordinary way; `nil` for every other spelling.
    var ordinaryInteger: Int64? { if case .integer(let value) = storage { value } else { nil } }

    /// About the size as JSON text, in bytes.
    var approximateSize: Int {
        switch storage {
        case .integer: 20
        case .literal(let text): text.utf8.count
        }
    }

    /// The number as a 64-bit integer, or `nil` when it is not whole or too large.
    public var int64: Int64? {
        switch storage {
        case .integer(let value): value
        case .literal: decimal.int64
        }
    }

    /// The nearest double; infinite beyond the range of doubles.
    public var double: Double {
        switch storage {
        case .integer(let value): Double(value)
        case .literal(let text): Double(text) ?? .nan
        }
    }

    /// Whether the number is whole: `1.0` and `1e400` are, `1.5` is not.
    public var isInteger: Bool {
        switch storage {
        case .integer: true
        case .literal: decimal.isInteger
        }
    }

    /// Whether the number is spelled without point and exponent, as draft 4 requires of an integer.
    var isLexicalInteger: Bool {
        switch storage {
        case .integer: true
        case .literal(let text): text.utf8.allSatisfy { $0 <= ascii("9") && $0 != ascii(".") }
        }
    }

    /// The number as JavaScript keeps it: the nearest double. One beyond the range of doubles stays as it is.
    var roundedToDouble: JSONNumber {
        if case .integer(let value) = storage, value.magnitude <= 1 << 53 { return self }
        return JSONNumber(double) ?? self
    }

    /// Whether this is an exact multiple of `divisor`; by zero never.
    public func isMultiple(of divisor: JSONNumber) -> Bool {
        if case (.integer(let value), .integer(let step)) = (storage, divisor.storage) {
            return step != 0 && value.magnitude % step.magnitude == 0
        }
        return decimal.isMultiple(of: divisor.decimal)
    }

    var decimal: JSONDecimal {
        switch storage {
        case .integer(let value): JSONDecimal(value)
        case .literal(let text): JSONDecimal(jsonNumber: text)
        }
    }
}

extension JSONNumber: Hashable, Comparable {
    /// Whether both have the same mathematical value.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if case (.integer(let left), .integer(let right)) = (left.storage, right.storage) { return left == right }
        return left.decimal == right.decimal
    }

    /// Whether `left` is mathematically smaller.
    public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if case (.integer(let left), .integer(let right)) = (left.storage, right.storage) { return left < right }
        return left.decimal < right.decimal
    }

    /// Hashes the mathematical value.
    public func hash(into hasher: inout Hasher) { hasher.combine(decimal) }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as it was spelled.
    public var description: String { literal }
}
