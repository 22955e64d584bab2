import EventSupport
import Testing

@testable import EventSchema

/// Halves of surrogate pairs and repeated names, read as JavaScript reads them.
@Suite struct UnpairedSurrogateTests {
    private func read(_ text: String) throws -> JSONValue { try JSONValue(parsingLeniently: Array(text.utf8)) }

    /// What `JSON.stringify(JSON.parse(text))` gives.
    @Test(
        arguments: [
            (#""\uD83E""#, #""\ud83e""#), (#""a\udd8ab""#, #""a\udd8ab""#), (#""\ud83e\udd8a""#, "\"\u{1F98A}\""),
            (#""\ud83e\ud83e\udd8a""#, "\"\\ud83e\u{1F98A}\""), (#""\udd8a\ud83e""#, #""\udd8a\ud83e""#),
            (#""\uD800\u0041""#, #""\ud800A""#), (#""\uDFFF\uD800x""#, #""\udfff\ud800x""#),
            (#""\ud83e\n""#, #""\ud83e\n""#), (#"{"\ud83e":"\udd8a"}"#, #"{"\ud83e":"\udd8a"}"#),
            (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#), (#"{"a":1,"\u0061":{"b":1}}"#, #"{"a":{"b":1}}"#),
            (#""\u001a""#, #""\u001a""#), (#""\u001a\udbf6""#, #""\u001a\udbf6""#),
        ])
    func `a text is read and written as JavaScript does`(text: String, written: String) throws {
        #expect(try read(text).jsonText == written)
        #expect(try read(written).jsonText == written)
    }

    /// The scalars that represent a half, and the one between them, in a text of its own.
    private static let parts = ["\u{10D83E}", "\u{10DFFF}", "\u{10FFFF}", "\u{10D7FF}", "\u{10FFFE}", "a", "é", ""]

    @Test(arguments: parts, parts)
    func `a text that has the scalars of a half itself is unchanged`(first: String, second: String) throws {
        let text = #""\u001a\#(first)\#(second)\u001a\#(second)""#
        #expect(try read(text).jsonText == text)
        #expect(try JSONValue(parsing: text).jsonText == text)
        let escaped = first.utf16.map { "\\u" + String($0, radix: 16).leftPadded }.joined()
        #expect(try read(#""\u001a\#(escaped)\#(second)\u001a\#(second)""#).jsonText == text)
    }

    @Test func `a random mixture of halves, pairs and their scalars is written back`() throws {
        var random = SeededGenerator(seed: 16)
        let pieces = [
            #"\ud83e"#, #"\udd8a"#, #"\u001a"#, "\u{10D83E}", "\u{10FFFF}", "a", "é", "\u{1F98A}", #"\n"#, "\u{10DFFF}",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...7, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            // Two halves that are next to each other are one character.
            let expected = "\"\(text.replacing(#"\ud83e\udd8a"#, with: "\u{1F98A}"))\""
            #expect(try read("\"\(text)\"").jsonText == expected)
        }
    }

    @Test(
        arguments: [
            (#""a""#, "a"), (#""\u001a""#, "\u{1A}"), (#""\ud83e""#, "\u{FFFD}"),
            (#""x\udfffy\ud83e\u001a""#, "x\u{FFFD}y\u{FFFD}\u{1A}"),
            (#""\ud83e\udd86""#, "\u{1F986}"), ("\"\\u001a\u{10D83E}\"", "\u{1A}\u{10D83E}"),
        ])
    func `halves are replaced where a text must be well-formed`(text: String, expected: String) throws {
        let read = try #require(try read(text).string)
        #expect(Array(read.replacingUnpairedSurrogates.utf8) == Array(expected.utf8))
    }

    @Test func `texts with different halves differ`() throws {
        #expect(try read(#""\ud83e""#) != read(#""\ud83f""#))
        #expect(try read(#""\ud83e""#) != .string("\u{FFFD}"))
        #expect(try read(#"{"\ud83e":1,"\ud83f":2}"#).object?.count == 2)
    }

    // MARK: - Validation

    @Test(
        arguments: [
            (#"{"maxLength": 1}"#, #""\ud83e""#, true), (#"{"maxLength": 1}"#, #""\ud83e\ud83e""#, false),
            (#"{"minLength": 2}"#, #""\ud83e""#, false), (#"{"minLength": 2}"#, #""\ud83ea""#, true),
            (#"{"minLength": 3}"#, "\"\\u001a\u{10D83E}\"", false),
            (#"{"minLength": 2}"#, "\"\\u001a\u{10D83E}\"", true),
            (#"{"pattern": "^.$"}"#, #""\ud83e""#, true), (#"{"pattern": "^..$"}"#, #""\ud83e""#, false),
            (#"{"pattern": "^[^\\x00-\\x1f]+$"}"#, #""\ud83e""#, true),
            (#"{"pattern": "^[^\\x00-\\x1f]+$"}"#, #""\u001a""#, false),
            (#"{"pattern": "\\x1a"}"#, #""\ud83e""#, false), (#"{"pattern": "\\ud83e$"}"#, #""a\ud83e""#, true),
            (#"{"pattern": "^\\x1a.{2}$"}"#, "\"\\u001a\u{10D83E}\"", true),
            (#"{"pattern": "^[0-9a-z]{20}$"}"#, #""\ud83e""#, false),
            (#"{"enum": ["\ud83e"]}"#, #""\ud83e""#, true), (#"{"const": "\ud83e"}"#, #""\ud83f""#, false),
            (#"{"propertyNames": {"maxLength": 1}}"#, #"{"\ud83e":1}"#, true),
        ])
    func `a half counts as one character`(schema: String, instance: String, isValid: Bool) throws {
        let schema = try Schema(read(schema))
        #expect(schema.isValid(try read(instance)) == isValid)
        #expect(schema.findings(in: try read(instance)).isEmpty == isValid)
    }
}

extension String {
    fileprivate var leftPadded: String { String(repeating: "0", count: 4 - count) + self }
}
