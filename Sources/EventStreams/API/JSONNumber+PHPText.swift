import EventSchema

extension JSONNumber {
    /// The number as PHP turns it into text: `1.0` is `1`, `0.5` is `0.5`, `0.00001` is `1.0E-5`. Fractions have at
    /// most 14 significant digits, PHP's default.
    var phpText: String {
        let isFloat = literal.contains { ".eE".contains($0) }
        if !isFloat, let int64 { return String(int64) }
        guard double.isFinite else { return double < 0 ? "-INF" : "INF" }
        guard !double.isZero else { return double.sign == .minus ? "-0" : "0" }
        let (digits, exponent) = Self.significantDigits(of: double.magnitude)
        let sign = double < 0 ? "-" : ""
        return sign + (-4..<14 ~= exponent ? Self.plain(digits, exponent) : Self.scientific(digits, exponent))
    }

    /// The first 14 digits, rounded, and the power of ten of the first.
    private static func significantDigits(of value: Double) -> (digits: String, exponent: Int) {
        let parts = value.description.split(separator: "e")
        var exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let whole = parts[0].prefix { $0 != "." }
        let digits = parts[0].filter { $0 != "." }
        let leadingZeros = digits.prefix { $0 == "0" }.count
        exponent += whole.count - 1 - leadingZeros
        return rounded(digits.dropFirst(leadingZeros), exponent)
    }

    private static func rounded(_ digits: some StringProtocol, _ exponent: Int) -> (digits: String, exponent: Int) {
        var kept = String(digits.prefix(14))
        var exponent = exponent
        if let next = digits.dropFirst(14).first, next >= "5" {
            kept = String((Int64(kept) ?? 0) + 1)
            if kept.count > 14 { exponent += 1 }
        }
        while kept.count > 1, kept.last == "0" { kept.removeLast() }
        return (kept, exponent)
    }

    private static func plain(_ digits: String, _ exponent: Int) -> String {
        guard exponent >= 0 else { return "0." + String(repeating: "0", count: -exponent - 1) + digits }
        let padded = digits + String(repeating: "0", count: max(0, exponent + 1 - digits.count))
        let fraction = padded.dropFirst(exponent + 1)
        return padded.prefix(exponent + 1) + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    private static func scientific(_ digits: String, _ exponent: Int) -> String {
        let fraction = digits.dropFirst()
        return
            "\(digits.prefix(1)).\(fraction.isEmpty ? "0" : fraction)E\(exponent < 0 ? "-" : "+")\(exponent.magnitude)"
    }
}
