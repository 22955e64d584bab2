import EventSupport
import Testing

@testable import EventSchema

/// Every decision of the parser: what RFC 8259 demands, forbids, and leaves open.
@Suite struct JSONParserTests {
    @Test(
        arguments: [
            ("null", "null"), ("true", "true"), (" false\n", "false"), ("\t\r[ ]", "[]"), ("{ }", "{}"),
            ("\"\"", "\"\""),
            ("0", "0"), ("-0", "-0"), ("-1", "-1"), ("10", "10"), ("1.50", "1.50"), ("-0.0", "-0.0"), ("1e5", "1e5"),
            ("1E+5", "1E+5"), ("0e-0", "0e-0"), ("999999999999999999", "999999999999999999"),
            ("[1 , 2]", "[1,2]"), ("{\"b\" :1,\"a\":2}", "{\"b\":1,\"a\":2}"), ("{\"\":{}}", "{\"\":{}}"),
            (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\u0008\u000c\n\r\t""#), (#""\u0041\u00e9\uD83D\uDC32""#, #""Aé🐲""#),
            (#""\u0000\u001f""#, #""\u0000\u001f""#), ("\"\u{7F}\u{2028}\u{FFFF}\"", "\"\u{7F}\u{2028}\u{FFFF}\""),
            ("[[[[]]],{}]", "[[[[]]],{}]"),
        ])
    func `valid JSON is accepted and written back`(text: String, written: String) throws {
        #expect(try JSONValue(parsing: text).jsonText == written)
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("[", .unexpectedEnd, 1), ("[1,", .unexpectedEnd, 3),
            ("{\"a\"", .unexpectedEnd, 4), ("{\"a\":", .unexpectedEnd, 5), ("\"a", .unexpectedEnd, 2),
            ("\"\\", .unexpectedEnd, 2), ("\"\\u00", .unexpectedEnd, 5), ("tru", .unexpectedEnd, 3),
            ("-", .unexpectedEnd, 1),
            ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2),
            ("[1,]", .unexpectedByte, 3), ("[,1]", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3),
            ("]", .unexpectedByte, 0),
            ("[1}", .unexpectedByte, 2), ("{a:1}", .unexpectedByte, 1), ("{'a':1}", .unexpectedByte, 1),
            ("{\"a\" 1}", .unexpectedByte, 5), ("{\"a\":1,}", .unexpectedByte, 7), ("{1:2}", .unexpectedByte, 1),
            ("nul ", .unexpectedByte, 3), ("True", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0),
            ("Infinity", .unexpectedByte, 0), ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0),
            ("'a'", .unexpectedByte, 0),
            ("// c\n1", .unexpectedByte, 0), ("\u{A0}1", .unexpectedByte, 0), ("\u{0}", .unexpectedByte, 0),
            ("1 2", .trailingContent, 2), ("[]]", .trailingContent, 2), ("nullx", .trailingContent, 4),
            ("1\u{0}", .trailingContent, 1),
            ("0x10", .trailingContent, 1), ("1.5.", .trailingContent, 3), ("{}\u{FEFF}", .trailingContent, 2),
            ("01", .invalidNumber, 0), ("-012", .invalidNumber, 0), ("-a", .invalidNumber, 1),
            ("-Infinity", .invalidNumber, 1),
            ("1.a", .invalidNumber, 2), ("1e+]", .invalidNumber, 3), ("[1.]", .invalidNumber, 3),
            (#""\x41""#, .invalidEscape, 1), (#""\u00g0""#, .invalidEscape, 1), (#""a\'""#, .invalidEscape, 2),
            ("\"a\nb\"", .controlCharacter, 2), ("\"\t\"", .controlCharacter, 1),
            ("\"\\n\u{0}\"", .controlCharacter, 3),
        ] as [(String, JSONParseError.Code, Int)])
    func `invalid JSON is refused with its code and the offset`(
        text: String, code: JSONParseError.Code, offset: Int
    ) {
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
        #expect(error == JSONParseError(code: code, offset: offset))
    }

    @Test(
        arguments: [
            ([0xFF], 1), ([0x61, 0x80], 2), ([0xC3], 1), ([0xC0, 0xAF], 1), ([0xE0, 0x80, 0xAF], 1),
            ([0xED, 0xA0, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 1), ([0x61, 0x62, 0xE2, 0x82], 3),
            (Array(repeating: 0x61, count: 20) + [0xFE], 21),
        ] as [([UInt8], Int)])
    func `bytes that are not UTF-8 are refused at the first of them`(bytes: [UInt8], offset: Int) {
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
        #expect(error == JSONParseError(code: .invalidUTF8, offset: offset))
    }

    @Test func `UTF-16 is not read as UTF-8`() {
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: [0xFF, 0xFE, 0x31, 0x00] as [UInt8]) }
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: [0x5B, 0x00, 0x5D, 0x00] as [UInt8]) }
    }

    // MARK: - What the RFC leaves open

    @Test func `a byte order mark at the start is skipped, once`() throws {
        #expect(try JSONValue(parsing: "\u{FEFF}1") == 1)
        #expect(throws: JSONParseError(code: .unexpectedByte, offset: 3)) {
            try JSONValue(parsing: "\u{FEFF}\u{FEFF}1")
        }
    }

    @Test func `a repeated name is refused, however it is spelled`() {
        #expect(throws: JSONParseError(code: .duplicateName, offset: 7)) { try JSONValue(parsing: #"{"a":1,"a":1}"#) }
        #expect(throws: JSONParseError(code: .duplicateName, offset: 7)) {
            try JSONValue(parsing: #"{"a":1,"\u0061":2}"#)
        }
        let many = (0..<50).map { "\"n\($0)\":0" }.joined(separator: ",")
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: "{\(many),\"n7\":0}") }
    }

    @Test func `names that are only canonically equivalent are different`() throws {
        let object = try #require(try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}").object)
        #expect(object.count == 2)
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    }

    @Test(
        arguments: [
            #""\uD800""#, #""\uDC00""#, #""\uD800\u0041""#, #""\uD800\uD800""#, #""\uD800x""#, #""\uDC00\uD800""#,
        ])
    func `half of a surrogate pair is refused`(text: String) {
        #expect(throws: JSONParseError(code: .loneSurrogate, offset: 1)) { try JSONValue(parsing: text) }
    }

    @Test func `numbers keep every digit`() throws {
        for text in [
            "123456789012345678901234567890", "0.1000000000000000055511151231257827", "1e400", "-1e-400",
            "9223372036854775808",
        ] {
            #expect(try JSONValue(parsing: text).jsonText == text)
        }
        #expect(try #require(JSONNumber(literal: "1e400")) > #require(JSONNumber(literal: "1e399")))
    }

    @Test(arguments: ["1e1000", "1E+1000", "-1e-1000", "1e0001000", "0e1000", "0.000001e-999"])
    func `an exponent of a thousand is read`(text: String) throws {
        #expect(try JSONValue(parsing: text).jsonText == text)
    }

    @Test(
        arguments: [
            ("1e1001", 2), ("1E+1001", 3), ("-1e-1001", 4), ("0e1001", 2), ("0.0000e-00001001", 8),
            ("1e999999999", 2), ("1e9223372036854775808", 2),
        ])
    func `an exponent beyond a thousand is refused with the place`(text: String, offset: Int) {
        #expect(throws: JSONParseError(code: .exponentTooLarge, offset: offset)) { try JSONValue(parsing: text) }
        #expect(JSONNumber(literal: text) == nil)
    }

    @Test func `an exponent without end is refused`() throws {
        #expect(throws: JSONParseError(code: .exponentTooLarge, offset: 3)) {
            try JSONValue(parsing: "1e-99999999999999999999999")
        }
    }

    @Test func `512 levels are read, a deeper one is refused where it opens`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try JSONValue(parsing: nested(512)).jsonText == nested(512))
        #expect(throws: JSONParseError(code: .tooDeep, offset: 512)) { try JSONValue(parsing: nested(513)) }
        #expect(throws: JSONParseError(code: .tooDeep, offset: 512)) { try JSONValue(parsing: nested(100_000)) }
        #expect(throws: JSONParseError(code: .tooDeep, offset: 512)) {
            try JSONValue(parsing: String(repeating: "[", count: 100_000))
        }
        #expect(throws: JSONParseError(code: .tooDeep, offset: 10)) {
            try JSONValue(parsing: String(repeating: "{\"a\":", count: 10), maximumDepth: 2)
        }
    }

    @Test(
        arguments: [
            ("1", true), ("-1.5e3", true), (" 1", false), ("1 ", false), ("", false), ("[1]", false), ("x", false),
        ])
    func `a number is read from a text that is one number and nothing else`(text: String, isNumber: Bool) {
        #expect((JSONNumber(literal: text)?.literal == text) == isNumber)
    }

    @Test func `a random accepted text is written and read as the same value`() throws {
        var random = SeededGenerator(seed: 7)
        let seed = Array(#"{"a":[1,-2.5e3,"é\u00e9\n\\",{"b":null,"c":true}],"":"🐲","d":[[],{}]}"#.utf8)
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[Int.random(in: bytes.indices, using: &random)], at: place)
                }
            }
            guard case .success(let value) = Result(catching: { try JSONValue(parsing: bytes) }) else { continue }
            accepted += 1
            #expect(try JSONValue(parsing: value.jsonBytes) == value)
        }
        #expect(accepted > 500)
    }
}
