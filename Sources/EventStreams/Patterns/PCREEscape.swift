/// What a backslash and what belongs to it mean in PCRE.
enum PCREEscape {
    case literal(Unicode.Scalar)
    case set(ScalarSet)
    /// A Unicode property, spelled as ECMA-262 has it.
    case property(String)
    case quoted(String)
    case start
    case end(allowsNewline: Bool)
    case wordBoundary(isBoundary: Bool)
    case newline

    /// Reads an escape where the translator stands.
    init(_ translator: inout PCRETranslator) throws(MalformedPatternError) {
        translator.position += 1
        guard let scalar = translator.current else { throw translator.refusal("a backslash at the end") }
        translator.position += 1
        if let simple = Self.simple[scalar] {
            self = simple
            return
        }
        switch scalar {
        case "Q": self = .quoted(translator.readRest(until: "\\E"))
        case "x": self = .literal(try translator.readHexadecimal())
        case "0": self = .literal(translator.readOctal())
        case "c": self = .literal(try translator.readControl())
        case "p", "P": self = .property(try translator.readProperty(scalar))
        case "1"..."9", "k", "g": throw translator.refusal("back-references (\\\(scalar)) are not supported")
        case _ where ScalarSet.word.contains(scalar.value) && scalar != "_":
            throw translator.refusal("the escape \\\(scalar) is not supported")
        default: self = .literal(scalar)
        }
    }

    private static let simple: [Unicode.Scalar: PCREEscape] = [
        "d": .set(.digits), "D": .set(ScalarSet.digits.inverted), "w": .set(.word), "W": .set(ScalarSet.word.inverted),
        "s": .set(.space), "S": .set(ScalarSet.space.inverted), "h": .set(.horizontalSpace),
        "H": .set(ScalarSet.horizontalSpace.inverted), "v": .set(.verticalSpace),
        "V": .set(ScalarSet.verticalSpace.inverted), "N": .set(ScalarSet("\n").inverted), "R": .newline,
        "t": .literal("\t"), "n": .literal("\n"), "r": .literal("\r"), "f": .literal("\u{c}"), "a": .literal("\u{7}"),
        "e": .literal("\u{1b}"), "A": .start, "z": .end(allowsNewline: false), "Z": .end(allowsNewline: true),
        "b": .wordBoundary(isBoundary: true), "B": .wordBoundary(isBoundary: false), "E": .quoted(""),
    ]
}

extension PCRETranslator {
    fileprivate mutating func readRest(until end: String) -> String {
        let start = position
        if let text = readText(until: end) { return text }
        position = start
        var rest = String.UnicodeScalarView()
        skip { scalar in
            rest.append(scalar)
            return true
        }
        return String(rest)
    }

    private mutating func readDigits(upTo count: Int, radix: UInt32) -> UInt32? {
        var value: UInt32?
        for _ in 0..<count {
            guard let digit = current?.asciiDigit, digit < radix else { break }
            value = (value ?? 0) * radix + digit
            position += 1
        }
        return value
    }

    fileprivate mutating func readHexadecimal() throws(MalformedPatternError) -> Unicode.Scalar {
        let isBraced = current == "{"
        if isBraced { position += 1 }
        let value = readDigits(upTo: isBraced ? 6 : 2, radix: 16)
        if isBraced, current != "}" || value == nil { throw refusal("write \\x{H…} with hexadecimal digits") }
        if isBraced { position += 1 }
        guard let scalar = Unicode.Scalar(value ?? 0) else { throw refusal("\\x{…} names no character") }
        return scalar
    }

    fileprivate mutating func readOctal() -> Unicode.Scalar {
        Unicode.Scalar(UInt8(truncatingIfNeeded: readDigits(upTo: 2, radix: 8) ?? 0))
    }

    fileprivate mutating func readControl() throws(MalformedPatternError) -> Unicode.Scalar {
        guard let scalar = current, scalar.isASCII, scalar.value >= 0x20 else {
            throw refusal("\\c needs a printable character")
        }
        position += 1
        let isLowerCase = (0x61...0x7A).contains(scalar.value)
        return Unicode.Scalar(UInt8(truncatingIfNeeded: (isLowerCase ? scalar.value - 0x20 : scalar.value) ^ 0x40))
    }

    /// `\pL`, `\p{Lu}` and `\p{^Lu}`.
    fileprivate mutating func readProperty(_ letter: Unicode.Scalar) throws(MalformedPatternError) -> String {
        guard let first = current else { throw refusal("\\\(letter) needs a property, as in \\p{Lu}") }
        position += 1
        guard first == "{" else { return "\\\(letter){\(first)}" }
        guard var name = readText(until: "}") else { throw refusal("\\\(letter){ is not closed") }
        var isNegated = letter == "P"
        if name.hasPrefix("^") {
            name.removeFirst()
            isNegated.toggle()
        }
        return "\\\(isNegated ? "P" : "p"){\(name)}"
    }
}

extension Unicode.Scalar {
    /// The value of an ASCII digit, hexadecimal ones included.
    fileprivate var asciiDigit: UInt32? {
        isASCII ? Character(self).hexDigitValue.map(UInt32.init) : nil
    }
}
