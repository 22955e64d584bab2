import CatalogTestSupport
import EventSchema
import Testing

@testable import EventCatalog

@Suite struct YAMLWriterTests {
    private func read(_ text: String) throws -> JSONValue {
        try YAMLReader.read(SourceText(bytes: Array(text.utf8), file: "x.yaml")).value
    }

    @Test(arguments: 0..<400) func `any JSON value is read again as it was, digit by digit and in order`(
        seed: UInt64
    ) throws {
        var random = RandomJSON(seed: seed)
        for _ in 0..<5 {
            let value = random.value()
            let text = YAMLWriter.text(of: value)
            #expect(try read(text).jsonText == value.jsonText, "\(text)")
        }
    }

    @Test(arguments: RandomJSON.strings) func `a string is read again as it was, as a value, an element and a name`(
        string: String
    ) throws {
        let value: JSONValue = [string: .string(string), "list": [.string(string), [.string(string)]]]
        #expect(try read(YAMLWriter.text(of: value)).jsonText == value.jsonText)
        #expect(try read(YAMLWriter.text(of: .string(string))) == .string(string))
    }

    @Test func `levels of lists and maps as deep as the reader takes them are read again`() throws {
        var value: JSONValue = ["end": []]
        for level in 0..<150 { value = level % 2 == 0 ? [value, 1] : ["a": value] }
        #expect(try read(YAMLWriter.text(of: value)) == value)
    }

    @Test func `a string that a reader would shorten is not exact`() {
        #expect(!YAMLWriter.isExact(["a": ["a\u{0}b"]]))
        #expect(!YAMLWriter.isExact(["a\u{0}b": 1]))
        #expect(YAMLWriter.isExact(["a": [1, "b", nil]]))
    }

    @Test(arguments: ["\u{FEFF}a", "\u{FEFF}", "\u{FEFF}\u{FEFF}'a"])
    func `a byte order mark in front of a string is read again`(string: String) throws {
        let value: JSONValue = [string: .string(string), "list": [.string(string)]]
        #expect(try read(YAMLWriter.text(of: value)).jsonText == value.jsonText)
    }

    @Test(arguments: [
        ("app.search", "app.search"), ("analytics/product_metrics/app/base", "analytics/product_metrics/app/base"),
        ("What readers do, and why.", "What readers do, and why."), ("http://a:80/b", "http://a:80/b"), ("été", "été"),
        ("no", "'no'"), ("on", "'on'"), ("1.10", "'1.10'"), ("2026-01-31", "'2026-01-31'"), ("null", "'null'"),
        ("", "''"), ("it's: so", "'it''s: so'"), ("/^a\\.b$/", "/^a\\.b$/"), ("0o17", "'0o17'"), ("...", "'...'"),
        ("08", "'08'"), ("08.5", "'08.5'"), ("0123456789", "'0123456789'"), ("+.5", "'+.5'"),
        ("12:30:45", "'12:30:45'"),
        ("1_", "'1_'"), ("+08", "'+08'"), ("12:60", "12:60"), ("1.2.3", "1.2.3"), ("+49 30", "+49 30"),
        ("a\nb", "\"a\\nb\""),
        ("\u{202E}a", "\"\\u202Ea\""), ("\u{1F600}\u{E0001}", "\"😀\\U000E0001\""),
    ]) func `a string has quotes only where YAML needs them`(string: String, text: String) {
        #expect(YAMLWriter.text(of: .string(string)) == text + "\n")
    }

    @Test func `maps and lists are written line by line, and comments stand in a column`() {
        let value: JSONValue = [
            "sample": ["unit": "session", "rate": 0.10], "topics": ["a", "b"], "empty": [:],
            "nested": [["a": 1, "b": [2]], []],
        ]
        let text = YAMLWriter.text(of: value) { $0.joined(separator: "/") }
        #expect(
            text == """
                sample:
                  unit: session  # sample/unit
                  rate: 0.1      # sample/rate
                topics:          # topics
                  - a
                  - b
                empty: {}        # empty
                nested:          # nested
                  - a: 1         # nested/0/a
                    b:           # nested/0/b
                      - 2
                  - []

                """)
    }
}
