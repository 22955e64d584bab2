extension JSONNumber {
    /// The number in the one text that all numbers of its value have: `1` for `1.0`, `1E0` and `10e-1`. The text is
    /// that of JavaScript, such as `1.5e-7` and `1e+21`, but with every digit of a number that no double holds.
    package var uniformText: String {
        if let ordinaryInteger { return String(ordinaryInteger) }
        let decimal = decimal
        guard !decimal.isZero else { return "0" }
        let digits = String(decoding: decimal.digits.map { $0 + ascii("0") }, as: UTF8.self)
        return (decimal.isNegative ? "-" : "") + Self.javaScriptText(digits, point: decimal.exponent)
    }

    /// The text of significant digits, with the position of the decimal point relative to the first of them.
    private static func javaScriptText(_ digits: String, point: Int) -> String {
        if point >= digits.count, point <= 21 {
            return digits + String(repeating: "0", count: point - digits.count)
        }
        switch point {
        case 1...21: return "\(digits.prefix(point)).\(digits.dropFirst(point))"
        case -5...0: return "0." + String(repeating: "0", count: -point) + digits
        default:
            let fraction = digits.dropFirst()
            let exponent = point - 1
            return "\(digits.prefix(1))\(fraction.isEmpty ? "" : ".\(fraction)")e\(exponent < 0 ? "-" : "+")"
                + "\(exponent.magnitude)"
        }
    }
}

extension JSONValue {
    /// The same value, in which equal numbers have one text.
    package var withUniformNumbers: JSONValue {
        switch self {
        case .number(let number): .number(number.ordinaryInteger == nil ? number.uniform : number)
        case .array(let elements): .array(elements.map(\.withUniformNumbers))
        case .object(let members): .object(JSONObject(members.map { ($0.name, $0.value.withUniformNumbers) }))
        default: self
        }
    }
}

extension JSONNumber {
    fileprivate var uniform: JSONNumber { JSONNumber(checkedLiteral: uniformText) }
}
