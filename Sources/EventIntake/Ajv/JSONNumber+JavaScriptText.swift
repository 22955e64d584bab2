import EventSchema

extension JSONNumber {
    /// The number as JavaScript formats it: rounded to a double, in the shortest text that reads back as that double.
    var javaScriptText: String {
        guard double.isFinite else { return literal }
        guard !double.isZero else { return "0" }
        let parts = double.magnitude.description.split(separator: "e")
        let whole = parts[0].prefix { $0 != "." }
        let written = parts[0].filter { $0 != "." }
        let significant = written.drop { $0 == "0" }
        // The position of the decimal point, relative to the first significant digit.
        let point = whole.count - (written.count - significant.count) + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        let digits = String(significant.reversed().drop { $0 == "0" }.reversed())
        return (double < 0 ? "-" : "") + Self.javaScriptText(digits, point: point)
    }

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
