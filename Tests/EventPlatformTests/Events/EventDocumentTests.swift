import EventSchema
import Testing

@testable import EventPlatform

@Suite struct EventDocumentTests {
    private static func document(_ text: String, isWhole: Bool) throws -> EventDocument {
        EventDocument(
            try EventDocument.object(in: Array(text.utf8)), isWhole: isWhole, stream: "s", schema: "/t/1.0.0",
            generatedID: "generated")
    }

    @Test func `an interaction gets the client's envelope in place of its own`() throws {
        let text = #"{"$schema":"/own/1.0.0","meta":{"id":"own","stream":"own"},"action":"click"}"#
        let document = try Self.document(text, isWhole: false)
        let expected: JSONValue = [
            "$schema": "/t/1.0.0", "meta": ["stream": "s", "id": "generated"], "action": "click",
        ]
        #expect(document.json == expected)
        #expect(document.id == "generated" && document.isIDGenerated && document.schema == "/t/1.0.0")
    }

    @Test func `a whole event keeps its own envelope`() throws {
        let text = #"{"$schema":"/own/1.0.0","meta":{"id":"own","domain":"d"}}"#
        let document = try Self.document(text, isWhole: true)
        let expected: JSONValue = [
            "$schema": "/own/1.0.0", "meta": ["stream": "s", "id": "own", "domain": "d"],
        ]
        #expect(document.json == expected)
        #expect(document.id == "own" && !document.isIDGenerated && document.schema == "/own/1.0.0")
    }

    @Test func `an id that is not a string is used by its JSON text`() throws {
        let document = try Self.document(#"{"meta":{"id":5}}"#, isWhole: true)
        #expect(document.id == "5" && !document.isIDGenerated)
    }

    @Test func `text that a string of Swift cannot hold is kept, and of a repeated name the last value`() throws {
        let document = try Self.document(#"{"a":1,"a":"\ud83e","meta":{"id":"i"}}"#, isWhole: true)
        #expect(String(decoding: document.bytes, as: UTF8.self).contains(#""a":"\ud83e""#))
        #expect(document.id == "i")
    }

    @Test func `content that is not a JSON object is refused`() {
        #expect(throws: EventDocument.NotAnObjectError.self) { try Self.document("[]", isWhole: true) }
        #expect(throws: JSONParseError.self) { try Self.document("{", isWhole: true) }
    }

    @Test func `set replaces properties of an interaction and keeps those of a whole event`() throws {
        for (isWhole, expected) in [(false, "new"), (true, "old")] {
            var document = try Self.document(#"{"a":"old","b":{"c":"old"}}"#, isWhole: isWhole)
            document.set("new", at: ["a"])
            document.set("new", at: ["b", "c"])
            document.set("new", at: ["b", "d"])
            #expect(document[["a"]]?.string == expected && document[["b", "c"]]?.string == expected)
            #expect(document[["b", "d"]] == "new")
        }
    }

    @Test(
        arguments: [
            (#"{"a":1,"meta":{"id":"i"}}"#, true), (#"{"a":1,"meta":{"id":"i"}}"#, false),
            (#"{"a":1,"meta":{"id":"i","dt":"own"},"b":2}"#, true), (#"{"a":1}"#, true), (#"{"meta":7}"#, true),
        ])
    func `what is stored is what was validated, but for the time of reception`(text: String, isReceived: Bool) throws {
        var document = try Self.document(text, isWhole: true)
        let bytes = document.bytes
        let written = document.write(withReceptionTime: isReceived)
        #expect((written[path: ["meta", "dt"]] != nil) == (isReceived && document.hasEnvelope))
        #expect(document.bytes == bytes && document.json.jsonBytes == bytes)
        document.set(1, at: ["added"])
        #expect(String(decoding: document.bytes, as: UTF8.self).contains(#""added":1"#))
    }

    @Test func `set does not write into a value that is not an object`() throws {
        var document = try Self.document(#"{"a":7}"#, isWhole: false)
        document.set("new", at: ["a", "b"])
        #expect(document[["a"]] == 7)
    }
}
