import EventSchema
import Testing

@testable import EventPlatform

@Suite struct EventDocumentTests {
    @Test func `an interaction gets the client's envelope`() throws {
        let event = try EventDocument.given(#"{"$schema":"/own/1.0.0","action":"click"}"#, isWhole: false).completed()
        let expected: JSONValue = [
            "$schema": "/t/1.0.0", "meta": ["stream": "s", "id": "id"], "action": "click",
        ]
        #expect(JSONValue(event.json) == expected)
        #expect(event.id == "id" && event.isIDGenerated && event.ownSchema == nil)
    }

    @Test func `a whole event keeps its own envelope`() throws {
        let text = #"{"$schema":"/own/1.0.0","meta":{"id":"own","domain":"d"}}"#
        let event = try EventDocument.given(text, isWhole: true).completed()
        let expected: JSONValue = [
            "$schema": "/own/1.0.0", "meta": ["stream": "s", "id": "own", "domain": "d"],
        ]
        #expect(JSONValue(event.json) == expected)
        #expect(event.id == "own" && !event.isIDGenerated && event.ownSchema == "/own/1.0.0")
    }

    @Test func `an id that is not a string is used by its JSON text`() throws {
        let event = try EventDocument.given(#"{"meta":{"id":{"a": 5}}}"#, isWhole: true)
        #expect(event.id == #"{"a":5}"# && !event.isIDGenerated)
    }

    @Test func `text that a string of Swift cannot hold is kept, and of a repeated name the last value`() throws {
        let event = try EventDocument.given(#"{"a":1,"a":"\ud83e","meta":{"id":"i"}}"#, isWhole: true).completed()
        #expect(String(decoding: event.bytes, as: UTF8.self).contains(#""a":"\ud83e""#))
        #expect(event.id == "i")
    }

    /// Fails when the spelling of a value decides whether a request can hold the event.
    @Test(arguments: [#"{"a":"\u0061\"\n"}"#, #" { "a" : "\u0061\"\u000a" } "#, #"{"a":"a\"\n"}"#])
    func `a whole event is stored without white space and needless escapes`(text: String) throws {
        let submission = Submission(
            .init(
                stream: "s", schema: "/t/1.0.0", id: "id", time: Timestamp(milliseconds: 0), context: .empty,
                content: .written(Array(text.utf8))))
        #expect(String(decoding: try submission.document().bytes, as: UTF8.self) == #"{"a":"a\"\n"}"#)
    }

    @Test(arguments: ["[]", "7", #""a""#, "null"])
    func `content that is not a JSON object is refused`(text: String) {
        #expect(throws: EventDocument.NotAnObjectError.self) { try EventDocument.given(text, isWhole: true) }
    }

    @Test func `a template replaces properties of an interaction and keeps those of a whole event`() throws {
        for (isWhole, expected) in [(false, "new"), (true, "old")] {
            let event = try EventDocument.given(#"{"a":"old","b":{"c":"old"}}"#, isWhole: isWhole).completed {
                $0.set("new", at: ["a"])
                $0.set("new", at: ["b", "c"])
                $0.set("new", at: ["b", "d"])
            }
            #expect(event.json["a"]?.string == expected && event.json[path: ["b", "c"]]?.string == expected)
            #expect(event.json[path: ["b", "d"]]?.string == "new")
        }
    }

    @Test func `a template does not write into a value that is not an object`() throws {
        let event = try EventDocument.given(#"{"a":7}"#, isWhole: false).completed { $0.set("new", at: ["a", "b"]) }
        #expect(event.json["a"]?.int64 == 7)
    }

    @Test(
        arguments: [
            (#"{"a":1,"meta":{"id":"i"}}"#, true), (#"{"a":1,"meta":{"id":"i"}}"#, false),
            (#"{"a":1,"meta":{"id":"i","dt":"own"},"b":2}"#, true), (#"{"a":1}"#, true), (#"{"meta":7}"#, true),
        ])
    func `what is stored is what was validated, but for the time of reception`(text: String, isReceived: Bool) throws {
        let given = try EventDocument.given(text, isWhole: true)
        let (event, stored) = (
            given.completed { $0.hasReceptionTime = isReceived }, try given.completed()
        )
        #expect((event.received[path: ["meta", "dt"]] != nil) == (isReceived && given.hasEnvelope))
        #expect(event.bytes == stored.bytes && Array(event.json.bytes) == stored.bytes)
    }

    /// Where the time of reception replaces a value, other members may stand before it or behind it.
    @Test(arguments: [#"{"dt":1,"a":2}"#, #"{"a":2,"dt":{"b":[1]}}"#, #"{"a":2,"dt":1,"c":"dt"}"#, #"{"dt":1}"#])
    func `the event is without the time of reception, wherever it stands`(meta: String) throws {
        let event = try EventDocument.given(#"{"meta":\#(meta),"b":3}"#, isWhole: false).completed {
            $0.hasReceptionTime = true
        }
        #expect(event.received[path: ["meta", "dt"]]?.kind == .string)
        let sent = try JSON(parsing: event.bytes)
        #expect(sent == event.json && sent[path: ["meta", "dt"]] == nil)
        #expect(sent[path: ["meta", "id"]]?.string == "id" && sent["b"]?.int64 == 3)
    }

    /// Fails when the place of the time of reception is that in an earlier layer.
    @Test func `the event is without the time of reception where that replaces what a template has added`() throws {
        let event = try EventDocument.given(#"{"a":1}"#, isWhole: false).completed {
            $0.set("x", at: ["meta", "dt", "y"])
            $0.set("x", at: ["z"])
            $0.hasReceptionTime = true
        }
        #expect(event.received[path: ["meta", "dt"]]?.kind == .string)
        let expected: JSONValue = ["a": 1, "$schema": "/t/1.0.0", "meta": ["stream": "s", "id": "id"], "z": "x"]
        #expect(JSONValue(try JSON(parsing: event.bytes)) == expected && JSONValue(event.json) == expected)
    }
}
