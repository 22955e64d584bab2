/// JSON pointers (RFC 6901) and relative ones.
enum PointerFormat {
    static func isPointer(_ text: Span<UInt8>) -> Bool { isPointer(text, from: 0) }

    static func isRelativePointer(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        let digits = text.skip(at: &offset, while: \.isDigit)
        guard digits == 1 || (digits > 1 && text[0] != ascii("0")) else { return false }
        if text.skip(ascii("#"), at: &offset) { return offset == text.count }
        return isPointer(text, from: offset)
    }

    private static func isPointer(_ text: Span<UInt8>, from start: Int) -> Bool {
        guard start == text.count || text[start] == ascii("/") else { return false }
        var offset = start
        while offset < text.count {
            if text.skip(ascii("~"), at: &offset) {
                guard text.skip(ascii("0"), at: &offset) || text.skip(ascii("1"), at: &offset) else { return false }
            } else {
                offset += 1
            }
        }
        return true
    }
}

/// UUIDs (RFC 4122): 8-4-4-4-12 hexadecimal digits in either case.
enum UUIDFormat {
    static func isUUID(_ text: Span<UInt8>) -> Bool {
        guard text.count == 36 else { return false }
        for offset in text.indices {
            switch offset {
            case 8, 13, 18, 23: guard text[offset] == ascii("-") else { return false }
            default: guard text[offset].isHexDigit else { return false }
            }
        }
        return true
    }
}

/// URI templates (RFC 6570).
enum TemplateFormat {
    static func isTemplate(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        while let byte = text.byte(at: offset) {
            offset += 1
            switch byte {
            case ascii("{"): guard readExpression(text, &offset) else { return false }
            case ascii("%"): guard readHexPair(text, &offset) else { return false }
            case 0...0x20, 0x7F, ascii("\""), ascii("<"), ascii(">"), ascii("\\"), ascii("^"), ascii("`"),
                ascii("|"), ascii("}"):
                return false
            default: break
            }
        }
        return true
    }

    private static func readExpression(_ text: Span<UInt8>, _ offset: inout Int) -> Bool {
        if let byte = text.byte(at: offset), "+#./;?&=,!@|".utf8.contains(byte) { offset += 1 }
        repeat { guard readVariable(text, &offset) else { return false } } while text.skip(ascii(","), at: &offset)
        return text.skip(ascii("}"), at: &offset)
    }

    private static func readVariable(_ text: Span<UInt8>, _ offset: inout Int) -> Bool {
        repeat {
            var length = 0
            while let byte = text.byte(at: offset) {
                if byte == ascii("%") {
                    offset += 1
                    guard readHexPair(text, &offset) else { return false }
                } else if byte.isDigit || byte.isLetter || byte == ascii("_") {
                    offset += 1
                } else {
                    break
                }
                length += 1
            }
            guard length > 0 else { return false }
        } while text.skip(ascii("."), at: &offset)
        if text.skip(ascii("*"), at: &offset) { return true }
        guard text.skip(ascii(":"), at: &offset) else { return true }
        let startsWithZero = text.byte(at: offset) == ascii("0")
        return (1...4).contains(text.skip(at: &offset, while: \.isDigit)) && !startsWithZero
    }

    private static func readHexPair(_ text: Span<UInt8>, _ offset: inout Int) -> Bool {
        for _ in 0..<2 {
            guard let byte = text.byte(at: offset), byte.isHexDigit else { return false }
            offset += 1
        }
        return true
    }
}
