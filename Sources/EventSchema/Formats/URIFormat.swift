/// URIs and references (RFC 3986), and with Unicode IRIs (RFC 3987).
struct URIFormat {
    let allowsUnicode: Bool

    /// What differs in the characters that it may have.
    private enum Part { case host, userInformation, path, fragment, query }

    func isURI(_ text: Span<UInt8>) -> Bool {
        guard let start = endOfScheme(text) else { return false }
        return isRest(text, from: start, allowsColonInFirstSegment: true)
    }

    func isReference(_ text: Span<UInt8>) -> Bool {
        isURI(text) || isRest(text, from: 0, allowsColonInFirstSegment: false)
    }

    /// The offset behind the colon; `nil` when the text does not begin with a scheme.
    private func endOfScheme(_ text: Span<UInt8>) -> Int? {
        guard let first = text.byte(at: 0), first.isLetter else { return nil }
        for offset in text.indices {
            switch text[offset] {
            case ascii(":"): return offset + 1
            case ascii("+"), ascii("-"), ascii("."): break
            case let byte: guard byte.isLetter || byte.isDigit else { return nil }
            }
        }
        return nil
    }

    /// Everything behind the scheme.
    private func isRest(_ text: Span<UInt8>, from start: Int, allowsColonInFirstSegment: Bool) -> Bool {
        var path = start..<text.count
        if let mark = text.firstOffset(of: ascii("#"), in: path) {
            guard isAllowed(text, mark + 1..<path.upperBound, in: .fragment) else { return false }
            path = start..<mark
        }
        if let mark = text.firstOffset(of: ascii("?"), in: path) {
            guard isAllowed(text, mark + 1..<path.upperBound, in: .query) else { return false }
            path = start..<mark
        }
        if path.count >= 2, text[start] == ascii("/"), text[start + 1] == ascii("/") {
            let afterSlashes = start + 2..<path.upperBound
            let end = text.firstOffset(of: ascii("/"), in: afterSlashes) ?? path.upperBound
            guard isAuthority(text.extracting(start + 2..<end)) else { return false }
            path = end..<path.upperBound
        }
        guard isAllowed(text, path, in: .path) else { return false }
        let firstSegment = path.lowerBound..<(text.firstOffset(of: ascii("/"), in: path) ?? path.upperBound)
        return allowsColonInFirstSegment || text.firstOffset(of: ascii(":"), in: firstSegment) == nil
    }

    private func isAuthority(_ text: Span<UInt8>) -> Bool {
        var start = 0
        if let at = text.indices.last(where: { text[$0] == ascii("@") }) {
            guard isAllowed(text, 0..<at, in: .userInformation) else { return false }
            start = at + 1
        }
        if text.byte(at: start) == ascii("[") {
            guard let end = text.indices.last(where: { text[$0] == ascii("]") }), end > start,
                isIPLiteral(text.extracting(start + 1..<end))
            else { return false }
            return isPort(text, from: end + 1)
        }
        let end = text.firstOffset(of: ascii(":"), in: start..<text.count) ?? text.count
        return isAllowed(text, start..<end, in: .host) && isPort(text, from: end)
    }

    private func isPort(_ text: Span<UInt8>, from start: Int) -> Bool {
        var offset = start
        guard offset < text.count else { return true }
        guard text.skip(ascii(":"), at: &offset) else { return false }
        _ = text.skip(at: &offset, while: \.isDigit)
        return offset == text.count
    }

    private func isIPLiteral(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        guard text.skip(letter: ascii("v"), at: &offset) else { return AddressFormat.isIPv6(String(text)) }
        guard text.skip(at: &offset, while: \.isHexDigit) > 0, text.skip(ascii("."), at: &offset) else { return false }
        let address = offset..<text.count
        return !address.isEmpty && text.firstOffset(of: ascii("%"), in: address) == nil
            && URIFormat(allowsUnicode: false).isAllowed(text, address, in: .userInformation)
    }

    // MARK: - Characters

    private func isAllowed(_ text: Span<UInt8>, _ range: Range<Int>, in part: Part) -> Bool {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = text[offset]
            if byte == ascii("%") {
                guard offset + 2 < range.upperBound, text[offset + 1].isHexDigit, text[offset + 2].isHexDigit else {
                    return false
                }
                offset += 3
            } else if byte < 0x80 {
                guard Self.isPlain(byte, in: part) else { return false }
                offset += 1
            } else {
                guard allowsUnicode else { return false }
                let scalar = text.scalar(at: offset)
                guard Self.isPlain(scalar, in: part) else { return false }
                offset += UTF8.width(scalar)
            }
        }
        return true
    }

    /// Whether a character of ASCII is unreserved, a sub-delimiter, or a delimiter that the part may have.
    private static func isPlain(_ byte: UInt8, in part: Part) -> Bool {
        switch byte {
        case ascii("a")...ascii("z"), ascii("A")...ascii("Z"), ascii("0")...ascii("9"), ascii("-"), ascii("."),
            ascii("_"), ascii("~"), ascii("!"), ascii("$"), ascii("&"), ascii("'"), ascii("("), ascii(")"),
            ascii("*"), ascii("+"), ascii(","), ascii(";"), ascii("="):
            true
        case ascii(":"): part != .host
        case ascii("@"), ascii("/"): part != .host && part != .userInformation
        case ascii("?"): part == .fragment || part == .query
        default: false
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar, in part: Part) -> Bool {
        switch scalar.value {
        case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: part == .query
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
        case 0x10000...0xDFFFF: scalar.value & 0xFFFF <= 0xFFFD
        case 0xE1000...0xEFFFD: true
        default: false
        }
    }
}
