import EventSchema
import Testing

@testable import EventCatalog

/// Files with a name of YAML whose text is JSON, and what YAML has of JSON.
@Suite struct JSONInYAMLTests {
    private func document(_ text: String) throws -> SourceDocument {
        try SourceDocument(bytes: Array(text.utf8), file: "a.yaml")
    }

    private func findings(_ text: String) -> [String] {
        do {
            _ = try document(text)
            return []
        } catch let error as CatalogError {
            return error.findings.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `JSON is read as JSON, with its places`() throws {
        let name = String(repeating: "n", count: 2000)
        let read = try document("\u{FEFF}{\"a\": \"\\ud83d\\ude00\",\n  \"\(name)\": [1,\n 2.50]}\n")
        #expect(read.value.jsonText == "{\"a\":\"😀\",\"\(name)\":[1,2.50]}")
        #expect(read.hasByteOrderMark && "\(read.location(at: [name, "1"]))" == "a.yaml:3:2")
        #expect(findings("{\"a\": 1,\n \"a\": 2}").map { $0.prefix(11) } == ["a.yaml:2:2:"])
    }

    @Test(arguments: [
        ("{\"a\": 1, b: 2}", #"{"a":1,"b":2}"#), ("{\"a\": 012,}", #"{"a":"012"}"#),
        ("\"a\": 1\nb: 2\n", #"{"a":1,"b":2}"#),
        ("[1, x]", #"[1,"x"]"#), ("{\"a\": 1} # one", #"{"a":1}"#),
    ])
    func `what only begins like JSON is read as YAML`(text: String, json: String) throws {
        #expect(try document(text).value.jsonText == json)
    }

    @Test(arguments: [
        (
            #"a: "x\ud83d\ude00""#,
            #"a.yaml:1:6: The escapes “\ud83d\ude00” are one character in JSON, and none in YAML. Write “😀” or "#
                + #"“\U0001F600”, or make the whole file JSON."#
        ),
        (#"{"a": "\uD83D"}"#, #"a.yaml:1:8: The escape “\uD83D” is no character. Write the character itself."#),
        (#"a: "\U00110000""#, #"a.yaml:1:5: The escape “\U00110000” is no character. Write the character itself."#),
    ])
    func `an escape that is no character has its remedy`(text: String, finding: String) {
        #expect(findings(text) == [finding])
    }

    @Test(arguments: [
        #""\ufeffa""#, #""\uFEFFa""#, #"&name "\ufeffa""#, #""\U0000FEFFa""#, "'\u{FEFF}a'", "\"\u{FEFF}a\"",
    ])
    func `a byte order mark in front of a string stays`(text: String) throws {
        let read = try document("a: \(text)\nb: \"c\\ufeff\"\nc: '\\ufeffa'\n").value
        #expect(read == ["a": "\u{FEFF}a", "b": "c\u{FEFF}", "c": "\\ufeffa"])
    }
}
