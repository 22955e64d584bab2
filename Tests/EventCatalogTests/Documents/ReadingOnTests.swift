import EventSchema
import Testing

@testable import EventCatalog

/// Mistakes in a file that do not end its reading: each is a finding, and the rest of the file is read.
@Suite struct ReadingOnTests {
    private func document(_ text: String, file: String = "a.yaml") throws -> SourceDocument {
        try SourceDocument(checking: SourceText(bytes: Array(text.utf8), file: file))
    }

    private func places(_ findings: [CatalogFinding]) -> [String] {
        findings.map { "\($0.rule.id) \($0.location.line ?? 0):\($0.location.column ?? 0)" }
    }

    @Test(
        arguments: [
            ("a: 1\nb: 2\na: 3\na: 4\n", #"{"a":1,"b":2}"#, ["3:1", "4:1"]),
            ("a: {x: 1, x: 2, y: 3}\nb: 1\nb: 2\n", #"{"a":{"x":1,"y":3},"b":1}"#, ["1:11", "3:1"]),
            ("a: 1\n'a': 2\n\"a\": 3\n", #"{"a":1}"#, ["2:1", "3:1"]),
            ("b*: '*'\nb*: 2\n", #"{"b*":"*"}"#, ["2:1"]),
            ("\u{FEFF}é: 1\r\né: 2\r\n", #"{"é":1}"#, ["2:1"]),
            ("- app.x: 1\n  app.x: 2\n- c: |\n    c: d\n    c: e\n", #"[{"app.x":1},{"c":"c: d\nc: e\n"}]"#, ["2:3"]),
            ("{\"a\":1,\"a\":2}\n", #"{"a":1}"#, ["1:8"]),
            ("a: &b !c\na : 'x: y'\nz: *b\n", #"{"a":null,"z":null}"#, ["2:1"]),
        ])
    func `of two members with one name the first counts, and each further one is reported`(
        yaml: String, json: String, expected: [String]
    ) throws {
        let document = try document(yaml)
        #expect(document.value == (try JSONValue(parsing: json)))
        let repeated = document.findings.filter { $0.rule == .duplicateKey }
        #expect(places(repeated) == expected.map { "duplicate-key \($0)" })
        #expect(document.isComplete())
    }

    @Test func `what cannot be told apart ends the reading as before`() {
        let error = #expect(throws: CatalogError.self) { try document("? [a]\n: 1\n? [a]\n: 2\n") }
        #expect(error.map { places($0.findings) } == ["duplicate-key 1:3"])
    }

    @Test func `a repeated name and the syntax error behind it are reported together`() {
        let error = #expect(throws: CatalogError.self) { try document("a:\n  b: 1\n  b: 2\nc: [\n") }
        #expect(error.map { places($0.findings) } == ["duplicate-key 3:3", "invalid-syntax 5:1"])
    }

    @Test func `a tag is left out of its value`() throws {
        let document = try document("a: !x 1\nb: !!str 2\nc: !y {d: !z [e]}\n")
        #expect(document.value == ["a": 1, "b": "2", "c": ["d": ["e"]]])
        #expect(places(document.findings) == ["yaml-tag 1:4", "yaml-tag 2:4", "yaml-tag 3:4", "yaml-tag 3:11"])
    }

    @Test func `a misspelt alias has the value of the nearest anchor`() throws {
        let document = try document("a: &common {x: 1}\nb: *comon\nc:\n  <<: *commmon\n  y: 2\n")
        #expect(document.value["b"] == ["x": 1] && document.value["c"] == ["x": 1, "y": 2])
        #expect(document.findings.map(\.remedy) == ["Did you mean “*common”?", "Did you mean “*common”?"])
        #expect(document.isComplete())
    }

    @Test func `what an unknown alias stands for is left out, and what is around it is incomplete`() throws {
        let document = try document("a:\n  b: *gone\n  c: [1, *gone]\nd: {e: 1}\n")
        #expect(document.value == ["a": ["c": [1]], "d": ["e": 1]])
        #expect(!document.isComplete() && !document.isComplete(at: ["a"]) && !document.isComplete(at: ["a", "c"]))
        #expect(document.isComplete(at: ["d"]))
    }

    @Test func `of two members of JSON with one name the first counts`() throws {
        let text = "{\n  \"a\": 1, \"b\": {\"c\": [\"é\"], \"c\": \"}\"},\n  \"a\": {\"x\": 2},\n  \"d\": 3\n}\n"
        let document = try document(text, file: "a.json")
        #expect(document.value == ["a": 1, "b": ["c": ["é"]], "d": 3])
        #expect(places(document.findings) == ["duplicate-key 2:29", "duplicate-key 3:3"])
        #expect("\(document.location(at: ["d"]))" == "a.json:4:8")
        let error = #expect(throws: CatalogError.self) { try self.document("{\"a\":1,\"a\":2,}", file: "a.json") }
        #expect(error.map { places($0.findings) } == ["duplicate-key 1:8", "invalid-syntax 1:14"])
    }

    @Test func `nothing is made of a document whose text has mistakes`() throws {
        let faulty = try document("a: 1\na: 2\n")
        #expect(throws: CatalogError.self) { try faulty.faultless() }
        #expect(throws: CatalogError.self) { try SourceDocument(bytes: Array("a: !x 1\n".utf8), file: "a.yaml") }
    }
}
