import EventSchema
import Testing

@testable import EventCatalog

@Suite struct YAMLAliasTests {
    private func document(_ yaml: String) throws -> SourceDocument {
        try SourceDocument(bytes: Array(yaml.utf8), file: "a.yaml")
    }

    private func findings(_ yaml: String) -> [CatalogFinding] {
        do {
            _ = try document(yaml)
            return []
        } catch {
            return (error as? CatalogError)?.findings ?? []
        }
    }

    @Test(
        arguments: [
            ("x: &n 1\ny: *n\n", #"{"x":1,"y":1}"#),
            ("x: &n {a: [1]}\ny: [*n, *n]\n", #"{"x":{"a":[1]},"y":[{"a":[1]},{"a":[1]}]}"#),
            ("x: &n 1\ny: &n 2\nz: *n\n", #"{"x":1,"y":2,"z":2}"#), ("x: &n\ny: *n\n", #"{"x":null,"y":null}"#),
            ("&key name: 1\nz: *key\n", #"{"name":1,"z":"name"}"#), ("- &a [&b 1, *b]\n- *a\n", "[[1,1],[1,1]]"),
        ])
    func `an alias is the value of the latest anchor of its name`(yaml: String, json: String) throws {
        #expect(try document(yaml).value.jsonText == json)
    }

    @Test(
        arguments: [
            (
                "a: '*x'\nb: \"*x\"\nc: 2 * 3\nd: |\n  * one\n  * two\n# *x\n",
                #"{"a":"*x","b":"*x","c":"2 * 3","d":"* one\n* two\n"}"#
            ),
            ("'a*': 1\n", #"{"a*":1}"#), ("a: \"\u{E000}*\"\n", "{\"a\":\"\u{E000}*\"}"),
        ])
    func `a star that begins no plain scalar is a star`(yaml: String, json: String) throws {
        #expect(try document(yaml).value == JSONValue(parsing: json))
    }

    @Test(
        arguments: [
            ("b: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\n", #"{"x":1,"y":3}"#),
            ("b: &b {x: 1, y: 2}\na:\n  y: 3\n  <<: *b\n", #"{"y":3,"x":1}"#),
            ("b: &b {x: 1}\nc: &c {x: 2, z: 2}\na:\n  <<: [*b, *c]\n", #"{"x":1,"z":2}"#),
            ("a: {<<: {x: 1}}\n", #"{"x":1}"#), ("a: {'<<': {x: 1}}\n", #"{"<<":{"x":1}}"#),
            ("b: &b {x: 1}\nc: &c {<<: *b, y: 2}\na: {<<: *c}\n", #"{"x":1,"y":2}"#),
        ])
    func `a merge key brings the members that the map lacks`(yaml: String, json: String) throws {
        #expect(try document(yaml).value["a"]?.jsonText == json)
    }

    @Test func `a merged member stands where it was written, the map's own where it is`() throws {
        let document = try document("b: &b\n  x: 1\n  y: {z: 2}\na:\n  <<: *b\n  x: 3\n")
        #expect("\(document.location(at: ["a", "y", "z"]))" == "a.yaml:3:7")
        #expect("\(document.location(at: ["a", "x"]))" == "a.yaml:6:3")
    }

    @Test(
        arguments: [
            ("a: *gone\n", "a.yaml:1:4"), ("a: &a [1, *a]\n", "a.yaml:1:11"), ("a: &a {b: *a}\n", "a.yaml:1:11"),
            ("a: **bold**\n", "a.yaml:1:4"), ("x: &n a\n*n : 1\n", "a.yaml:2:1"), ("a:\n  <<: 1\n", "a.yaml:2:3"),
            ("a:\n  <<: [{x: 1}, 2]\n", "a.yaml:2:3"), ("a: !!str *x\n", "a.yaml:1:4"),
            ("a: 1\n'a': 2\n", "a.yaml:2:1"),
        ])
    func `an alias without anchor, a cycle and a bad merge are reported with their place`(yaml: String, place: String) {
        #expect(findings(yaml).map { "\($0.location)" } == [place])
    }

    @Test func `every mistake of a file is reported`() {
        #expect(findings("a: *x\nb: !!int 2\nc: *y\n").map { $0.location.line } == [1, 2, 3])
    }

    @Test func `aliases that stand for billions of values are refused at once`() {
        var yaml = "l0: &l0 [x, x]\n"
        for level in 1...60 { yaml += "l\(level): &l\(level) [*l\(level - 1), *l\(level - 1)]\n" }
        let found = findings(yaml)
        #expect(found.map { $0.location.line } == [15])
        #expect(found.first?.problem.contains("more than 100000 values") == true)
    }

    @Test func `aliases that stand for billions of values are refused as names and as sources of a merge`() {
        var yaml = "l0: &l0 {x: 1}\n"
        for level in 1...60 { yaml += "l\(level): &l\(level) {a: *l\(level - 1), b: *l\(level - 1)}\n" }
        #expect(findings(yaml + "? *l60\n: 1\n").first?.location.line == 16)
        #expect(findings(yaml + "? [*l60]\n: {<<: [*l60, *l60]}\n").isEmpty == false)
    }

    @Test func `a chain of aliases that nests too deeply is refused`() {
        let (opening, closing) = (String(repeating: "[", count: 600), String(repeating: "]", count: 600))
        let found = findings("- &a \(opening)\(closing)\n- \(opening)*a\(closing)\n")
        #expect(found.map { "\($0.location)" } == ["a.yaml:2:603"])
        #expect(found.first?.problem.contains("Nested too deeply") == true)
        var chain = "- &a0 [x]\n"
        for level in 1...5000 { chain += "- &a\(level) [*a\(level - 1)]\n" }
        #expect(findings(chain).count == 1)
    }

    @Test func `a byte order mark is accepted`() throws {
        #expect(try document("\u{FEFF}a: 1\n").value == ["a": 1])
        let json = try SourceDocument(bytes: Array("\u{FEFF}{\"a\": 1}".utf8), file: "a.json")
        #expect(json.value == ["a": 1])
        #expect("\(json.location(at: ["a"]))" == "a.json:1:7")
    }

    @Test func `positions in a text with stars are those of the text`() throws {
        let document = try document("a: '* é *'\n'b*':\n  c: 1\n")
        #expect("\(document.location(at: ["b*", "c"]))" == "a.yaml:3:3")
        #expect(findings("a: '*'\nb*: 1\nb*: 2\n").map(\.problem) == ["Given more than once in the same map: b*."])
    }
}
