import EventSupport
import TestSupport
import Testing

@testable import EventSchema

/// What is built has the index that a parse of its text gives, and says what a tree says.
@Suite struct JSONBuilderTests {
    private static let seed: JSONValue = [
        "a": ["b": ["c": 1, "d": "é\n\"", "": nil], "list": [1, [], [:], "x\u{1}"]], "n": .number(Int64.min), "e": 1.50,
        "\u{1A}\\": true, "s": "plain",
    ]

    @Test func `a tree is written as the writer writes it`() throws {
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 5))
        var value = Self.seed
        for _ in 0..<500 {
            value = mutator.mutated(value)
            if value.object == nil { value = Self.seed }
            var builder = JSONBuilder()
            builder.value(value)
            let json = builder.finish()
            #expect(Array(json.bytes) == value.jsonBytes)
            try expectSound(json)
        }
    }

    @Test(
        arguments: [
            "-0", "0", "-1", "999999999999999999", "1000000000000000000", "-999999999999999999", "1.0", "1e2", "-0.0",
        ])
    func `a number keeps its spelling and its kind of node`(text: String) throws {
        var builder = JSONBuilder()
        builder.value(try #require(JSONNumber(literal: text)))
        let json = builder.finish()
        #expect(json.description == text)
        try expectSound(json)
    }

    @Test func `half of a surrogate pair is written as its escape`() throws {
        let half = try JSON(parsing: #"["\ud83e","a\udc00b"]"#, options: .init(allowsLoneSurrogates: true))
        var builder = JSONBuilder()
        builder.value(JSONValue(half))
        let json = builder.finish()
        #expect(json.description == half.description)
        try expectSound(json)
    }

    @Test func `parts of documents are copied as they stand`() throws {
        let source = try JSON(parsing: #" {"a" : [1 , "\n\u0041"] , "b":{ "\u0062" : null } , "c":"x" } "#)
        var builder = JSONBuilder()
        builder.beginArray()
        builder.value(try #require(source["b"]))
        builder.beginObject()
        builder.name("k\n")
        builder.value(source)
        builder.endObject()
        builder.value(try #require(source["c"]))
        let json = builder.finish()
        #expect(
            json.description
                == #"[{ "\u0062" : null },{"k\n":{"a" : [1 , "\n\u0041"] , "b":{ "\u0062" : null } , "c":"x" }},"x"]"#)
        try expectSound(json)
    }

    @Test func `what is open is closed, and nothing is null`() throws {
        #expect(JSONBuilder().finish().description == "null")
        var builder = JSONBuilder()
        builder.beginObject()
        builder.name("a")
        builder.beginArray()
        let json = builder.finish()
        #expect(json.description == #"{"a":[]}"#)
        try expectSound(json)
    }

    @Test(
        arguments: [
            ("{ a:", #"{"a":null}"#), ("{ a: m: 1", #"{"a":null,"m":1}"#), ("{ m: a: } 1", #"{"m":null,"a":null}"#),
            ("[ a: 1 m: ]", "[1]"), ("a: 1 2", "1"), ("{ 1 1 }", #"{"0":1,"1":1}"#), ("{ [ } a: 1", #"{"0":[],"a":1}"#),
            ("[ { a: } 1 { 1", #"[{"a":null},1,{"0":1}]"#), ("} ] 1", "1"), ("m:", "null"),
        ])
    func `names without values, values without names and names outside of objects make no broken text`(
        calls: String, text: String
    ) throws {
        let prepared = JSONName("m")
        var builder = JSONBuilder()
        for call in calls.split(separator: " ") {
            switch call {
            case "{": builder.beginObject()
            case "}": builder.endObject()
            case "[": builder.beginArray()
            case "]": builder.endArray()
            case "a:": builder.name("a")
            case "m:": builder.name(prepared)
            default: builder.value(1)
            }
        }
        let json = builder.finish()
        #expect(json.description == text)
        #expect(JSONValue(json) == (try JSONValue(parsing: text)))
    }

    // MARK: - Edits

    @Test(
        arguments: [
            ([.set(["b"], to: "1")], #"{ "a" : {"x":1, "y" : 2} , "b":1}"#),
            ([.set(["a", "z"], to: "1")], #"{"a":{"x":1, "y" : 2,"z":1},"b":[ 1 ]}"#),
            ([.remove(["a"])], #"{"b":[ 1 ]}"#), ([.remove(["b"])], #"{"a" : {"x":1, "y" : 2}}"#),
            ([.remove(["a", "x"]), .remove(["a", "y"])], #"{"a":{},"b":[ 1 ]}"#),
            ([.set(["c", "d", "e"], to: "{}")], #"{"a" : {"x":1, "y" : 2} , "b":[ 1 ],"c":{"d":{"e":{}}}}"#),
            ([.remove(["c", "d"]), .remove([])], #"{"a" : {"x":1, "y" : 2} , "b":[ 1 ]}"#),
            ([.set(["b", "x"], to: "1")], #"{"a" : {"x":1, "y" : 2},"b":[ 1 ]}"#),
            ([.remove(["a"]), .set(["a", "z"], to: "3")], #"{"a":{"z":3},"b":[ 1 ]}"#),
            ([.set(["a", "z"], to: "3"), .set(["a"], to: "4")], #"{"a":4,"b":[ 1 ]}"#),
            ([.set([], to: "[]")], "[]"),
        ] as [([TestEdit], String)])
    func `edits change what they name and copy the rest`(edits: [TestEdit], changed: String) throws {
        let source = try JSON(parsing: #" { "a" : {"x":1, "y" : 2} , "b":[ 1 ] } "#)
        let json = try source.changing(edits.map { try $0.edit })
        #expect(try JSONValue(json) == JSONValue(parsing: changed))
        #expect(json.description.filter { $0 != " " } == changed.filter { $0 != " " })
        try expectSound(json)
    }

    @Test func `random edits do what they do to a tree`() throws {
        var random = SeededGenerator(seed: 17)
        let names = ["a", "b", "c", "list", "new", "\u{1A}\\", "é\n"]
        for _ in 0..<3_000 {
            var tree = Self.seed
            let json = try JSON(parsing: tree.jsonBytes)
            var edits: [JSONEdit] = []
            for number in 0..<Int.random(in: 0...5, using: &random) {
                let length = Int.random(in: 1...3, using: &random)
                let path = try (0..<length).map { _ in try #require(names.randomElement(using: &random)) }
                if Int.random(in: 0..<3, using: &random) == 0 {
                    edits.append(.remove(path))
                    tree.remove(path[...])
                } else {
                    edits.append(.set(path, to: try JSON(parsing: #"{"v":\#(number)}"#)))
                    tree.set(["v": .number(number)], at: path[...])
                }
            }
            let changed = json.changing(edits)
            #expect(JSONValue(changed) == tree, "\(edits.map(\.path))")
            try expectSound(changed)
        }
    }

    /// A document of so many values takes gigabytes.
    @Test func `values beyond the largest count are not counted`() {
        for (count, counted) in [(JSONNode.maximumCount, JSONNode.maximumCount), (1 << 24, JSONNode.maximumCount)] {
            var node = JSONNode.open(.array, at: 0)
            node.close(count: count, next: count + 1, end: 2 * count + 1)
            #expect(node.count == counted && node.next == count + 1)
        }
    }
}

/// Expects the index of a document that was built to be the one that its text is read to.
func expectSound(_ json: JSON) throws {
    let document = json.document
    let text = document.text
    var index = JSONIndex()
    try index.read(text.span, options: .init(allowsLoneSurrogates: true))
    #expect(index.nodes == document.index.nodes, "\(json)")
    #expect(index.unescaped == document.index.unescaped, "\(json)")
}

/// An edit with its value as a text.
enum TestEdit: Sendable {
    case set([String], to: String)
    case remove([String])

    var edit: JSONEdit {
        get throws {
            switch self {
            case .set(let path, let text): .set(path, to: try JSON(parsing: text))
            case .remove(let path): .remove(path)
            }
        }
    }
}

extension JSONValue {
    fileprivate mutating func remove(_ path: ArraySlice<String>) {
        guard let name = path.first, case .object(var object) = self, var member = object[name] else { return }
        if path.count == 1 {
            object[name] = nil
        } else {
            member.remove(path.dropFirst())
            object[name] = member
        }
        self = .object(object)
    }
}
