extension PatternParser {
    // MARK: - Classes

    /// Reads `[…]`.
    mutating func parseClass() throws(PatternError) -> CodeSet {
        let begin = offset
        offset += 1
        let isNegated = skip("^")
        var ranges: [ClosedRange<UInt32>] = []
        var properties: Set<[ClosedRange<UInt32>]> = []
        while !isNext("]") {
            guard offset < codes.count else {
                throw error("the class is not closed", "Add a closing bracket.", at: begin)
            }
            let added = try parseClassRanges()
            // A property that is there already, of which there may be thousands.
            if added.count > 8, !properties.insert(added).inserted { continue }
            ranges += added
        }
        offset += 1
        let set = CodeSet(ranges)
        return isNegated ? set.inverted : set
    }

    private mutating func parseClassRanges() throws(PatternError) -> [ClosedRange<UInt32>] {
        let begin = offset
        let low = try parseClassAtom()
        guard isNext("-"), offset + 1 < codes.count, codes[offset + 1] != UInt32(ascii("]")) else { return low.ranges }
        offset += 1
        let high = try parseClassAtom()
        guard let first = low.onlyCode, let last = high.onlyCode else {
            guard !unicode else {
                throw error("a range needs a character at each end", "Escape the hyphen as \\-.", at: begin)
            }
            return low.ranges + high.ranges + CodeSet(UInt32(ascii("-"))).ranges
        }
        guard first <= last else { throw error("the range is out of order", "Put the smaller code first.", at: begin) }
        return [first...last]
    }

    private mutating func parseClassAtom() throws(PatternError) -> CodeSet {
        if isNext("\\") { return try parseEscape(inClass: true) }
        guard let code = current else { throw error("the class is not closed", "Add a closing bracket.") }
        offset += 1
        return CodeSet(code)
    }

    // MARK: - Escapes

    /// Reads a backslash and what belongs to it.
    mutating func parseEscape(inClass: Bool) throws(PatternError) -> CodeSet {
        let begin = offset
        offset += 1
        guard let code = current else {
            throw error("a backslash at the end", "Write \\\\ for a backslash.", at: begin)
        }
        offset += 1
        // Half of a surrogate pair, which only UTF-16 units have, stands for itself.
        switch Unicode.Scalar(code) ?? "\u{FFFD}" {
        case "d": return .digits
        case "D": return CodeSet.digits.inverted
        case "s": return .whiteSpace
        case "S": return CodeSet.whiteSpace.inverted
        case "w": return .wordCodes
        case "W": return CodeSet.wordCodes.inverted
        case "p" where unicode: return try parseProperty(isNegated: false, at: begin)
        case "P" where unicode: return try parseProperty(isNegated: true, at: begin)
        case "t": return CodeSet(0x9)
        case "n": return CodeSet(0xA)
        case "v": return CodeSet(0xB)
        case "f": return CodeSet(0xC)
        case "r": return CodeSet(0xD)
        case "b" where inClass: return CodeSet(0x8)
        case "c": return try parseControl(inClass: inClass, at: begin)
        case "x": return CodeSet(try parseHexadecimal(digits: 2, letter: code, at: begin))
        case "u": return CodeSet(try parseUnicode(letter: code, at: begin))
        case "0"..."9": return try parseDigits(first: code, inClass: inClass, at: begin)
        case "k" where unicode || !groupNames.isEmpty: return try parseNamedReference(at: begin)
        default: return CodeSet(try identity(of: code, inClass: inClass, at: begin))
        }
    }

    private func identity(of code: UInt32, inClass: Bool, at begin: Int) throws(PatternError) -> UInt32 {
        guard unicode else { return code }
        let isSyntax = code < 0x80 && "^$\\.*+?()[]{}|/".utf8.contains(UInt8(code))
        let isRedundant = Unicode.Scalar(code).map { !$0.properties.isIDContinue } ?? false
        guard isSyntax || (inClass && code == UInt32(ascii("-"))) || (allowsRedundantEscapes && isRedundant) else {
            throw error("this character has no escape", "Write it without the backslash.", at: begin)
        }
        return code
    }

    private mutating func parseNamedReference(at begin: Int) throws(PatternError) -> CodeSet {
        guard skip("<"), let end = codes[offset...].firstIndex(of: UInt32(ascii(">"))) else {
            throw error("not a reference to a group", "Write \\k<name>.", at: begin)
        }
        guard groupNames.contains(Array(codes[offset..<end])) else {
            throw error("there is no group of that name", "Name the group.", at: begin)
        }
        offset = end + 1
        guard !refusesBackReferences else {
            throw error("back-references are not supported", "Write the expression without \\k.", at: begin)
        }
        return CodeSet([])
    }

    private mutating func parseControl(inClass: Bool, at begin: Int) throws(PatternError) -> CodeSet {
        let letters = CodeSet([0x41...0x5A, 0x61...0x7A])
        // Annex B: within a class, digits and the underscore are control letters too.
        let allowed = inClass && !unicode ? letters.union(.digits).union(CodeSet(UInt32(ascii("_")))) : letters
        if let code = current, allowed.contains(code) {
            offset += 1
            return CodeSet(code % 32)
        }
        guard !unicode else { throw error("\\c needs a letter", "Write \\cA to \\cZ.", at: begin) }
        offset = begin + 1
        return CodeSet(UInt32(ascii("\\")))
    }

    private mutating func parseDigits(first: UInt32, inClass: Bool, at begin: Int) throws(PatternError) -> CodeSet {
        offset -= 1
        if first == UInt32(ascii("0")), offset + 1 == codes.count || !CodeSet.digits.contains(codes[offset + 1]) {
            offset += 1
            return CodeSet(0)
        }
        guard !unicode || (first != UInt32(ascii("0")) && !inClass) else {
            throw error("octal escapes are not allowed", "Write \\x and two hexadecimal digits.", at: begin)
        }
        let number = parseDecimal() ?? 0
        if !inClass, first != UInt32(ascii("0")) { try refuseBackReference(number, at: begin) }
        offset = begin + 1
        return CodeSet(parseLegacyOctal())
    }

    /// Annex B: up to three octal digits, at most 377; `\8` and `\9` stand for themselves.
    private mutating func parseLegacyOctal() -> UInt32 {
        let begin = offset
        var value: UInt32 = 0
        while let code = current, (0x30...0x37).contains(code), offset - begin < 3, value * 8 + code - 0x30 <= 0xFF {
            value = value * 8 + code - 0x30
            offset += 1
        }
        guard offset == begin, let code = current else { return value }
        offset += 1
        return code
    }

    private mutating func parseHexadecimal(digits: Int, letter: UInt32, at begin: Int) throws(PatternError) -> UInt32 {
        let start = offset
        var value: UInt32 = 0
        while offset - start < digits, let digit = current.flatMap(hexadecimalValue) {
            value = value << 4 | digit
            offset += 1
        }
        if offset - start == digits { return value }
        guard !unicode else {
            throw error("not enough hexadecimal digits", "Write \\xHH, \\uHHHH or \\u{H…}.", at: begin)
        }
        offset = start
        return letter
    }

    private func hexadecimalValue(_ code: UInt32) -> UInt32? {
        guard code < 0x80, let digit = Character(Unicode.Scalar(UInt8(code))).hexDigitValue else { return nil }
        return UInt32(digit)
    }

    private mutating func parseUnicode(letter: UInt32, at begin: Int) throws(PatternError) -> UInt32 {
        if unicode, skip("{") {
            var value: UInt32 = 0
            let start = offset
            while let digit = current.flatMap(hexadecimalValue), value <= CodeSet.largestCode {
                value = value << 4 | digit
                offset += 1
            }
            guard offset > start, value <= CodeSet.largestCode, skip("}") else {
                throw error("not a code point", "Write \\u{H…} with up to 10FFFF.", at: begin)
            }
            return value
        }
        let high = try parseHexadecimal(digits: 4, letter: letter, at: begin)
        guard unicode, (0xD800...0xDBFF).contains(high), isNext("\\u") else { return high }
        let mark = offset
        offset += 2
        let low = try parseHexadecimal(digits: 4, letter: letter, at: mark)
        if (0xDC00...0xDFFF).contains(low) { return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00) }
        offset = mark
        return high
    }

    private mutating func parseProperty(isNegated: Bool, at begin: Int) throws(PatternError) -> CodeSet {
        guard skip("{"), let end = codes[offset...].firstIndex(of: UInt32(ascii("}"))) else {
            throw error("a property needs braces", "Write \\p{Letter}, for example.", at: begin)
        }
        let name = String(String.UnicodeScalarView(codes[offset..<end].compactMap(Unicode.Scalar.init)))
        offset = end + 1
        guard isNegated else { return try codes(ofProperty: name, at: begin) }
        if let known = invertedProperties[name] { return known }
        let inverted = try codes(ofProperty: name, at: begin).inverted
        invertedProperties[name] = inverted
        return inverted
    }

    private func codes(ofProperty name: String, at begin: Int) throws(PatternError) -> CodeSet {
        if let set = UnicodeProperty.codes(named: name) { return set }
        throw error(
            "the property \(name) is not known",
            "Use a general category, a binary property or a script, as in \\p{Script=Greek}.", at: begin)
    }
}

extension CodeSet {
    /// The code of a set of one.
    fileprivate var onlyCode: UInt32? {
        guard ranges.count == 1, ranges[0].count == 1 else { return nil }
        return ranges[0].lowerBound
    }
}
