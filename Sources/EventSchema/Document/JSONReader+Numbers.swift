extension JSONReader {
    mutating func readNumber(_ text: Span<UInt8>) throws(JSONParseError) -> JSONNode {
        let start = offset
        if text[offset] == ascii("-") { offset &+= 1 }
        let firstDigit = offset
        let magnitude = try readDigits(text)
        let end = offset
        if text[firstDigit] == ascii("0"), end > firstDigit &+ 1 { throw error(.invalidNumber, at: start) }
        if offset < text.count, text[offset] == ascii(".") {
            offset &+= 1
            _ = try readDigits(text)
        }
        if offset < text.count, text[offset] | 0x20 == ascii("e") { try skipExponent(text) }
        let isNegative = start != firstDigit
        // `-0` keeps its spelling as a literal.
        guard offset == end, end &- firstDigit <= 18, magnitude > 0 || !isNegative else {
            return .literal(at: start, length: offset &- start)
        }
        return .integer(isNegative ? 0 &- magnitude : magnitude, at: start, length: end &- start)
    }

    /// Reads digits, at least one.
    ///
    /// - Returns: their value, if there are at most 18.
    @inline(__always)
    private mutating func readDigits(_ text: Span<UInt8>) throws(JSONParseError) -> Int64 {
        let start = offset
        var value: Int64 = 0
        while offset < text.count {
            let digit = text[offset] &- ascii("0")
            guard digit <= 9 else { break }
            value = value &* 10 &+ Int64(digit)
            offset &+= 1
        }
        guard offset > start else { throw error(offset < text.count ? .invalidNumber : .unexpectedEnd) }
        return value
    }

    /// The exponent's limit: beyond every double, and small enough for a reader that writes all digits out.
    private static var maximumExponent: Int { 1000 }

    private mutating func skipExponent(_ text: Span<UInt8>) throws(JSONParseError) {
        offset += 1
        if offset < text.count, text[offset] == ascii("+") || text[offset] == ascii("-") { offset += 1 }
        let start = offset
        _ = try readDigits(text)
        var magnitude = 0
        for position in start..<offset {
            magnitude = magnitude * 10 + Int(text[position] - ascii("0"))
            if magnitude > Self.maximumExponent { throw error(.exponentTooLarge, at: start) }
        }
    }
}
