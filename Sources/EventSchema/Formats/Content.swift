/// A `contentEncoding` that is asserted.
enum ContentEncoding: String, Sendable {
    case base64

    /// The bytes that the text stands for, or `nil` when it is not in this encoding (RFC 4648, section 4: padded,
    /// without line breaks).
    func decode(_ text: String) -> [UInt8]? {
        let codes = Array(text.utf8)
        let padding = codes.reversed().prefix { $0 == ascii("=") }.count
        guard codes.count % 4 == 0, padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        for (index, code) in codes.dropLast(padding).enumerated() {
            guard let value = Self.value(of: code) else { return nil }
            bits = bits << 6 | value
            // Each letter but the first of four completes a byte.
            if index % 4 != 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (index % 4)))) }
        }
        return bytes
    }

    private static func value(of code: UInt8) -> UInt32? {
        switch code {
        case ascii("A")...ascii("Z"): UInt32(code - ascii("A"))
        case ascii("a")...ascii("z"): UInt32(code - ascii("a")) + 26
        case ascii("0")...ascii("9"): UInt32(code - ascii("0")) + 52
        case ascii("+"): 62
        case ascii("/"): 63
        default: nil
        }
    }
}

/// A `contentMediaType` that is asserted.
enum ContentMediaType: String, Sendable {
    case json = "application/json"

    func accepts(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .json: JSONValue.isWellFormed(bytes)
        }
    }
}
