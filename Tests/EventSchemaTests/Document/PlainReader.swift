import EventSchema

/// A second reader of JSON, as plain as RFC 8259 reads, with which the parser is compared: one character at a time, by
/// recursion, into values.
struct PlainReader {
    struct Refusal: Error {}

    private var rest: Substring.UnicodeScalarView

    /// Reads one value; repeated names and halves of surrogate pairs are refused.
    static func read(_ bytes: [UInt8]) throws -> JSONValue {
        guard var text = String(validating: bytes, as: UTF8.self) else { throw Refusal() }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { text.unicodeScalars.removeFirst() }
        var reader = PlainReader(rest: text[...].unicodeScalars)
        let value = try reader.value()
        reader.space()
        guard reader.rest.isEmpty else { throw Refusal() }
        return value
    }

    private mutating func next() throws -> Unicode.Scalar {
        guard let scalar = rest.popFirst() else { throw Refusal() }
        return scalar
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func space() {
        while let scalar = rest.first, " \n\r\t".unicodeScalars.contains(scalar) { rest.removeFirst() }
    }

    private mutating func value() throws -> JSONValue {
        space()
        switch rest.first {
        case "{": return try object()
        case "[": return try array()
        case "\"": return .string(try string())
        case "t": return try word("true", true)
        case "f": return try word("false", false)
        case "n": return try word("null", nil)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
        for scalar in word.unicodeScalars { guard skip(scalar) else { throw Refusal() } }
        return value
    }

    private mutating func array() throws -> JSONValue {
        var elements: [JSONValue] = []
        _ = try next()
        space()
        if skip("]") { return .array([]) }
        while true {
            elements.append(try value())
            space()
            if skip("]") { return .array(elements) }
            guard skip(",") else { throw Refusal() }
        }
    }

    private mutating func object() throws -> JSONValue {
        var members = JSONObject()
        _ = try next()
        space()
        if skip("}") { return .object(members) }
        while true {
            space()
            let name = try string()
            space()
            guard skip(":"), members.insert(try value(), forNewName: name) else { throw Refusal() }
            space()
            if skip("}") { return .object(members) }
            guard skip(",") else { throw Refusal() }
        }
    }

    private mutating func string() throws -> String {
        guard skip("\"") else { throw Refusal() }
        var units: [UInt16] = []
        while true {
            let scalar = try next()
            if scalar == "\"" { break }
            guard scalar >= " " else { throw Refusal() }
            if scalar == "\\" { units.append(try escape()) } else { units += Array(String(scalar).utf16) }
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw Refusal() }
        return represented(text)
    }

    /// The text as a value has it: between U+001A and a scalar that would stand for half of a surrogate pair then, or
    /// U+10FFFF, another U+10FFFF.
    private func represented(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isReserved = 0x10_D800...0x10_DFFF ~= scalar.value || scalar == "\u{10FFFF}"
            if scalars.last == "\u{1A}", isReserved { scalars.append("\u{10FFFF}") }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    private mutating func escape() throws -> UInt16 {
        switch try next() {
        case "\"": return 0x22
        case "\\": return 0x5C
        case "/": return 0x2F
        case "b": return 8
        case "f": return 12
        case "n": return 10
        case "r": return 13
        case "t": return 9
        case "u":
            var digits = ""
            for _ in 0..<4 { digits.unicodeScalars.append(try next()) }
            guard digits.utf8.allSatisfy({ $0 != 0x2B }), let unit = UInt16(digits, radix: 16) else { throw Refusal() }
            return unit
        default: throw Refusal()
        }
    }

    private mutating func number() throws -> JSONValue {
        var text = skip("-") ? "-" : ""
        if skip("0") { text += "0" } else { text += try digits() }
        if skip(".") { text += "." + (try digits()) }
        if let mark = rest.first, mark == "e" || mark == "E" {
            rest.removeFirst()
            let sign = skip("+") ? "+" : skip("-") ? "-" : ""
            let digits = try digits()
            guard (Int(digits) ?? .max) <= 1_000 else { throw Refusal() }
            text += String(mark) + sign + digits
        }
        // The parser is compared with this reader, so only the spelling of a number is taken from it.
        guard let number = JSONNumber(literal: text) else { throw Refusal() }
        return .number(number)
    }

    private mutating func digits() throws -> String {
        var digits = ""
        while let scalar = rest.first, "0"..."9" ~= scalar { digits.unicodeScalars.append(try next()) }
        guard !digits.isEmpty else { throw Refusal() }
        return digits
    }
}
