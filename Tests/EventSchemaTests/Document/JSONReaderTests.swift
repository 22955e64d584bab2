import EventSupport
import Testing

@testable import EventSchema

/// The parser beside a plain second reader, and at the edges of what it reads eight bytes at a time.
@Suite struct JSONReaderTests {
    private static let seeds = [
        #"{"a":[1,-2.5e3,"é\u00e9\n\\",{"b":null,"c":true}],"":"🐲","d":[[],{}]}"#,
        #"{"abcdefgh":1,"abcdefghi":"\ud83d\udc32 x","\u0061bc":false,"ab\u0000":"Привет","x":{"x":{"x":[]}}}"#,
        #"[0,-0,1e5,12345678901234567890,0.15,-7,true,false,null,"\u001a\udbff\udfff","","中文字符\/"]"#,
        " [ { \"k\" : \"v\" , \"l\" : 1.0 } , \"\u{10D801}\" , \"\\u001a\u{10D801}\" ] ",
        "{" + (0..<40).map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}",
    ]

    @Test func `it accepts what a plain reader accepts, as the same value`() throws {
        var random = SeededGenerator(seed: 11)
        var accepted = 0
        for number in 0..<8_000 {
            let bytes = mutated(Array(Self.seeds[number % Self.seeds.count].utf8), &random)
            let expected = Result { try PlainReader.read(bytes) }
            let json = Result { try JSON(parsing: bytes) }
            switch (expected, json) {
            case (.success(let expected), .success(let json)):
                accepted += 1
                try expectSame(json, expected)
            case (.failure, .failure): break
            default: Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(json), not \(expected)")
            }
        }
        #expect(accepted > 1_500)
    }

    private func mutated(_ seed: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            let other = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + other % 9))
            case 2: bytes.insert(bytes[other], at: place)
            default: bytes.insert(contentsOf: bytes[other..<min(bytes.count, other + 12)], at: place)
            }
        }
        return bytes
    }

    /// Compares places, bytes, collections and look-ups with the tree, all the way down.
    private func expectSame(_ json: JSON, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(json.bytes)) == value)
        switch value {
        case .null: #expect(json.isNull)
        case .bool(let bool): #expect(json.bool == bool)
        case .number(let number):
            #expect(json.number?.literal == number.literal)
            #expect(json.int64 == number.int64)
        case .string(let text): #expect(json.string.map(ExactText.init) == ExactText(text))
        case .array(let elements):
            #expect(json.elements.count == elements.count)
            #expect(Array(json.elements).count == elements.count)
            for (element, value) in zip(json.elements, elements) { try expectSame(element, value) }
        case .object(let object):
            #expect(json.members.count == object.count)
            for (member, (name, value)) in zip(json.members, object) {
                #expect(ExactText(member.name) == ExactText(name))
                try expectSame(member.value, value)
                #expect(json[name]?.position == member.value.position)
            }
        }
    }

    @Test(arguments: 0..<26)
    func `a string of any length is read to its end, wherever the text ends`(length: Int) throws {
        for after in 0..<10 {
            let text = String(repeating: "a", count: length)
            let space = String(repeating: " ", count: after)
            #expect(try JSON(parsing: "\"\(text)\"\(space)").string == text)
            #expect(throws: JSONParseError(code: .unexpectedEnd, offset: length + 1)) { try JSON(parsing: "\"\(text)") }
            for place in 0..<length {
                var bytes = Array("\"\(text)\"\(space)".utf8)
                bytes[place + 1] = 0x1F
                let control = JSONParseError(code: .controlCharacter, offset: place + 1)
                #expect(throws: control) { try JSON(parsing: bytes) }
                bytes[place + 1] = 0x80
                #expect(throws: JSONParseError(code: .invalidUTF8, offset: place + 1)) { try JSON(parsing: bytes) }
                bytes.replaceSubrange((place + 1)..<(place + 2), with: Array("\\n".utf8))
                let expected = String(text.prefix(place)) + "\n" + text.dropFirst(place + 1)
                #expect(try JSON(parsing: bytes).string == expected)
            }
        }
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func `each byte is taken in a string or is not, at each place of eight`(byte: UInt8) {
        let isPlain = 0x20..<0x80 ~= byte && byte != 0x22 && byte != 0x5C
        for place in 0..<8 {
            var bytes = Array("[\"acdeghij\",1]       ".utf8)
            bytes[2 + place] = byte
            let isTaken = (try? JSON(parsing: bytes)) != nil
            #expect(isTaken == isPlain)
        }
    }

    @Test func `depth costs no stack`() throws {
        let depth = 1_000_000
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let json = try JSON(parsing: text, options: .init(maximumDepth: depth))
        #expect(json.elements.first?.elements.count == 1)
        #expect(throws: JSONParseError(code: .tooDeep, offset: depth - 1)) {
            try JSON(parsing: text, options: .init(maximumDepth: depth - 1))
        }
    }

    // MARK: - Repeated names

    @Test(arguments: [2, 31, 32, 33, 34, 100, 5_000])
    func `the last of many names is refused when it repeats any`(count: Int) throws {
        let names = (0..<(count - 1)).map { "\"n\($0)\":[\($0)]" }.joined(separator: ",")
        #expect(try JSON(parsing: "{\(names)}").members.count == count - 1)
        for repeated in [0, count / 2 - 1, count - 2].map({ max(0, $0) }) {
            let error = JSONParseError(code: .duplicateName, offset: names.utf8.count + 2)
            #expect(throws: error) { try JSON(parsing: "{\(names),\"n\(repeated)\":0}") }
            #expect(throws: error) { try JSON(parsing: "{\(names),\"\\u006e\(repeated)\":0}") }
        }
    }

    @Test func `with an option the last value of a name counts, at the first one's position`() throws {
        let options = JSON.Options(repeatedNames: .last)
        let text = #" {"a":1, "b":{"c":[{"d":1,"d":2,"e":3}]}, "\u0061":{"x":"\n"}, "b" : [ 1 ] } "#
        #expect(try JSON(parsing: text, options: options).description == #"{"a":{"x":"\n"},"b":[1]}"#)
        let inner = #"[{"c":[{"d":1,"d":{"f":1,"f":2},"e":3}]},"a"]"#
        #expect(try JSON(parsing: inner, options: options).description == #"[{"c":[{"d":{"f":2},"e":3}]},"a"]"#)
        #expect(try JSON(parsing: #"{"a": 1}"#, options: options).description == #"{"a": 1}"#)
    }

    @Test func `an index that is used again holds the last text only`() throws {
        var index = JSONIndex()
        for text in [#"{"a":["\n",{"b":2}]}"#, "1", #"["\t"]"#] {
            let bytes = ContiguousArray(text.utf8)
            try index.read(bytes.span, options: .init())
            let json = JSON(document: JSONDocument(bytes, index), position: 0)
            #expect(try JSONValue(json) == PlainReader.read(Array(text.utf8)))
        }
        let broken = ContiguousArray("[1,2".utf8)
        #expect(throws: JSONParseError.self) { try index.read(broken.span, options: .init()) }
        #expect(index.nodes.isEmpty)
    }
}
