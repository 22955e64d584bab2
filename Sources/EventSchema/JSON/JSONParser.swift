/// A recursive-descent parser over bytes that outlive it; it is created only in `JSONValue+Parsing.swift`.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var remainingDepth: Int
    /// Whether repeated names and halves of surrogate pairs are taken as JavaScript takes them.
    let isLenient: Bool
    var offset = 0

    init(bytes: UnsafeBufferPointer<UInt8>, remainingDepth: Int, isLenient: Bool = false) {
        self.bytes = bytes
        self.remainingDepth = remainingDepth
        self.isLenient = isLenient
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

    func error(_ code: JSONParseError.Code, at other: Int? = nil) -> JSONParseError {
        JSONParseError(code: code, offset: other ?? offset)
    }

    var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

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
        for index in 0..<word.utf8CodeUnitCount {
            guard let byte = current else { throw error(.unexpectedEnd) }
            guard byte == word.utf8Start[index] else { throw error(.unexpectedByte) }
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
            // Few objects have fewer members, and growing from one costs more than the unused room.
            object.reserveCapacity(6)
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
        let value = try parseValue()
        if isLenient { return object[name] = value }
        guard object.insert(value, forNewName: name) else { throw error(.duplicateName, at: start) }
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
}
