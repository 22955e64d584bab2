import EventSchema
import Testing

@testable import EventCatalog

@Suite struct YAMLReaderTests {
    private func value(_ yaml: String) throws -> JSONValue {
        try SourceDocument(bytes: Array(yaml.utf8), file: "a.yaml").value
    }

    private func findings(_ yaml: String) -> [String] {
        do {
            _ = try value(yaml)
            return []
        } catch let error as CatalogError {
            return error.findings.map { "\($0.location)" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test(
        arguments: [
            ("true", true), ("false", false), ("on", "on"), ("off", "off"), ("yes", "yes"), ("True", "True"),
            ("null", nil), ("~", nil), ("1", 1), ("-0.50", -0.5), ("1e3", 1000), ("007", "007"), ("0x1F", "0x1F"),
            ("1_000", "1_000"), (".5", 0.5), ("+1", 1), ("-1.", -1), ("1.e-7", 1e-7), ("1.e+21", 1e21), (".5e1", 5),
            ("-.5", "-.5"), ("+.5", "+.5"), ("+-1", "+-1"), (".", "."), (".e1", ".e1"), ("1..5", "1..5"),
            ("1e5.", "1e5."), ("1.e", "1.e"), ("+", "+"), ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
            ("2026-01-31", "2026-01-31"),
            ("1.3.0", "1.3.0"), ("12:30", "12:30"), (".inf", ".inf"),
        ] as [(String, JSONValue)])
    func `a plain scalar is its JSON value, or a string if it has none`(text: String, expected: JSONValue) throws {
        #expect(try value("a: \(text)\n")["a"] == expected)
    }

    @Test func `an empty value is null`() throws {
        #expect(try value("a:\nb: ''\n") == ["a": nil, "b": ""])
    }

    @Test(arguments: ["'1'", "\"1\"", "'true'", "\"null\""])
    func `quoted scalars are strings`(text: String) throws {
        #expect(try value("- \(text)").array?.first?.string != nil)
    }

    @Test func `numbers keep their digits`() throws {
        #expect(try value("[100000000000000000000001, 1.50]").jsonText == "[100000000000000000000001,1.50]")
    }

    @Test func `member names are strings, also when they look like numbers`() throws {
        #expect(try value("on: 1\n1: 2\ntrue: 3\n").jsonText == #"{"on":1,"1":2,"true":3}"#)
    }

    @Test(
        arguments: [
            ("a: 1\nb: 2\na: 3\n", "a.yaml:3:1"), ("a: [1,\nb: 2\n", "a.yaml:1:4"),
            ("a: !!str 1\n", "a.yaml:1:4"), ("? [a]\n: 1\n", "a.yaml:1:3"),
            ("", "a.yaml"),
            ("a: 1\n---\nb: 2\n", "a.yaml:2:1"), ("a: \"unended\n", "a.yaml:1:4"),
        ])
    func `a mistake in YAML is reported with line and column`(yaml: String, place: String) {
        #expect(findings(yaml).first == place)
    }

    @Test(
        arguments: [
            ("\u{FEFF}a: 1\n", "a.yaml:1:1"), ("b: 1\r\na: 1\r\n", "a.yaml:2:1"),
            ("\u{FEFF}b: 1\r\n\r\na: 1", "a.yaml:3:1"),
            ("é: 1\n'a': 1\n", "a.yaml:2:1"),
        ])
    func `a byte order mark and line ends of Windows change neither values nor places`(
        yaml: String, place: String
    ) throws {
        let document = try SourceDocument(bytes: Array(yaml.utf8), file: "a.yaml")
        #expect(document.value["a"] == 1)
        #expect("\(document.location(at: ["a"]))" == place)
    }

    @Test func `a repeated name is found in a file with line ends of Windows`() {
        #expect(findings("a: 1\r\nb: 2\r\na: 3\r\n") == ["a.yaml:3:1"])
    }

    @Test func `a version keeps its last digit`() throws {
        #expect(try value("a: 1.10\n").jsonText == #"{"a":1.10}"#)
        #expect(try value("a: 1.10.0\nb: '1.10'\n") == ["a": "1.10.0", "b": "1.10"])
    }

    @Test func `words for booleans are names and texts`() throws {
        let text = try value("no: on\non: no\ny: n\n").jsonText
        #expect(text == #"{"no":"on","on":"no","y":"n"}"#)
    }

    @Test func `an edit replaces its text in a file with line ends of Windows`() throws {
        let document = try SourceDocument(bytes: Array("a: 1\r\nb: x\r\n".utf8), file: "a.yaml")
        let edits = document.edits(replacing: "x", with: "y", at: document.location(at: ["b"]))
        #expect(edits.map { "\($0.location)" } == ["a.yaml:2:4"])
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        let bytes = Array("é: 1\na: ".utf8) + [0xFF, 0x0A]
        let error = #expect(throws: CatalogError.self) { try SourceDocument(bytes: bytes, file: "a.yaml") }
        #expect(error?.findings.map { "\($0.location)" } == ["a.yaml:2:4"])
    }

    @Test(arguments: ["[", "- ", "{a: "])
    func `deep nesting is refused`(opening: String) {
        #expect(!findings(String(repeating: opening, count: 20_000)).isEmpty)
    }

    @Test func `a location in YAML is that of the member's name`() throws {
        let document = try SourceDocument(bytes: Array("a:\n  b:\n    - x\n    - c: 1\n".utf8), file: "a.yaml")
        #expect("\(document.location(at: ["a", "b", "1", "c"]))" == "a.yaml:4:7")
        #expect("\(document.location(at: ["a", "b", "missing"]))" == "a.yaml:2:3")
    }

    @Test func `a location in JSON is that of the value`() throws {
        let document = try SourceDocument(
            bytes: Array("{\n  \"a\": {\"é\": 0,\n \"b\": [\"x\", 7]}}".utf8), file: "a.json")
        #expect("\(document.location(at: ["a", "b", "1"]))" == "a.json:3:13")
    }

    @Test func `a mistake in JSON is reported with line and column`() {
        let error = #expect(throws: CatalogError.self) {
            try SourceDocument(bytes: Array("{\n\"a\": tru}".utf8), file: "a.json")
        }
        #expect(error?.findings.map { "\($0.location)" } == ["a.json:2:9"])
    }

    @Test func `a finding is one line, whatever the names are`() {
        let finding = CatalogFinding(
            .invalidSyntax, SourceLocation(file: "a\nb"), "“x\r\u{2028}” é.", remedy: "Mend it.")
        #expect(finding.description == #"a\u{a}b: “x\u{d}\u{2028}” é. Mend it."#)
    }
}
