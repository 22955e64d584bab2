import EventSchema
import EventSupport
import Foundation
import Testing

@testable import EventPlatform

/// The encoder of events against `JSONEncoder`.
@Suite struct EventEncoderTests {
    /// Encodes the value by both, which must agree.
    ///
    /// - Returns: the text, and whether it was written without `JSONEncoder`.
    @discardableResult
    private static func encoded(_ value: some Encodable) throws -> (text: String, isDirect: Bool) {
        let json = try EventEncoder.json(of: value)
        let reference = try JSONValue(parsing: Array(EventEncoder.text(of: value)))
        #expect(JSONValue(json) == reference)
        // What the index says is what the text says.
        #expect(try JSONValue(JSON(parsing: Array(json.bytes))) == JSONValue(json))
        return (String(decoding: json.bytes, as: UTF8.self), try DirectEncoding.json(of: value) != nil)
    }

    private static func isDirect(_ value: some Encodable) throws -> Bool { try encoded(value).isDirect }

    // MARK: - What is written directly

    private struct Order: Encodable {
        struct Line: Encodable {
            var article = "book"
            var price = 12.5
        }
        enum State: String, Encodable { case open, paid }
        enum Payment: Encodable {
            case card(number: Int, isValid: Bool)
            case cash
        }
        var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        var lines = [Line(), Line(article: "bücher \"x\"\n", price: 7)]
        var state = State.paid
        var payments = [Payment.card(number: 4, isValid: true), .cash]
        var note: String?
        var isGift: Bool? = true
        var at = Date(timeIntervalSince1970: 1_700_000_000.25)
        var page = URL(string: "https://example.org/a/b?c=d")
        var counts: [UInt8] = [0, 255]
        var small: Float = 0.1
        var matrix = [[1, 2], [], [3]]
        var gaps: [Int?] = [1, nil]
        var range = 1...4
        var languages: Set = ["en"]
    }

    @Test func `a type is written in the order of its properties`() throws {
        let (text, isDirect) = try Self.encoded(Order())
        #expect(isDirect)
        #expect(
            text == """
                {"id":"01020304-0506-0708-090A-0B0C0D0E0F10","lines":[{"article":"book","price":12.5},\
                {"article":"bücher \\"x\\"\\n","price":7}],"state":"paid",\
                "payments":[{"card":{"number":4,"isValid":true}},{"cash":{}}],"isGift":true,\
                "at":"2023-11-14T22:13:20.250Z","page":"https://example.org/a/b?c=d","counts":[0,255],"small":0.1,\
                "matrix":[[1,2],[],[3]],"gaps":[1,null],"range":[1,4],"languages":["en"]}
                """)
    }

    @Test func `members of dictionaries are sorted by name`() throws {
        let names = (0..<40).map { "n\($0)" }
        let (text, isDirect) = try Self.encoded(
            ["outer": Dictionary(uniqueKeysWithValues: names.map { ($0, [$0: 1]) })])
        #expect(isDirect)
        #expect(text == "{\"outer\":{\(names.sorted().map { "\"\($0)\":{\"\($0)\":1}" }.joined(separator: ","))}}")
        #expect(try Self.encoded([10: "a", 9: "b"]).text == #"{"10":"a","9":"b"}"#)
        // `JSONEncoder` writes one of two names that are equal as strings of Swift, which in JSON differ.
        let equal = try EventEncoder.json(of: [ByNumber(0): 0, ByNumber(1): 1])
        #expect(equal.bytes.elementsEqual("{\"cafe\u{301}\":0,\"caf\u{E9}\":1}".utf8))
    }

    private struct ByNumber: Hashable, Encodable, CodingKeyRepresentable {
        let number: Int
        var codingKey: any CodingKey { Name(["cafe\u{301}", "caf\u{E9}", "same", "same"][number]) }
        init(_ number: Int) { self.number = number }
        init?(codingKey _: some CodingKey) { nil }
    }

    @Test(arguments: [0, 1, -1, 0.5, 1e-7, 123.456, -7, 9_007_199_254_740_991, 1 / 3.0])
    func `a whole number has no fraction`(_ number: Double) throws {
        let (text, isDirect) = try Self.encoded([number])
        #expect(isDirect)
        #expect(text == String(decoding: try EventEncoder.text(of: [number]), as: UTF8.self))
    }

    @Test func `integers of all widths`() throws {
        struct Numbers: Encodable {
            var (a, b, c, d, e) = (Int8.min, Int16.min, Int32.min, Int64.min, Int.max)
            var (f, g, h, i, j) = (UInt8.max, UInt16.max, UInt32.max, UInt64.max, UInt.max)
        }
        #expect(try Self.isDirect(Numbers()))
    }

    @Test func `a value by itself`() throws {
        #expect(try Self.isDirect("text"))
        #expect(try Self.isDirect(5))
        #expect(try Self.isDirect([Int]()))
        #expect(try Self.isDirect([String: Int]()))
        #expect(try Self.isDirect(Int?.none))
        #expect(try Self.isDirect(Date(timeIntervalSince1970: 0)))
    }

    /// Nested containers, one after the other.
    private struct InOrder: Encodable {
        enum Keys: CodingKey { case first, second, third }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var first = container.nestedContainer(keyedBy: Keys.self, forKey: .first)
            try first.encode(1, forKey: .first)
            var second = first.nestedUnkeyedContainer(forKey: .second)
            try second.encode("a")
            try second.encodeNil()
            var inner = second.nestedContainer(keyedBy: Keys.self)
            try inner.encode(true, forKey: .third)
            var innermost = second.nestedUnkeyedContainer()
            try innermost.encode(innermost.count)
            #expect(second.count == 4)
            try container.encodeNil(forKey: .third)
            // The container is continued.
            var again = encoder.container(keyedBy: Keys.self)
            try again.encode([1.5], forKey: .second)
        }
    }

    @Test func `nested containers in their order`() throws {
        let (text, isDirect) = try Self.encoded(InOrder())
        #expect(isDirect)
        #expect(text == #"{"first":{"first":1,"second":["a",null,{"third":true},[0]]},"third":null,"second":[1.5]}"#)
    }

    // MARK: - What JSONEncoder encodes

    private struct Custom: Encodable {
        enum Keys: CodingKey { case a, b, c }
        let body: @Sendable (any Encoder) throws -> Void
        init(_ body: @escaping @Sendable (any Encoder) throws -> Void) { self.body = body }
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    private static let irregular: [Custom] = [
        // Containers that another one has followed.
        Custom { encoder in
            var container = encoder.container(keyedBy: Custom.Keys.self)
            var a = container.nestedContainer(keyedBy: Custom.Keys.self, forKey: .a)
            var b = container.nestedUnkeyedContainer(forKey: .b)
            try a.encode(1, forKey: .a)
            try b.encode(2)
        },
        Custom { encoder in
            var container = encoder.unkeyedContainer()
            var first = container.nestedContainer(keyedBy: Custom.Keys.self)
            try container.encode("second")
            try first.encode("first", forKey: .c)
        },
        // A name twice: the last value counts.
        Custom { encoder in
            var container = encoder.container(keyedBy: Custom.Keys.self)
            try container.encode(1, forKey: .a)
            try container.encode(2, forKey: .b)
            try container.encode(3, forKey: .a)
        },
        Custom { encoder in
            var container = encoder.container(keyedBy: Name.self)
            for number in 0..<100 { try container.encode(number, forKey: Name("n\(number % 90)")) }
        },
        // Nothing in a place for a value.
        Custom { encoder in
            var container = encoder.container(keyedBy: Custom.Keys.self)
            try container.encode(Custom { _ in }, forKey: .a)
            try container.encode(1, forKey: .b)
        },
        // A superclass, the path, and types that JSONEncoder has an encoding of its own for.
        Custom { encoder in
            var container = encoder.container(keyedBy: Custom.Keys.self)
            try container.encode(1, forKey: .a)
            try [2].encode(to: container.superEncoder())
            try [3].encode(to: container.superEncoder(forKey: .c))
        },
        Custom { encoder in
            var container = encoder.container(keyedBy: Custom.Keys.self)
            try container.encode(Custom { try "\($0.codingPath.count)".encode(to: $0) }, forKey: .a)
        },
        Custom { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(Data([1, 2, 255]))
            try container.encode(Decimal(string: "1.25"))
            try container.encode(contentsOf: [-0.0, 1e300, 9_007_199_254_740_992])
        },
        Custom { encoder in
            var container = encoder.container(keyedBy: Name.self)
            try container.encode(1, forKey: Name("a\"b"))
        },
        Custom { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Data())
        },
        // A value that throws after a part of it was written, and whose error is caught.
        Custom { encoder in
            var container = encoder.container(keyedBy: Custom.Keys.self)
            let value = Custom { encoder in
                var container = encoder.container(keyedBy: Custom.Keys.self)
                try container.encode(1, forKey: .a)
                throw CancellationError()
            }
            do { try container.encode(value, forKey: .a) } catch is CancellationError {}
            try container.encode(2, forKey: .b)
        },
    ]

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue _: Int) { nil }
    }

    @Test(arguments: irregular.indices) func `all else is as JSONEncoder encodes it`(_ index: Int) throws {
        #expect(try !Self.isDirect(Self.irregular[index]))
        // Within other values too.
        #expect(try !Self.isDirect([["x": Self.irregular[index]]]))
    }

    @Test func `two keys of a dictionary with one name`() throws {
        #expect(try DirectEncoding.json(of: [ByNumber(2): 1, ByNumber(3): 1]) == nil)
        #expect(try JSONValue(EventEncoder.json(of: [ByNumber(2): 1, ByNumber(3): 1])) == ["same": 1])
    }

    @Test func `an error has the path of JSONEncoder`() throws {
        let error = #expect(throws: EncodingError.self) { try EventEncoder.json(of: ["a": [1, Double.nan]]) }
        #expect(error.map(EventWriter.reason) == "no JSON value at the top/a/Index 1: a number is not finite")
        #expect(throws: EncodingError.self) { try EventEncoder.json(of: Custom { _ in }) }
        #expect(throws: CancellationError.self) {
            try EventEncoder.json(of: [Custom { _ in throw CancellationError() }])
        }
    }

    @Test(arguments: [511, 512, 513]) func `values are nested 512 deep`(_ depth: Int) throws {
        struct Nested: Encodable {
            let depth: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if depth > 1 { try container.encode(Nested(depth: depth - 1)) }
            }
        }
        // `JSONEncoder` refuses the last of them.
        if depth < 512 { #expect(try Self.isDirect(Nested(depth: depth))) }
        if depth == 512 { #expect(try !EventEncoder.json(of: Nested(depth: depth)).bytes.isEmpty) }
        if depth > 512 { #expect(throws: EncodingError.self) { try EventEncoder.json(of: Nested(depth: depth)) } }
    }

    // MARK: - Any value

    /// A value that uses all of the protocols, in the order of the document or not.
    private struct AnyValue: Encodable {
        let seed: UInt64
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var random = SeededGenerator(seed: seed)
            switch Int.random(in: depth > 4 ? 4...9 : 0...9, using: &random) {
            case 0, 1: try encodeMembers(to: encoder.container(keyedBy: Name.self), &random)
            case 2: try encodeElements(to: encoder.unkeyedContainer(), &random)
            case 3:
                let members = (0..<Int.random(in: 0...5, using: &random)).map { ("k\($0)", next(&random)) }
                try Dictionary(uniqueKeysWithValues: members).encode(to: encoder)
            case 4: try Int.random(in: -1_000_000...1_000_000, using: &random).encode(to: encoder)
            case 5: try Double.random(in: -1000...1000, using: &random).encode(to: encoder)
            case 6:
                try ["", "text", "é\u{301}", "\u{0}\"\\", "\u{2028}😀"].randomElement(using: &random).encode(to: encoder)
            case 7: try Bool.random(using: &random).encode(to: encoder)
            case 8: try Int?.none.encode(to: encoder)
            default: try [Float.random(in: -9...9, using: &random)].encode(to: encoder)
            }
        }

        private func next(_ random: inout SeededGenerator) -> AnyValue {
            AnyValue(seed: random.next(), depth: depth + 1)
        }

        private func encodeMembers(
            to container: KeyedEncodingContainer<Name>, _ random: inout SeededGenerator
        ) throws {
            var containers = [container]
            for number in 0..<Int.random(in: 0...8, using: &random) {
                let name = Name("m\(number)")
                // Most often the one that was opened last.
                let isLast = Int.random(in: 0...9, using: &random) > 0
                let index = isLast ? containers.count - 1 : Int.random(in: containers.indices, using: &random)
                if Int.random(in: 0...4, using: &random) == 0 {
                    containers.append(containers[index].nestedContainer(keyedBy: Name.self, forKey: name))
                } else if Int.random(in: 0...4, using: &random) == 0 {
                    try encodeElements(to: containers[index].nestedUnkeyedContainer(forKey: name), &random)
                } else {
                    // `JSONEncoder` ends the process where a name is repeated by a container.
                    let isRepeated = Int.random(in: 0...20, using: &random) == 0
                    try containers[index].encode(next(&random), forKey: isRepeated ? Name("again") : name)
                }
            }
        }

        private func encodeElements(
            to container: any UnkeyedEncodingContainer, _ random: inout SeededGenerator
        ) throws {
            var container = container
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                if depth < 5, Int.random(in: 0...4, using: &random) == 0 {
                    try AnyValue(seed: random.next(), depth: depth + 1)
                        .encodeMembers(to: container.nestedContainer(keyedBy: Name.self), &random)
                } else {
                    try container.encode(next(&random))
                }
            }
        }
    }

    @Test func `any value is encoded as JSONEncoder does`() throws {
        var direct = 0
        for seed in 0..<3000 where try Self.isDirect([AnyValue(seed: UInt64(seed), depth: 0)]) { direct += 1 }
        // Both kinds are tried.
        #expect((1000..<3000).contains(direct))
    }
}
