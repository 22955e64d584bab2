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

    @Test func `slashes are not escaped`() throws {
        #expect(try Self.text(["path": "a/b"]) == #"{"path":"a/b"}"#)
    }
}
