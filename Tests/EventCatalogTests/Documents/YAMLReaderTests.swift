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
        "a plain scalar is what JSON would make of it, and a string otherwise",
        arguments: [
            ("true", true), ("false", false), ("on", "on"), ("off", "off"), ("yes", "yes"), ("True", "True"),
            ("null", nil), ("~", nil), ("1", 1), ("-0.50", -0.5), ("1e3", 1000), ("007", "007"), ("0x1F", "0x1F"),
            ("1_000", "1_000"), (".5", ".5"), ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
            ("2026-01-31", "2026-01-31"),
            ("1.3.0", "1.3.0"), ("12:30", "12:30"), (".inf", ".inf"),
        ] as [(String, JSONValue)])
    func scalars(text: String, expected: JSONValue) throws {
        #expect(try value("a: \(text)\n")["a"] == expected)
    }

    @Test("an empty value is null") func empty() throws {
        #expect(try value("a:\nb: ''\n") == ["a": nil, "b": ""])
    }

    @Test("quoted scalars are strings", arguments: ["'1'", "\"1\"", "'true'", "\"null\""])
    func quoted(text: String) throws {
        #expect(try value("- \(text)").array?.first?.string != nil)
    }

    @Test("numbers keep their digits") func digits() throws {
        #expect(try value("[100000000000000000000001, 1.50]").jsonText == "[100000000000000000000001,1.50]")
    }

    @Test("names are strings, whatever they look like") func names() throws {
        #expect(try value("on: 1\n1: 2\ntrue: 3\n").jsonText == #"{"on":1,"1":2,"true":3}"#)
    }

    @Test(
        "mistakes come with line and column",
        arguments: [
            ("a: 1\nb: 2\na: 3\n", "a.yaml:3:1"), ("a: [1,\nb: 2\n", "a.yaml:3:1"), ("x: &n 1\ny: *n\n", "a.yaml:1:4"),
            ("a: !!str 1\n", "a.yaml:1:4"), ("a: *gone\n", "a.yaml:1:4"), ("? [a]\n: 1\n", "a.yaml:1:3"),
            ("", "a.yaml"),
            ("a: 1\n---\nb: 2\n", "a.yaml:2:1"), ("a: \"unended\n", "a.yaml:2:1"),
        ])
    func mistakes(yaml: String, place: String) {
        #expect(findings(yaml).first == place)
    }

    @Test("all uses of anchors and tags are told at once") func allAtOnce() {
        #expect(findings("a: &one 1\nb: !!int 2\nc: &two 3\n") == ["a.yaml:1:4", "a.yaml:2:4", "a.yaml:3:4"])
    }

    @Test("bytes that are not UTF-8 are refused") func encoding() {
        #expect(throws: CatalogError.self) { try SourceDocument(bytes: [0x61, 0x3A, 0x20, 0xFF], file: "a.yaml") }
    }

    @Test("deep nesting is refused or read, never a crash", arguments: ["[", "- ", "{a: "])
    func deep(opening: String) {
        #expect(!findings(String(repeating: opening, count: 20_000)).isEmpty)
    }

    @Test("a place is that of the member's name") func places() throws {
        let document = try SourceDocument(bytes: Array("a:\n  b:\n    - x\n    - c: 1\n".utf8), file: "a.yaml")
        #expect("\(document.location(at: ["a", "b", "1", "c"]))" == "a.yaml:4:7")
        #expect("\(document.location(at: ["a", "b", "missing"]))" == "a.yaml:2:3")
    }

    @Test("a place in JSON is that of the value") func jsonPlaces() throws {
        let document = try SourceDocument(
            bytes: Array("{\n  \"a\": {\"é\": 0,\n \"b\": [\"x\", 7]}}".utf8), file: "a.json")
        #expect("\(document.location(at: ["a", "b", "1"]))" == "a.json:3:13")
    }

    @Test("a mistake in JSON comes with line and column") func jsonMistake() {
        let error = #expect(throws: CatalogError.self) {
            try SourceDocument(bytes: Array("{\n\"a\": tru}".utf8), file: "a.json")
        }
        #expect(error?.findings.map { "\($0.location)" } == ["a.json:2:9"])
    }
}
