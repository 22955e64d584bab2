package import EventSchema
import EventSupport

/// JSON values of every kind from a seed, with what writers and readers get wrong.
package struct RandomJSON {
    private var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    package mutating func value(depth: Int = 4) -> JSONValue {
        switch Int.random(in: 0..<(depth == 0 ? 5 : 8), using: &generator) {
        case 0: .null
        case 1: .bool(Bool.random(using: &generator))
        case 2: .number(number())
        case 3, 4: .string(string())
        case 5: .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth: depth - 1) })
        default: .object(object(depth: depth - 1))
        }
    }

    package mutating func object(depth: Int = 4) -> JSONObject {
        JSONObject((0..<Int.random(in: 0...4, using: &generator)).map { _ in (string(), value(depth: depth)) })
    }

    private mutating func number() -> JSONNumber {
        let literals = ["0", "-0", "1.0", "1.10", "1e3", "1E+400", "-2.50e-7", "123456789012345678901234567890", "0.1"]
        let small = JSONNumber(Int.random(in: -1000...1000, using: &generator))
        return literals.randomElement(using: &generator).flatMap { JSONNumber(literal: $0) } ?? small
    }

    package mutating func string() -> String {
        if Bool.random(using: &generator) { return Self.strings.randomElement(using: &generator) ?? "" }
        let count = Int.random(in: 0...8, using: &generator)
        return (0..<count).map { _ in Self.parts.randomElement(using: &generator) ?? "" }.joined()
    }

    package static let strings = [
        "", " ", "no", "No", "on", "y", "~", "null", "true", "FALSE", "1", "1.10", "-1", "+1", "0x1F", "1e3", ".5",
        ".inf",
        "12:30:45", "2026-01-01", "2026-01-01T00:00:00Z", "1_000", "=", "<<", "-", "- a", "? a", ": a", "a: b", "a:",
        "a #b",
        "#a", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a", "'", "\"", "'a'", "\"a\"", "[a]", "{a}", "a, b", "---",
        "...",
        "--- a", "... a", "/^mediawiki\\.job\\..+/", "a\nb", "a\n", "\n", "a\r\nb", "\ta", "a\tb", "é", "日本語", "👩‍👩‍👧",
        "a\u{FEFF}b",
        "\u{85}", "\u{2028}", "\u{7F}", "\u{1}", "\u{FFFE}", "\u{E000}*", "a ", " a", "\\", "\\n", "app.search",
        "http.request_headers.user-agent", String(repeating: "long ", count: 300) + "end",
    ]

    private static let parts = [
        "a", "Z", "0", "9", ".", ":", " ", "-", "_", "/", "#", "'", "\"", "\\", "*", "&", "!", "?", ",", "[", "]", "{",
        "}",
        "|", ">", "%", "@", "`", "\n", "\t", "\r", "é", "ß", "字", "😀", "\u{A0}", "\u{2029}", "\u{200B}", "\u{1F}", "~",
        "=", "<",
    ]
}
