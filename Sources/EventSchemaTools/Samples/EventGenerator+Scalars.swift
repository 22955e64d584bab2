import EventSchema

extension EventGenerator {
    // MARK: - Texts

    /// Longer texts are not made unless they have to be.
    private static let preferredLength = 24
    private static let maximumLength = 1_000_000

    mutating func text(of schema: JSONObject, _ extent: Extent) -> String {
        let minimum = min(max(0, schema["minLength"]?.number?.count ?? 0), Self.maximumLength)
        let limit = schema["maxLength"]?.number?.count ?? (minimum + Self.preferredLength)
        let range = minimum...max(minimum, min(limit, Self.maximumLength))
        if let pattern = schema["pattern"]?.string, let text = text(matching: pattern, length: range) { return text }
        let length = length(in: range, extent)
        if let format = schema["format"]?.string {
            let forms = FormatSamples.texts(of: format, length: length)
            let fitting = forms.filter { range.contains($0.unicodeScalars.count) }
            let chosen = extent == .required ? fitting.first : fitting.randomElement(using: &random)
            if let chosen = chosen ?? forms.first { return chosen }
        }
        if extent == .required { return String(repeating: "a", count: max(minimum, min(1, limit))) }
        return plainText(length: length)
    }

    /// One of the limits, next to one, or something between.
    private mutating func length(in range: ClosedRange<Int>, _ extent: Extent) -> Int {
        if extent == .required { return range.lowerBound }
        let near = range.lowerBound...min(range.upperBound, range.lowerBound + Self.preferredLength)
        // Long texts take long to make, so they are rarer.
        switch Int.random(in: 0..<16, using: &random) {
        case 0: return range.upperBound
        case 1: return max(range.lowerBound, range.upperBound - 1)
        case 2...4: return range.lowerBound
        case 5: return min(range.upperBound, range.lowerBound + 1)
        default: return Int.random(in: near, using: &random)
        }
    }

    private mutating func plainText(length: Int) -> String {
        let alphabet = ["a", "Z", "7", "_", " ", "é", "日", "😀", "-", "/", "\"", "e"]
        let first = oneIn(3) ? alphabet.randomElement(using: &random) ?? "a" : "a"
        guard length > 0 else { return "" }
        let rest = oneIn(3) ? alphabet.randomElement(using: &random) ?? "a" : "a"
        return first + String(repeating: rest, count: length - 1)
    }

    // MARK: - Numbers

    mutating func number(of schema: JSONObject, isInteger: Bool, _ extent: Extent) -> JSONNumber {
        if let step = schema["multipleOf"]?.number, let number = multiple(of: step, schema, extent) { return number }
        let range = NumberRange(schema)
        let near = isInteger ? range.integers : range.integers + range.fractions
        if extent == .required { return near.min { abs($0.double) < abs($1.double) } ?? JSONNumber(0) }
        if oneIn(2), let number = range.randomInteger(using: &random) { return number }
        return near.randomElement(using: &random) ?? JSONNumber(0)
    }

    private mutating func multiple(of step: JSONNumber, _ schema: JSONObject, _ extent: Extent) -> JSONNumber? {
        guard let size = step.int64, size > 0 else { return nil }
        let minimum = NumberRange(schema).integers.compactMap(\.int64).min() ?? 0
        let first = minimum >= 0 ? (minimum / size + (minimum % size == 0 ? 0 : 1)) : minimum / size
        let factor = extent == .required ? 0 : Int64.random(in: 0...5, using: &random)
        let (product, overflow) = (first &+ factor).multipliedReportingOverflow(by: size)
        return overflow ? nil : JSONNumber(product)
    }
}

extension JSONNumber {
    /// The number as a count; `nil` when it is not whole.
    var count: Int? { int64.map { Int(clamping: $0) } }
}

/// The numbers that a schema allows, as far as 64 bits go.
private struct NumberRange {
    private let minimum: Int64
    private let maximum: Int64
    /// The limits themselves where they are not whole.
    private let edges: [JSONNumber]

    /// The largest number that all readers of JSON keep exact.
    private static let safe: Int64 = 9_007_199_254_740_991

    init(_ schema: JSONObject) {
        func limit(_ keyword: String, _ step: Int64) -> Int64? {
            guard let number = schema[keyword]?.number else { return nil }
            let whole =
                number.int64 ?? Int64(exactly: step > 0 ? number.double.rounded(.down) : number.double.rounded(.up))
            return whole.map { $0.addingReportingOverflow(step).partialValue }
        }
        let lower = [schema["minimum"]?.number?.ceiling, limit("exclusiveMinimum", 1)].compactMap { $0 }.max()
        let upper = [schema["maximum"]?.number?.floor, limit("exclusiveMaximum", -1)].compactMap { $0 }.min()
        minimum = lower ?? min(-Self.safe, upper ?? 0)
        maximum = upper ?? max(Self.safe, lower ?? 0)
        edges = ["minimum", "maximum"].compactMap { schema[$0]?.number }.filter { !$0.isInteger }
    }

    /// Whole numbers near the limits and near zero, the plainest first.
    var integers: [JSONNumber] {
        let candidates = [0, 1, minimum, maximum, minimum &+ 1, maximum &- 1, -1, 42, Self.safe, -Self.safe]
        return candidates.filter { $0 >= minimum && $0 <= maximum }.map { JSONNumber($0) }
    }

    /// Numbers between whole ones.
    var fractions: [JSONNumber] {
        let candidates = [0.5, -0.5, 1.25, Double(minimum) + 0.5, Double(maximum) - 0.5]
        return edges
            + candidates.filter { $0 > Double(minimum) && $0 < Double(maximum) }.compactMap { JSONNumber($0) }
    }

    func randomInteger(using generator: inout some RandomNumberGenerator) -> JSONNumber? {
        minimum <= maximum ? JSONNumber(Int64.random(in: minimum...maximum, using: &generator)) : nil
    }
}

extension JSONNumber {
    fileprivate var ceiling: Int64? { int64 ?? Int64(exactly: double.rounded(.up)) }
    fileprivate var floor: Int64? { int64 ?? Int64(exactly: double.rounded(.down)) }
}
