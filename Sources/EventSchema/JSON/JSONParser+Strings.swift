extension JSONParser {
    /// Reads a string from its opening quotation mark on.
    mutating func parseString() throws(JSONParseError) -> String {
        offset += 1
        let start = offset
        skipPlainBytes()
        switch current {
        case ascii("\""):
            let text = try checkedText(start..<offset)
            offset += 1
            return text
        case ascii("\\"): return try parseEscapedString(from: start)
        case nil: throw error(.unexpectedEnd)
        default: throw error(.controlCharacter)
        }
    }

    /// Goes to the next quotation mark, backslash or control character, or to the end.
    private mutating func skipPlainBytes() { offset = bytes.firstToEscape(from: offset) ?? bytes.count }

    /// Goes on with a string once its first backslash has been met.
    private mutating func parseEscapedString(from start: Int) throws(JSONParseError) -> String {
        var text = try checkedText(start..<offset)
        while let byte = current {
            switch byte {
            case ascii("\""):
                offset += 1
                return text
            case ascii("\\"): text.append(jsonCode: try parseEscape())
            case 0..<0x20: throw error(.controlCharacter)
            default:
                let plainStart = offset
                skipPlainBytes()
                text.append(jsonText: try checkedText(plainStart..<offset))
            }
        }
        throw error(.unexpectedEnd)
    }

    private func checkedText(_ range: Range<Int>) throws(JSONParseError) -> String {
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        if let invalid = slice.firstInvalidUTF8Offset { throw error(.invalidUTF8, at: range.lowerBound + invalid) }
        return String(decoding: slice, as: UTF8.self)
    }

    /// Reads an escape: a scalar, or half of a surrogate pair where these are taken.
    private mutating func parseEscape() throws(JSONParseError) -> UInt32 {
        let start = offset
        offset += 1
        guard let byte = current else { throw error(.unexpectedEnd) }
        offset += 1
        switch byte {
        case ascii("\""), ascii("\\"), ascii("/"): return UInt32(byte)
        case ascii("b"): return 0x08
        case ascii("f"): return 0x0C
        case ascii("n"): return 0x0A
        case ascii("r"): return 0x0D
        case ascii("t"): return 0x09
        case ascii("u"): return try parseUnicodeEscape(from: start)
        default: throw error(.invalidEscape, at: start)
        }
    }

    private mutating func parseUnicodeEscape(from start: Int) throws(JSONParseError) -> UInt32 {
        let unit = try parseFourHexDigits(of: start)
        guard (0xD800...0xDFFF).contains(unit) else { return unit }
        // A high surrogate must be followed by the escape of a low one.
        let half = offset
        guard unit < 0xDC00, offset + 1 < bytes.count, bytes[offset] == ascii("\\"), bytes[offset + 1] == ascii("u")
        else { return try loneSurrogate(unit, from: start) }
        offset += 2
        let low = try parseFourHexDigits(of: offset - 2)
        guard (0xDC00...0xDFFF).contains(low) else {
            offset = half  // what follows is a character of its own
            return try loneSurrogate(unit, from: start)
        }
        return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
    }

    private func loneSurrogate(_ unit: UInt32, from start: Int) throws(JSONParseError) -> UInt32 {
        guard isLenient else { throw error(.loneSurrogate, at: start) }
        return unit
    }

    private mutating func parseFourHexDigits(of escape: Int) throws(JSONParseError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current else { throw error(.unexpectedEnd) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw error(.invalidEscape, at: escape)
            }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }
}
