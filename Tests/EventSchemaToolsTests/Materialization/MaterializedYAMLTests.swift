import EventSchema
import EventSupport
import Foundation
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

/// The text of versions, byte for byte as js-yaml 3 writes it, but for quotes that readers of YAML 1.2 need.
@Suite struct MaterializedYAMLTests {
    private func text(_ value: JSONValue) -> String { MaterializedYAML.text(of: value) }

    @Test(arguments: [
        ("plain text", "plain text"), ("", "''"), ("a: b", "'a: b'"), ("http://a", "'http://a'"), ("a, b", "'a, b'"),
        ("it's", "it's"), ("'quoted", "'''quoted'"), ("no", "'no'"), ("Off", "'Off'"), ("null", "'null'"),
        ("~", "'~'"), ("1.0", "'1.0'"), ("1.0.0", "1.0.0"), ("0x1F", "'0x1F'"), ("1_000", "'1_000'"),
        ("1e3", "'1e3'"), (".5", "'.5'"), ("2021-01-01", "'2021-01-01'"), ("2021-01", "2021-01"), ("-", "'-'"),
        ("a ", "'a '"), ("<320px", "<320px"), (">x", "'>x'"), ("@x", "'@x'"), ("a#b", "'a#b'"), ("é", "é"),
        ("tab\there", "\"tab\\there\""), ("soft\u{A0}blank", "\"soft\\_blank\""), ("😀", "\"\\U0001F600\""),
        ("08", "'08'"), ("0o17", "'0o17'"), ("1_", "'1_'"), ("0x", "0x"), ("2021-1-1", "2021-1-1"),
        ("a\nb", "|-\n  a\n  b"), ("a\nb\n", "|\n  a\n  b"), ("a\n\n", "|+\n  a\n"), (" a\nb", "|2-\n   a\n  b"),
    ])
    func `a string is written in the shortest form that readers take for the same string`(string: String, yaml: String)
    {
        #expect(text(["k": .string(string)]) == "k: \(yaml)\n")
    }

    @Test func `a long line is folded at 78 columns, and a line that begins with a blank is not`() {
        let line = Array(repeating: "word", count: 20).joined(separator: " ")
        let words = { (count: Int) in Array(repeating: "word", count: count).joined(separator: " ") }
        #expect(text(["k": .string(line)]) == "k: >-\n  \(words(15))\n  \(words(5))\n")
        #expect(text(["k": .string("\(line)\nend\n")]) == "k: >\n  \(words(15))\n  \(words(5))\n\n  end\n")
        #expect(text(["k": .string("\(line)\n * a\n * b")]) == "k: >-\n  \(words(15))\n  \(words(5))\n   * a\n   * b\n")
        #expect(text(["k": .string(" \(line)")]) == "k: ' \(line)'\n")
    }

    @Test func `a word longer than the line stays whole`() {
        let word = String(repeating: "x", count: 100)
        #expect(text(["k": .string(word)]) == "k: >-\n  \(word)\n")
        #expect(text(["k": .string("\(word) y \(word)")]) == "k: >-\n  \(word)\n  y\n  \(word)\n")
    }

    @Test func `lists and maps are indented by two, empty ones stand in the line of their name`() {
        let value: JSONValue = ["a": [[1, 2], ["b": ["c": []], "d": [:]]], "e": .null]
        #expect(text(value) == "a:\n  - - 1\n    - 2\n  - b:\n      c: []\n    d: {}\ne: null\n")
    }

    @Test(arguments: [
        ("1.0", "1"), ("100000000000000000", "100000000000000000"), ("0.15", "0.15"), ("1e21", "1.e+21"),
        ("1.5e-7", "1.5e-7"), ("12345678901234567890", "12345678901234567000"), ("-0.5", "-0.5"),
    ])
    func `a number is written as JavaScript prints it`(literal: String, yaml: String) throws {
        #expect(text(.number(try #require(JSONNumber(literal: literal)))) == "\(yaml)\n")
    }

    @Test(arguments: 0..<200) func `a number is read again as it was, as a double`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let power = Double(Int.random(in: -330...306, using: &random))
            for double in [Double.random(in: -10...10, using: &random), 1, -1] {
                let value = try #require(JSONNumber(double * Foundation.pow(10, power)))
                let yaml = text(["a": .number(value)])
                let read = try SourceDocument(bytes: Array(yaml.utf8), file: "a.yaml").value["a"]
                #expect(read?.number?.double == value.double, "\(yaml)")
            }
        }
    }

    @Test func `members are in the order of keywords, then by name whatever the case`() {
        let names = ["b", "minLength", "examples", "minimum", "title", "From a", "in", "properties", "$x", "_y", "a"]
        let object = JSONObject(names.map { ($0, .null) })
        let expected = [
            "title", "properties", "examples", "_y", "$x", "a", "b", "From a", "in", "minimum", "minLength",
        ]
        #expect(SchemaKeyOrder.sorted(object).map(\.name) == expected)
    }

    @Test func `JSON is indented by two and has no line end at its end`() {
        let bytes = MaterializedText.bytes(of: ["a": [1.0, ["b": [:]]], "title": "t"], contentType: "json")
        let expected = "{\n  \"title\": \"t\",\n  \"a\": [\n    1,\n    {\n      \"b\": {}\n    }\n  ]\n}"
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
}
