import EventSchema
import EventSupport
import TestSupport
import Testing

/// What a place in a document says.
@Suite struct JSONTests {
    @Test func `a member, an element and a path lead to values`() throws {
        let event = try JSON(parsing: #"{"page": {"title": "Molen", "id": 48213}, "groups": ["a", "\u0062"]}"#)
        #expect(event["page"]?["title"]?.string == "Molen")
        #expect(event[path: ["page", "id"]]?.int64 == 48213)
        #expect(event[path: ["page", "missing"]] == nil)
        #expect(event["groups"]?.elements.map(\.string) == ["a", "b"])
        #expect(event.members.map(\.name) == ["page", "groups"])
        #expect(Array(event.members.names) == ["page", "groups"])
    }

    @Test(
        arguments: [
            ("null", JSON.Kind.null), ("true", .bool), ("false", .bool), ("1", .number), ("1.5", .number),
            ("\"\"", .string), ("\"\\n\"", .string), ("[]", .array), ("{}", .object),
        ])
    func `a value is of one kind and has nothing of the others`(text: String, kind: JSON.Kind) throws {
        let json = try JSON(parsing: " \(text) ")
        #expect(json.kind == kind)
        #expect(json.isNull == (kind == .null))
        #expect((json.bool != nil) == (kind == .bool))
        #expect((json.number != nil) == (kind == .number))
        #expect((json.string != nil) == (kind == .string))
        #expect(json.elements.isEmpty)
        #expect(json.members.isEmpty)
        #expect(json["a"] == nil)
        #expect(json.description == text)
    }

    @Test func `a value's bytes are as they stand in the text`() throws {
        let json = try JSON(parsing: " { \"a\" : [ 1.50 , \"x\\\"\\\\\" ] , \"b\":{ } } ")
        #expect(json.description == "{ \"a\" : [ 1.50 , \"x\\\"\\\\\" ] , \"b\":{ } }")
        #expect(json["a"]?.description == "[ 1.50 , \"x\\\"\\\\\" ]")
        #expect(json["a"]?.elements.map(\.description) == ["1.50", "\"x\\\"\\\\\""])
        #expect(json["b"]?.description == "{ }")
    }

    @Test func `the compact bytes are those of a tree`() throws {
        let json = try JSON(parsing: #" { "a" : [ 1.50 , "x \"\u0041" ] , "b":{ } , "\/":"\\ " } "# + "\n")
        let compact = #"{"a":[1.50,"x \"A"],"b":{},"/":"\\ "}"#
        #expect(String(decoding: json.compactBytes, as: UTF8.self) == compact)
        #expect(json.compactBytes == JSONValue(json).jsonBytes)
        #expect(json["a"].map { String(decoding: $0.compactBytes, as: UTF8.self) } == #"[1.50,"x \"A"]"#)
        let changed = json.changing([.set(["c"], to: JSON(1))])
        #expect(String(decoding: changed.compactBytes, as: UTF8.self) == compact.dropLast() + #","c":1}"#)
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 3))
        var tree = JSONValue(json)
        for _ in 0..<300 {
            tree = mutator.mutated(tree)
            #expect(JSON(tree).compactBytes == tree.jsonBytes)
            let spaced = try JSON(parsing: spaced(tree, using: &mutator.generator))
            #expect(spaced.compactBytes == tree.jsonBytes)
            for part in spaced.members.map(\.value) + spaced.elements {
                #expect(part.compactBytes == JSONValue(part).jsonBytes)
            }
        }
    }

    /// A text of a tree with white space of any kind between its tokens, and with some letters of strings escaped.
    private func spaced(_ tree: JSONValue, using generator: inout SeededGenerator) -> String {
        func space() -> String {
            let count = Int.random(in: 0...3, using: &generator)
            return String((0..<count).map { _ in " \t\n\r".randomElement(using: &generator) ?? " " })
        }
        var (text, isInString) = (space(), false)
        for character in tree.jsonText.replacing("\\\"", with: "\\u0022") {
            if character == "\"" { isInString.toggle() }
            let isEscaped = isInString && character == "x" && Bool.random(using: &generator)
            text += isEscaped ? "\\u0078" : String(character)
            if !isInString, "[]{},:\"".contains(character) { text += space() }
        }
        return text
    }

    @Test func `a text that is nested deeply is written compactly without recursion`() throws {
        let depth = 1_000_000
        let text = String(repeating: "[ ", count: depth) + "\"\\n\"" + String(repeating: " ]", count: depth)
        let json = try JSON(parsing: text, options: .init(maximumDepth: depth))
        #expect(json.compactBytes == Array(text.utf8.filter { $0 != UInt8(ascii: " ") }))
    }

    /// Takes minutes when each edit is looked for in the list of the others.
    @Test func `as many edits as members are applied in one pass`() throws {
        let count = 50_000
        var edits = (0..<count).map { JSONEdit.set(["n\($0)"], to: JSON(.number(JSONNumber($0)))) }
        edits += (0..<count).map { JSONEdit.set(["new", "n\($0)"], to: JSON(1)) }
        edits += (0..<count / 2).map { .remove(["n\($0 * 2)"]) }
        let json = JSON(.object(JSONObject((0..<count).map { ("n\($0)", .null) })))
        let changed = json.changing(edits)
        #expect(changed.members.count == count / 2 + 1 && changed["new"]?.members.count == count)
        #expect(changed["n7"]?.int64 == 7 && changed["n8"] == nil)
        #expect(try JSON(parsing: Array(changed.bytes)) == changed)
    }

    @Test func `a name is found by its Unicode scalars, escaped or not`() throws {
        let json = try JSON(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2,\"\\u0061\":3}")
        #expect(json["\u{E9}"]?.int64 == 1)
        #expect(json["e\u{301}"]?.int64 == 2)
        #expect(json["a"]?.int64 == 3)
    }

    @Test func `values are equal by what they are, not by where they stand`() throws {
        let json = try JSON(parsing: #" {"a" : [1.0, "\u0062"], "c": null} "#)
        #expect(try json == JSON(parsing: #"{"c":null,"a":[1,"b"]}"#))
        #expect(try json["a"] == JSON(parsing: #"[1e0,"b"]"#))
        #expect(try json != JSON(parsing: #"{"c":null,"a":["b",1]}"#))
        #expect(try Set([json, JSON(parsing: #"{"c":null,"a":[1,"b"]}"#)]).count == 1)
    }
}
