/// Reads a text byte by byte, as the formats' grammars go.
struct ByteReader {
    let bytes: [UInt8]
    var offset = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { offset == bytes.count }
    var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Steps over one byte when it is one of these.
    mutating func skip(_ allowed: UInt8...) -> Bool {
        guard let current, allowed.contains(current) else { return false }
        offset += 1
        return true
    }

    /// Steps over as many bytes as the test holds for, and returns how many.
    mutating func skip(while test: (UInt8) -> Bool) -> Int {
        let start = offset
        while let current, test(current) { offset += 1 }
        return offset - start
    }

    /// A number of exactly that many digits.
    mutating func number(digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let current, current.isDigit else { return nil }
            value = value * 10 + Int(current - ascii("0"))
            offset += 1
        }
        return value
    }
}

extension UInt8 {
    var isDigit: Bool { ascii("0") <= self && self <= ascii("9") }
    var isLetter: Bool { (ascii("a") <= self | 0x20) && (self | 0x20 <= ascii("z")) }
    var isHexDigit: Bool { isDigit || ((ascii("a") <= self | 0x20) && (self | 0x20 <= ascii("f"))) }
}
