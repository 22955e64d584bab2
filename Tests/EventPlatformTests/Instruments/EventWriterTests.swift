import EventSchema
import Foundation
import Testing

@testable import EventPlatform

@Suite struct EventWriterTests {
    private struct Dated: Encodable { var at: Date }

    private static func text(_ value: some Encodable) throws -> String {
        var writer = EventWriter()
        try writer.encode(value)
        return String(decoding: writer.json.bytes, as: UTF8.self)
    }

    @Test func `a date is encoded in UTC with milliseconds`() throws {
        let event = Dated(at: Date(timeIntervalSince1970: 1.5))
        #expect(try Self.text(event) == #"{"at":"1970-01-01T00:00:01.500Z"}"#)
    }

    @Test func `a date beyond the range of a timestamp throws`() {
        #expect(throws: EncodingError.self) { try Self.text(Dated(at: Date(timeIntervalSince1970: .infinity))) }
    }

    @Test func `members are sorted by name, so that an event has the same bytes in every process`() throws {
        let names = (0..<20).map { "name\($0)" }
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        let members = names.sorted().map { "\"\($0)\":1" }.joined(separator: ",")
        #expect(try Self.text(["outer": values]) == "{\"outer\":{\(members)}}")
    }

    @Test func `an event that was encoded is passed on as a document, and one that was written as text`() throws {
        var writer = EventWriter()
        try writer.encode(["a": 1])
        #expect(writer.content == .event(JSON(["a": 1])))
        writer.json.value(2)
        #expect(writer.content == .written(Array(#"{"a":1}2"#.utf8)))
        writer = EventWriter()
        writer.json.beginObject()
        writer.json.name("inner")
        try writer.encode(["a": 1])
        writer.json.endObject()
        #expect(writer.content == .written(Array(#"{"inner":{"a":1}}"#.utf8)))
    }

    private final class Node: Encodable {
        var next: Node?

        init(_ next: Node? = nil) { self.next = next }
    }

    private struct TwoKinds: Encodable {
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(1, forKey: .one)
            var array = encoder.unkeyedContainer()
            try array.encode(2)
        }
        private enum CodingKeys: CodingKey { case one }
    }

    /// Fails when such a value comes to `JSONEncoder`, which ends the process.
    @Test func `a value that contains itself, is nested deeply or has two kinds throws`() throws {
        let circle = Node()
        circle.next = circle
        defer { circle.next = nil }
        var deep: Node?
        for _ in 0..<20_000 { deep = Node(deep) }
        for value in [circle, deep] {
            let error = #expect(throws: EncodingError.self) { try Self.text(value) }
            #expect(error.map(EventWriter.reason)?.contains("more than 512") == true)
        }
        while let next = deep?.next { deep = next }  // one by one, since its end would recurse
        #expect(throws: EncodingError.self) { try Self.text(TwoKinds()) }
    }

    @Test func `the reason names a number that is not finite`() {
        let error = #expect(throws: EncodingError.self) { try Self.text(["a": Double.nan]) }
        #expect(error.map(EventWriter.reason)?.hasSuffix(": a number is not finite") == true)
    }

    @Test func `slashes are not escaped`() throws {
        #expect(try Self.text(["path": "a/b"]) == #"{"path":"a/b"}"#)
    }
}
