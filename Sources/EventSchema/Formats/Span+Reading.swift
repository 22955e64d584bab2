/// Reading a text byte by byte, as the formats' grammars go. The offset of what comes next is handed on.
extension Span<UInt8> {
    /// The byte at an offset, or `nil` at the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8? { offset < count ? self[offset] : nil }

    /// Steps over one byte when it is this one.
    @inline(__always)
    func skip(_ byte: UInt8, at offset: inout Int) -> Bool {
        guard self.byte(at: offset) == byte else { return false }
        offset &+= 1
        return true
    }

    /// Steps over a letter in lower or upper case.
    @inline(__always)
    func skip(letter: UInt8, at offset: inout Int) -> Bool {
        guard let byte = byte(at: offset), byte | 0x20 == letter | 0x20 else { return false }
        offset &+= 1
        return true
    }

    /// Steps over as many bytes as the test holds for, and returns how many.
    @inline(__always)
    func skip(at offset: inout Int, while test: (UInt8) -> Bool) -> Int {
        let start = offset
        while let byte = byte(at: offset), test(byte) { offset &+= 1 }
        return offset - start
    }

    /// A number of exactly that many digits, few enough for an integer.
    @inline(__always)
    func number(digits: Int, at offset: inout Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let byte = byte(at: offset), byte.isDigit else { return nil }
            value = value &* 10 &+ Int(byte &- ascii("0"))
            offset &+= 1
        }
        return value
    }

    /// The offset of the first such byte in a range; `nil` when there is none.
    @inline(__always)
    func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
        for offset in range where self[offset] == byte { return offset }
        return nil
    }

    /// The scalar that begins at an offset, in bytes that are known to be UTF-8; it is not of ASCII.
    func scalar(at offset: Int) -> Unicode.Scalar {
        let lead = UInt32(self[offset])
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var value = lead & (0x7F >> UInt32(length))
        for position in offset + 1..<offset + length { value = value << 6 | UInt32(self[position] & 0x3F) }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}

extension UInt8 {
    var isDigit: Bool { ascii("0") <= self && self <= ascii("9") }
    var isLetter: Bool { (ascii("a") <= self | 0x20) && (self | 0x20 <= ascii("z")) }
    var isHexDigit: Bool { isDigit || ((ascii("a") <= self | 0x20) && (self | 0x20 <= ascii("f"))) }
}
