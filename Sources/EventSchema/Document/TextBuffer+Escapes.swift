extension TextBuffer {
    /// Appends a string between quotation marks. Escaped are `"`, `\`, the control characters below U+0020, and halves
    /// of surrogate pairs as ``UnpairedSurrogate`` represents them; all else goes out as UTF-8.
    @inline(never)
    mutating func append(escaping string: Span<UInt8>) {
        append(ascii("\""))
        var plainStart = 0
        while true {
            let plainEnd = string.plainEnd(from: plainStart)
            append(string.extracting(plainStart..<plainEnd))
            guard plainEnd < string.count else { break }
            plainStart = plainEnd + 1
            if string[plainEnd] == UnpairedSurrogate.markByte {
                plainStart += appendMark(before: string.extracting(plainStart...))
            } else {
                appendEscape(of: string[plainEnd])
            }
        }
        append(ascii("\""))
    }

    /// Writes a mark of ``UnpairedSurrogate``, or the half of a surrogate pair that begins with it.
    ///
    /// - Returns: how many of the following bytes belong to what was written.
    private mutating func appendMark(before rest: Span<UInt8>) -> Int {
        var next = String(rest.extracting(first: 8)).unicodeScalars[...]
        guard let scalar = next.popFirst(), UnpairedSurrogate.isReserved(scalar) else {
            appendEscape(of: UnpairedSurrogate.markByte)
            return 0
        }
        if let half = UnpairedSurrogate.half(of: scalar) {
            append("\\u\(String(half, radix: 16))" as String)
            return UTF8.width(scalar)
        }
        appendEscape(of: UnpairedSurrogate.markByte)
        return next.first.map(UnpairedSurrogate.isReserved) == true ? UTF8.width(scalar) : 0
    }

    private mutating func appendEscape(of byte: UInt8) {
        append(ascii("\\"))
        switch byte {
        case ascii("\""), ascii("\\"): append(byte)
        case ascii("\n"): append(ascii("n"))
        case ascii("\r"): append(ascii("r"))
        case ascii("\t"): append(ascii("t"))
        default:
            append("u00")
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? ascii("0") + value : ascii("a") + value - 10 }
}
