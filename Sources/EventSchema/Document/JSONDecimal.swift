/// The exact value of a JSON number: ±0.d₁d₂d₃… × 10^`exponent`, with neither a leading nor a trailing zero digit.
///
/// The form is unique, so equality of the parts is equality of the values. Zero has no digits and no sign.
struct JSONDecimal: Hashable, Sendable {
    private(set) var isNegative: Bool
    private(set) var digits: [UInt8]
    private(set) var exponent: Int

    init(_ value: Int64) {
        self.init(isNegative: value < 0, digits: String(value.magnitude).utf8.map { $0 - ascii("0") }, scale: 0)
    }

    /// Reads text that is known to be a JSON number.
    init(jsonNumber text: String) {
        var digits: [UInt8] = []
        var fractionDigits = 0
        var inFraction = false
        var exponentText = Substring()
        for (position, byte) in zip(text.utf8.indices, text.utf8) {
            switch byte {
            case ascii("0")...ascii("9"):
                digits.append(byte - ascii("0"))
                if inFraction { fractionDigits += 1 }
            case ascii("."): inFraction = true
            case ascii("e"), ascii("E"): exponentText = text[text.utf8.index(after: position)...]
            default: break
            }
            if !exponentText.isEmpty { break }
        }
        // The parser bounds exponents, so this conversion cannot fail on parsed text.
        let power = Int(exponentText) ?? 0
        self.init(isNegative: text.utf8.first == ascii("-"), digits: digits, scale: power - fractionDigits)
    }

    /// Creates ±(digits as a whole number) × 10^scale.
    private init(isNegative: Bool, digits: [UInt8], scale: Int) {
        let significant = digits.drop { $0 == 0 }
        exponent = significant.count + scale
        var trimmed = Array(significant)
        while trimmed.last == 0 { trimmed.removeLast() }
        self.digits = trimmed
        self.isNegative = isNegative && !trimmed.isEmpty
        if trimmed.isEmpty { exponent = 0 }
    }

    var isZero: Bool { digits.isEmpty }
    var isInteger: Bool { isZero || exponent >= digits.count }

    var int64: Int64? {
        guard isInteger, exponent <= 19 else { return nil }
        var magnitude: UInt64 = 0
        for index in 0..<exponent {
            let digit = index < digits.count ? digits[index] : 0
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
            if overflow || carried { return nil }
            magnitude = sum
        }
        if isNegative { return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
        return Int64(exactly: magnitude)
    }

    /// Whether this = n × `divisor` for a whole n.
    ///
    /// With this = a × 10^i and divisor = b × 10^j (a, b whole and without a trailing zero), a smaller i means that
    /// 10 would have to divide a; otherwise b has to divide a × 10^(i−j). Powers of ten beyond the number of factors
    /// 2 and 5 that b can hold change nothing, which bounds the work whatever the exponents.
    func isMultiple(of divisor: JSONDecimal) -> Bool {
        guard !divisor.isZero else { return false }
        guard !isZero else { return true }
        let shift = (exponent - digits.count) - (divisor.exponent - divisor.digits.count)
        guard shift >= 0 else { return false }
        let zeros = Swift.min(shift, Self.zerosPerDigit * divisor.digits.count)
        return Self.remainderIsZero(of: digits + Array(repeating: 0, count: zeros), by: divisor.digits)
    }

    /// How many powers of ten can matter for each digit of a divisor: below 10¹, fewer than four factors 2.
    static let zerosPerDigit = 4
    /// How many digits of a divisor a word holds, with one of the dividend behind the remainder.
    static let digitsOfWord = 17

    private static func remainderIsZero(of dividend: [UInt8], by divisor: [UInt8]) -> Bool {
        if divisor.count <= digitsOfWord {
            let step = divisor.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
            return dividend.reduce(UInt64(0)) { ($0 * 10 + UInt64($1)) % step } == 0
        }
        return longRemainderIsZero(of: dividend, by: divisor)
    }

    /// Schoolbook long division, keeping only the remainder: digits, least significant first.
    private static func longRemainderIsZero(of dividend: [UInt8], by divisor: [UInt8]) -> Bool {
        let step = Array(divisor.reversed())
        var remainder: [UInt8] = []
        for digit in dividend {
            if !(remainder.isEmpty && digit == 0) { remainder.insert(digit, at: 0) }
            while isLess(remainder, step) == false { subtract(step, from: &remainder) }
        }
        return remainder.isEmpty
    }

    private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        if left.count != right.count { return left.count < right.count }
        return left.reversed().lexicographicallyPrecedes(right.reversed())
    }

    private static func subtract(_ right: [UInt8], from left: inout [UInt8]) {
        var borrow: Int8 = 0
        for index in left.indices {
            var digit = Int8(left[index]) - borrow - (index < right.count ? Int8(right[index]) : 0)
            borrow = digit < 0 ? 1 : 0
            if digit < 0 { digit += 10 }
            left[index] = UInt8(digit)
        }
        while left.last == 0 { left.removeLast() }
    }
}

extension JSONDecimal: Comparable {
    static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
        if left.sign != right.sign { return left.sign < right.sign }
        return left.isNegative ? right.magnitudeIsLess(than: left) : left.magnitudeIsLess(than: right)
    }

    private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

    private func magnitudeIsLess(than other: JSONDecimal) -> Bool {
        if exponent != other.exponent { return exponent < other.exponent }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
