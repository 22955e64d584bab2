/// JSON pointers (RFC 6901) and relative ones.
enum PointerFormat {
    static func isPointer(_ text: some StringProtocol) -> Bool {
        var reader = ByteReader(text)
        return isPointer(&reader)
    }

    static func isRelativePointer(_ text: String) -> Bool {
        var reader = ByteReader(text)
        let startsWithZero = reader.current == ascii("0")
        let digits = reader.skip(while: \.isDigit)
        guard digits == 1 || (digits > 1 && !startsWithZero) else { return false }
        if reader.skip(ascii("#")) { return reader.isAtEnd }
        return isPointer(&reader)
    }

    private static func isPointer(_ reader: inout ByteReader) -> Bool {
        guard reader.isAtEnd || reader.current == ascii("/") else { return false }
        while !reader.isAtEnd {
            if reader.skip(ascii("~")) {
                guard reader.skip(ascii("0"), ascii("1")) else { return false }
            } else {
                reader.offset += 1
            }
        }
        return true
    }
}

/// UUIDs (RFC 4122): 8-4-4-4-12 hexadecimal digits in either case.
enum UUIDFormat {
    static func isUUID(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: ascii("-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
}

/// URI templates (RFC 6570).
enum TemplateFormat {
    static func isTemplate(_ text: String) -> Bool {
        var reader = ByteReader(text)
        while let byte = reader.current {
            reader.offset += 1
            switch byte {
            case ascii("{"): guard readExpression(&reader) else { return false }
            case ascii("%"): guard readHexPair(&reader) else { return false }
            case 0...0x20, 0x7F, ascii("\""), ascii("<"), ascii(">"), ascii("\\"), ascii("^"), ascii("`"),
                ascii("|"), ascii("}"):
                return false
            default: break
            }
        }
        return true
    }

    private static func readExpression(_ reader: inout ByteReader) -> Bool {
        if let byte = reader.current, "+#./;?&=,!@|".utf8.contains(byte) { reader.offset += 1 }
        repeat { guard readVariable(&reader) else { return false } } while reader.skip(ascii(","))
        return reader.skip(ascii("}"))
    }

    private static func readVariable(_ reader: inout ByteReader) -> Bool {
        repeat {
            var length = 0
            while let byte = reader.current {
                if byte == ascii("%") {
                    reader.offset += 1
                    guard readHexPair(&reader) else { return false }
                } else if byte.isDigit || (byte < 0x80 && byte.isLetter) || byte == ascii("_") {
                    reader.offset += 1
                } else {
                    break
                }
                length += 1
            }
            guard length > 0 else { return false }
        } while reader.skip(ascii("."))
        if reader.skip(ascii("*")) { return true }
        guard reader.skip(ascii(":")) else { return true }
        let startsWithZero = reader.current == ascii("0")
        return (1...4).contains(reader.skip(while: \.isDigit)) && !startsWithZero
    }

    private static func readHexPair(_ reader: inout ByteReader) -> Bool {
        for _ in 0..<2 {
            guard let byte = reader.current, byte < 0x80, byte.isHexDigit else { return false }
            reader.offset += 1
        }
        return true
    }
}
