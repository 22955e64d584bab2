extension JSONValue {
    /// Reads one JSON value from UTF-8 bytes (RFC 8259).
    ///
    /// A byte order mark at the start is skipped. Refused, with the byte offset: repeated names in an object, halves of
    /// surrogate pairs, invalid UTF-8, anything after the value, nesting deeper than `maximumDepth`, exponents beyond
    /// ±1 000 000 000, and everything else that RFC 8259 does not allow.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - maximumDepth: how many arrays and objects may be nested; 512 unless given. More than a few thousand may
    ///     exhaust the stack of a background thread.
    /// - Throws: ``JSONParseError``.
    /// - Complexity: linear in the number of bytes.
    public init(parsing bytes: [UInt8], maximumDepth: Int = JSONValue.defaultMaximumDepth) throws(JSONParseError) {
        let result: Result<JSONValue, JSONParseError> = bytes.withUnsafeBufferPointer { buffer in
            Self.parse(buffer, maximumDepth: maximumDepth)
        }
        self = try result.get()
    }

    /// Reads one JSON value from a text, as ``init(parsing:maximumDepth:)-([UInt8],_)`` does.
    public init(parsing text: some StringProtocol, maximumDepth: Int = JSONValue.defaultMaximumDepth)
        throws(JSONParseError)
    {
        try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
    }

    /// How many arrays and objects may be nested unless a caller says otherwise.
    public static var defaultMaximumDepth: Int { 512 }

    /// Whether the bytes are one JSON value that ``init(parsing:maximumDepth:)-([UInt8],_)`` takes.
    static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            if case .success = parse(buffer, maximumDepth: defaultMaximumDepth) { true } else { false }
        }
    }

    private static func parse(
        _ buffer: UnsafeBufferPointer<UInt8>, maximumDepth: Int
    ) -> Result<JSONValue, JSONParseError> {
        Result { () throws(JSONParseError) in
            var parser = JSONParser(bytes: buffer, remainingDepth: maximumDepth)
            return try parser.parseDocument()
        }
    }
}

extension JSONNumber {
    /// Reads text that is one JSON number and nothing else, white space included.
    static func parse(_ text: String) -> Result<JSONNumber, JSONParseError> {
        text.withUTF8Bytes { buffer in
            Result { () throws(JSONParseError) in
                var parser = JSONParser(bytes: buffer, remainingDepth: 0)
                return try parser.parseLoneNumber()
            }
        }
    }
}

/// A recursive-descent parser over bytes that outlive it; the initialisers and functions above are its only owners.
private struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var remainingDepth: Int
    var offset = 0

    init(bytes: UnsafeBufferPointer<UInt8>, remainingDepth: Int) {
        self.bytes = bytes
        self.remainingDepth = remainingDepth
    }

    mutating func parseDocument() throws(JSONParseError) -> JSONValue {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { offset = 3 }
        let value = try parseValue()
        skipWhitespace()
        guard offset == bytes.count else { throw error(.trailingContent) }
        return value
    }

    mutating func parseLoneNumber() throws(JSONParseError) -> JSONNumber {
        let number = try parseNumber()
        guard offset == bytes.count else { throw error(.trailingContent) }
        return number
    }

    private func error(_ reason: JSONParseError.Reason, at place: Int? = nil) -> JSONParseError {
        JSONParseError(reason: reason, offset: place ?? offset)
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipWhitespace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case ascii(" "), ascii("\n"), ascii("\r"), ascii("\t"): offset += 1
            default: return
            }
        }
    }

    /// The next byte that is not white space, left where it is.
    private mutating func peek() throws(JSONParseError) -> UInt8 {
        skipWhitespace()
        guard let byte = current else { throw error(.unexpectedEnd) }
        return byte
    }

    private mutating func parseValue() throws(JSONParseError) -> JSONValue {
        switch try peek() {
        case ascii("{"): return try parseObject()
        case ascii("["): return try parseArray()
        case ascii("\""): return .string(try parseString())
        case ascii("t"): return try parseWord("true", .bool(true))
        case ascii("f"): return try parseWord("false", .bool(false))
        case ascii("n"): return try parseWord("null", .null)
        case ascii("-"), ascii("0")...ascii("9"): return .number(try parseNumber())
        default: throw error(.unexpectedByte)
        }
    }

    private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(JSONParseError) -> JSONValue {
        for place in 0..<word.utf8CodeUnitCount {
            guard let byte = current else { throw error(.unexpectedEnd) }
            guard byte == word.utf8Start[place] else { throw error(.unexpectedByte) }
            offset += 1
        }
        return value
    }

    // MARK: - Arrays and objects

    private mutating func enter() throws(JSONParseError) {
        guard remainingDepth > 0 else { throw error(.tooDeep) }
        remainingDepth -= 1
        offset += 1
    }

    private mutating func leave() {
        remainingDepth += 1
        offset += 1
    }

    /// After an element: steps over a comma, or says that the closing bracket is next.
    private mutating func hasMore(before end: UInt8) throws(JSONParseError) -> Bool {
        let next = try peek()
        if next == end { return false }
        guard next == ascii(",") else { throw error(.unexpectedByte) }
        offset += 1
        return true
    }

    private mutating func parseArray() throws(JSONParseError) -> JSONValue {
        try enter()
        var elements: [JSONValue] = []
        if try peek() != ascii("]") {
            repeat { elements.append(try parseValue()) } while try hasMore(before: ascii("]"))
        }
        leave()
        return .array(elements)
    }

    private mutating func parseObject() throws(JSONParseError) -> JSONValue {
        try enter()
        var object = JSONObject()
        if try peek() != ascii("}") {
            repeat { try parseMember(into: &object) } while try hasMore(before: ascii("}"))
        }
        leave()
        return .object(object)
    }

    private mutating func parseMember(into object: inout JSONObject) throws(JSONParseError) {
        guard try peek() == ascii("\"") else { throw error(.unexpectedByte) }
        let start = offset
        let name = try parseString()
        guard try peek() == ascii(":") else { throw error(.unexpectedByte) }
        offset += 1
        guard object.insert(try parseValue(), forNewName: name) else { throw error(.duplicateName, at: start) }
    }

    // MARK: - Numbers

    private mutating func parseNumber() throws(JSONParseError) -> JSONNumber {
        let start = offset
        if current == ascii("-") { offset += 1 }
        let firstDigit = offset
        try skipDigits()
        if bytes[firstDigit] == ascii("0"), offset > firstDigit + 1 { throw error(.invalidNumber, at: start) }
        var isPlain = true
        if current == ascii(".") {
            isPlain = false
            offset += 1
            try skipDigits()
        }
        if current == ascii("e") || current == ascii("E") {
            isPlain = false
            try skipExponent()
        }
        if isPlain, let integer = plainInteger(from: start, firstDigit: firstDigit) { return JSONNumber(integer) }
        return JSONNumber(checkedLiteral: String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func skipDigits() throws(JSONParseError) {
        let start = offset
        while let byte = current, ascii("0") <= byte, byte <= ascii("9") { offset += 1 }
        guard offset > start else { throw error(current == nil ? .unexpectedEnd : .invalidNumber) }
    }

    private mutating func skipExponent() throws(JSONParseError) {
        offset += 1
        if current == ascii("+") || current == ascii("-") { offset += 1 }
        let start = offset
        try skipDigits()
        var magnitude = 0
        for byte in bytes[start..<offset] {
            magnitude = magnitude * 10 + Int(byte - ascii("0"))
            if magnitude > 1_000_000_000 { throw error(.exponentTooLarge, at: start) }
        }
    }

    /// The value of an integer of up to 18 digits; `-0` keeps its spelling as a literal.
    private func plainInteger(from start: Int, firstDigit: Int) -> Int64? {
        guard offset - firstDigit <= 18 else { return nil }
        var magnitude: Int64 = 0
        for byte in bytes[firstDigit..<offset] { magnitude = magnitude * 10 + Int64(byte - ascii("0")) }
        guard start != firstDigit else { return magnitude }
        return magnitude == 0 ? nil : -magnitude
    }

    // MARK: - Strings

    private mutating func parseString() throws(JSONParseError) -> String {
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
    private mutating func skipPlainBytes() {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == ascii("\"") || byte == ascii("\\") || byte < 0x20 { return }
            offset &+= 1
        }
    }

    /// Goes on with a string once its first backslash has been met.
    private mutating func parseEscapedString(from start: Int) throws(JSONParseError) -> String {
        var text = try checkedText(start..<offset)
        while let byte = current {
            switch byte {
            case ascii("\""):
                offset += 1
                return text
            case ascii("\\"): text.unicodeScalars.append(try parseEscape())
            case 0..<0x20: throw error(.controlCharacter)
            default:
                let plainStart = offset
                skipPlainBytes()
                text += try checkedText(plainStart..<offset)
            }
        }
        throw error(.unexpectedEnd)
    }

    private func checkedText(_ range: Range<Int>) throws(JSONParseError) -> String {
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        if let invalid = slice.firstInvalidUTF8Offset { throw error(.invalidUTF8, at: range.lowerBound + invalid) }
        return String(decoding: slice, as: UTF8.self)
    }

    private mutating func parseEscape() throws(JSONParseError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let byte = current else { throw error(.unexpectedEnd) }
        offset += 1
        switch byte {
        case ascii("\""): return "\""
        case ascii("\\"): return "\\"
        case ascii("/"): return "/"
        case ascii("b"): return "\u{8}"
        case ascii("f"): return "\u{c}"
        case ascii("n"): return "\n"
        case ascii("r"): return "\r"
        case ascii("t"): return "\t"
        case ascii("u"): return try parseUnicodeEscape(from: start)
        default: throw error(.invalidEscape, at: start)
        }
    }

    private mutating func parseUnicodeEscape(from start: Int) throws(JSONParseError) -> Unicode.Scalar {
        let unit = try parseFourHexDigits(of: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // A high surrogate must be followed by the escape of a low one.
        guard unit < 0xDC00, offset + 1 < bytes.count, bytes[offset] == ascii("\\"), bytes[offset + 1] == ascii("u")
        else { throw error(.loneSurrogate, at: start) }
        offset += 2
        let low = try parseFourHexDigits(of: offset - 2)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        else { throw error(.loneSurrogate, at: start) }
        return scalar
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
