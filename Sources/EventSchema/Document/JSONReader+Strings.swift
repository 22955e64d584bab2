extension JSONReader {
    /// Reads a string from its opening quotation mark on.
    ///
    /// One pass over the bytes, eight at a time, finds the end, hashes, and sees whether all are ASCII.
    @inline(__always)
    mutating func readString(_ text: Span<UInt8>) throws(JSONParseError) -> JSONNode {
        let start = offset &+ 1
        var position = start
        var hash = emptyHash
        var allBits: UInt64 = 0
        while true {
            guard position &+ 8 <= text.count else {
                return try readLastString(text, from: start)
            }
            let word = text.word(at: position)
            let marks = word.marksOfBytesToEscape
            if marks == 0 {
                allBits |= word
                hash.combine(word)
                position &+= 8
                continue
            }
            let bits = marks.trailingZeroBitCount & 0b11_1000
            guard bits > 0 else { break }
            let rest = word & ((1 &<< UInt64(truncatingIfNeeded: bits)) &- 1)
            allBits |= rest
            hash.combine(rest)
            position &+= bits &>> 3
            break
        }
        guard text[position] == ascii("\"") else { return try readSpecialString(text, from: start, to: position) }
        if allBits & UInt64.highBits != 0 { try checkUTF8(text, start, position) }
        offset = position &+ 1
        let length = position &- start
        return .string(at: start, length: length, hash: hash.finalize(length: length))
    }

    /// Reads a string that ends in the last bytes of the text, or does not end.
    @inline(never)
    private mutating func readLastString(_ text: Span<UInt8>, from start: Int) throws(JSONParseError) -> JSONNode {
        let end = text.plainEnd(from: start)
        guard end < text.count else { throw error(.unexpectedEnd, at: end) }
        guard text[end] == ascii("\"") else { return try readSpecialString(text, from: start, to: end) }
        try checkUTF8(text, start, end)
        offset = end + 1
        let hash = WordHash.hash(text.extracting(start..<end))
        return .string(at: start, length: end - start, hash: hash)
    }

    @inline(never)
    private func checkUTF8(_ text: Span<UInt8>, _ start: Int, _ end: Int) throws(JSONParseError) {
        if let invalid = text.firstInvalidUTF8Offset(from: start, to: end) { throw error(.invalidUTF8, at: invalid) }
    }

    // MARK: - Escapes

    /// Reads a string whose first byte that is not plain, at `end`, is a backslash or must not be there.
    @inline(never)
    private mutating func readSpecialString(
        _ text: Span<UInt8>, from start: Int, to end: Int
    ) throws(JSONParseError) -> JSONNode {
        let first = unescaped.count
        var plainStart = start
        offset = end
        while true {
            try checkUTF8(text, plainStart, offset)
            append(text.extracting(plainStart..<offset))
            guard offset < text.count else { throw error(.unexpectedEnd) }
            switch text[offset] {
            case ascii("\""):
                offset += 1
                return .escapedString(at: start, unescaped: first..<unescaped.count)
            case ascii("\\"): append(code: try readEscape(text), from: first)
            default: throw error(.controlCharacter)
            }
            plainStart = offset
            offset = text.plainEnd(from: offset)
            separate(first, before: text.extracting(plainStart..<offset))
        }
    }

    private mutating func append(_ bytes: Span<UInt8>) {
        for index in bytes.indices { unescaped.append(bytes[index]) }
    }

    /// Appends a scalar, or half of a surrogate pair as ``UnpairedSurrogate`` represents it.
    private mutating func append(code: UInt32, from first: Int) {
        if let scalar = Unicode.Scalar(code) {
            separate(first, before: scalar)
            append(scalar)
        } else if let scalar = Unicode.Scalar(UnpairedSurrogate.offset + code) {
            append(UnpairedSurrogate.mark)
            append(scalar)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        for byte in String(scalar).utf8 { unescaped.append(byte) }
    }

    private mutating func separate(_ first: Int, before bytes: Span<UInt8>) {
        // Only U+100000 and above are reserved; they begin with F4.
        guard !bytes.isEmpty, bytes[0] == 0xF4, bytes.count >= 4 else { return }
        var reader = (0..<4).map { bytes[$0] }.makeIterator()
        var decoder = UTF8()
        if case .scalarValue(let scalar) = decoder.decode(&reader) { separate(first, before: scalar) }
    }

    private mutating func separate(_ first: Int, before scalar: Unicode.Scalar) {
        guard unescaped.count > first, unescaped.last == UnpairedSurrogate.markByte,
            UnpairedSurrogate.isReserved(scalar)
        else { return }
        append(UnpairedSurrogate.separator)
    }

    /// Reads an escape: a scalar, or half of a surrogate pair where these are allowed.
    private mutating func readEscape(_ text: Span<UInt8>) throws(JSONParseError) -> UInt32 {
        let start = offset
        offset += 1
        guard offset < text.count else { throw error(.unexpectedEnd) }
        let byte = text[offset]
        offset += 1
        switch byte {
        case ascii("\""), ascii("\\"), ascii("/"): return UInt32(byte)
        case ascii("b"): return 0x08
        case ascii("f"): return 0x0C
        case ascii("n"): return 0x0A
        case ascii("r"): return 0x0D
        case ascii("t"): return 0x09
        case ascii("u"): return try readUnicodeEscape(text, from: start)
        default: throw error(.invalidEscape, at: start)
        }
    }

    private mutating func readUnicodeEscape(_ text: Span<UInt8>, from start: Int) throws(JSONParseError) -> UInt32 {
        let unit = try readFourHexDigits(text, of: start)
        guard 0xD800...0xDFFF ~= unit else { return unit }
        // A high surrogate must be followed by the escape of a low one.
        let half = offset
        guard unit < 0xDC00, offset + 1 < text.count, text[offset] == ascii("\\"), text[offset + 1] == ascii("u")
        else { return try loneSurrogate(unit, from: start) }
        offset += 2
        let low = try readFourHexDigits(text, of: offset - 2)
        guard 0xDC00...0xDFFF ~= low else {
            offset = half  // what follows is a character of its own
            return try loneSurrogate(unit, from: start)
        }
        return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
    }

    private func loneSurrogate(_ unit: UInt32, from start: Int) throws(JSONParseError) -> UInt32 {
        guard options.allowsLoneSurrogates else { throw error(.loneSurrogate, at: start) }
        return unit
    }

    private mutating func readFourHexDigits(_ text: Span<UInt8>, of escape: Int) throws(JSONParseError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard offset < text.count else { throw error(.unexpectedEnd) }
            let byte = text[offset]
            switch byte {
            case ascii("0")...ascii("9"): unit = unit << 4 | UInt32(byte - ascii("0"))
            case ascii("a")...ascii("f"), ascii("A")...ascii("F"):
                unit = unit << 4 | UInt32((byte | 0x20) - ascii("a") + 10)
            default: throw error(.invalidEscape, at: escape)
            }
            offset += 1
        }
        return unit
    }
}
