/// A UUID (RFC 9562) whose text is in lower case, as the platform writes ids.
///
/// It is read and written eight digits at a time, since every event has one.
package struct LowercaseUUID: Hashable, Sendable {
    /// The first eight bytes, the first one highest.
    package let high: UInt64
    /// The last eight bytes, the first one highest.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Reads a text of 36 characters; `nil` for any other text, such as one with upper-case digits.
    package init?(_ text: String) {
        var text = text
        guard let uuid = text.withUTF8({ Self(UnsafeRawBufferPointer($0)) }) else { return nil }
        self = uuid
    }

    private init?(_ text: UnsafeRawBufferPointer) {
        guard text.count == Self.length, Self.hyphens.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else { return nil }
        let digits: Digits = (
            text.number(at: 0), text.number(UInt32.self, at: 9) &<< 32 | text.number(UInt32.self, at: 14),
            text.number(UInt32.self, at: 19) &<< 32 | text.number(UInt32.self, at: 24), text.number(at: 28)
        )
        high = UInt64(hexadecimalDigits: digits.0) &<< 32 | UInt64(hexadecimalDigits: digits.1)
        low = UInt64(hexadecimalDigits: digits.2) &<< 32 | UInt64(hexadecimalDigits: digits.3)
        // Other characters were read as some digits, which are written differently.
        guard self.digits == digits else { return nil }
    }

    /// The 36 characters.
    package var text: String {
        let digits = digits
        return String(unsafeUninitializedCapacity: Self.length) { text in
            let text = UnsafeMutableRawBufferPointer(text)
            text.store(digits.0, at: 0)
            text.store(UInt32(truncatingIfNeeded: digits.1 &>> 32), at: 9)
            text.store(UInt32(truncatingIfNeeded: digits.1), at: 14)
            text.store(UInt32(truncatingIfNeeded: digits.2 &>> 32), at: 19)
            text.store(UInt32(truncatingIfNeeded: digits.2), at: 24)
            text.store(digits.3, at: 28)
            for hyphen in Self.hyphens { text[hyphen] = UInt8(ascii: "-") }
            return Self.length
        }
    }

    private static let length = 36
    /// The places of the hyphens, in a range whose steps are all that a compiler leaves of it.
    private static var hyphens: StrideThrough<Int> { stride(from: 8, through: 23, by: 5) }

    private typealias Digits = (UInt64, UInt64, UInt64, UInt64)

    /// The 32 digits, eight in a number.
    private var digits: Digits {
        ((high &>> 32).hexadecimalDigits, high.hexadecimalDigits, (low &>> 32).hexadecimalDigits, low.hexadecimalDigits)
    }
}
