import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// `form=ndjson`: all events that match, one on a line.
@Suite(.waitLimit) struct EventLinesTests {
    private static func lines(_ query: String, _ client: Client) async throws -> [String] {
        let response = try await client.get("/events?form=ndjson\(query)")
        #expect(response.status == 200 && response.headers["content-type"] == "application/x-ndjson")
        #expect(response.body.isEmpty || response.body.last == UInt8(ascii: "\n"))
        return String(decoding: response.body, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `a line has the bytes that the intake holds`() async throws {
        try await TestWorkspace.open { client async throws in
            let numbers = #","big":9007199254740993,"f":1.0,"z":-0,"e":1E400"#
            _ = try await client.post(TestWorkspace.event(numbers + #","s":"ä\u0000\ud83e""#))
            _ = try await client.post("[null, 1e400]")
            let lines = try await Self.lines("&errorEvents=false", client)
            #expect(lines.count == 3 && lines[0].contains(numbers))
            #expect(lines[0].contains(#""s":"ä\u0000\ud83e""#))
            #expect(Array(lines[1...]) == ["null", "1e400"])
        }
    }

    @Test func `all events come, in either order, page by page, up to a limit and a position`() async throws {
        try await TestWorkspace.open { client async throws in
            let store = client.intake.store
            // More than one page by number, and by bytes.
            let text = JSON(["text": .string(String(repeating: "x", count: 3000))])
            let expected = (0..<2500).map { number in
                SinkEvent(
                    id: "\(number)", stream: "s", schema: "/s",
                    event: number < 1500
                        ? JSON(["n": .number(number)]) : JSON(["n": .number(number), "t": JSONValue(text)])
                )
            }
            try await store.add(expected)
            let texts = expected.map { String(decoding: $0.json, as: UTF8.self) }
            #expect(try await Self.lines("", client) == texts)
            #expect(try await Self.lines("&order=newest", client) == texts.reversed())
            #expect(try await Self.lines("&limit=1200", client) == Array(texts.prefix(1200)))
            #expect(try await Self.lines("&limit=1&order=newest", client) == [texts[2499]])
            #expect(try await Self.lines("&after=10&before=13", client) == Array(texts[10..<12]))
            #expect(try await Self.lines("&after=10&before=3000", client) == Array(texts[10...]))
            #expect(try await Self.lines("&q=n:%3E=2400", client) == Array(texts[2400...]))
            #expect(try await Self.lines("&stream=none", client).isEmpty)
        }
    }

    @Test(arguments: ["wait=1", "fields=a", "limit=0", "form=lines"])
    func `a parameter that does not go with it is refused`(query: String) async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.get("/events?form=ndjson&\(query)").status == 400)
        }
    }
}
