import EventSchema
import Foundation
import Hummingbird
import Testing

@testable import EventIntake

/// The lists of rejected events, and the memory that they take until they are sent.
@Suite struct IntakeResponseTests {
    private static func rejected(_ id: String?, padding: Int = 0, reason: String = "no such stream") -> EventVerdict {
        let meta: JSONValue = id.map { ["id": .string($0)] } ?? [:]
        let event: JSONValue = ["meta": meta, "x": .string(String(repeating: "x", count: padding))]
        return .rejected(RejectedEvent(JSON(event), EventRefusal(reason, .client), of: nil, test: nil))
    }

    private static func entries(_ response: IntakeResponse) throws -> [JSONValue] {
        let body = try #require(response.body)
        return try #require(try JSONValue(parsing: body)["error"]?.array)
    }

    private static func id(_ entry: JSONValue) -> String? { entry["event"]?["meta"]?["id"]?.string }

    @Test func `every event is named, and the first ones are echoed up to a megabyte`() throws {
        let answers = UnsentAnswers()
        let verdicts = (0..<300).map { Self.rejected("event-\($0)", padding: 10_000) }
        let response = IntakeResponse(verdicts, AnswerShare(of: answers))
        #expect(response.status == 500)
        let entries = try Self.entries(response)
        #expect(entries.map(Self.id) == (0..<300).map { "event-\($0)" })
        let echoed = entries.prefix { $0["event"]?["x"] != nil }
        #expect((100...104).contains(echoed.count))
        #expect(echoed.allSatisfy { $0["context"] == ["message": "no such stream"] })
        for entry in entries.dropFirst(echoed.count) {
            #expect(entry["event"]?.object?.names.map { $0 } == ["meta"])
            #expect(entry["context"] == ["message": "Left out: the response is too long."])
        }
        let size = try #require(response.body).count
        #expect(size <= AnswerShare.maximumEchoBytes + 200 * 150)
        // Commas and brackets are not counted.
        #expect((size - 400...size).contains(answers.bytes))
    }

    @Test func `an entry without room ends the echo of later ones in both lists`() throws {
        let small = Self.rejected("small")
        let large = Self.rejected("large", padding: AnswerShare.maximumEchoBytes)
        let entries = try Self.entries(IntakeResponse([small, large, small], AnswerShare(of: UnsentAnswers())))
        #expect(entries.map { $0["event"]?["x"] != nil } == [true, false, false])
    }

    @Test func `elements that are no events are one entry with their number`() throws {
        let number = EventVerdict.rejected(
            RejectedEvent(JSON(1), EventRefusal("It is of type number.", .client), of: nil, test: nil))
        let verdicts = Array(repeating: number, count: 51_000) + [Self.rejected("a")]
        let entries = try Self.entries(IntakeResponse(verdicts, AnswerShare(of: UnsentAnswers())))
        #expect(entries.count == 2)
        #expect(Self.id(entries[0]) == "a")
        #expect(
            entries[1] == [
                "status": "error", "count": 51_000,
                "context": ["message": "51000 elements are no events. It is of type number."],
            ])
    }

    @Test func `events without an id are counted if there is no room for them, and long ids are named`() throws {
        let full = Self.rejected("full", padding: AnswerShare.maximumEchoBytes)
        let long = String(repeating: "i", count: 50_000)
        let verdicts = [full, Self.rejected(nil), Self.rejected(long), Self.rejected(nil)]
        let entries = try Self.entries(IntakeResponse(verdicts, AnswerShare(of: UnsentAnswers())))
        #expect(entries.map(Self.id) == ["full", long, nil])
        #expect(entries.last?["count"] == 2)
    }

    @Test func `the first entry of a list without its event has a short reason`() throws {
        let reason = String(repeating: "é", count: 5_000)
        let full = Self.rejected("a", padding: AnswerShare.maximumEchoBytes, reason: reason)
        let entries = try Self.entries(IntakeResponse([full], AnswerShare(of: UnsentAnswers())))
        #expect(entries.map { $0["context"]?["message"]?.string } == [String(reason.prefix(200))])
    }

    // MARK: - Memory

    @Test func `when unsent responses take their megabytes, events are named, and then counted`() throws {
        let answers = UnsentAnswers()
        let verdicts = (0..<1000).map { Self.rejected("event-\($0)", padding: 2_000) }
        var shares: [AnswerShare] = []
        func answer() throws -> [JSONValue] {
            let share = AnswerShare(of: answers)
            shares.append(share)
            return try Self.entries(IntakeResponse(verdicts, share))
        }
        #expect(try answer().first?["event"]?["x"] != nil)
        while answers.bytes < UnsentAnswers.maximumEchoBytes - 5_000 { _ = try answer() }
        let named = try answer()
        #expect(named.count == 1000 && named.allSatisfy { $0["event"]?["x"] == nil && Self.id($0) != nil })
        while answers.bytes < UnsentAnswers.maximumNameBytes - 200 { _ = try answer() }
        let counted = try answer()
        #expect(counted.map { $0["count"] } == [1000])
        #expect(answers.bytes <= UnsentAnswers.maximumNameBytes)
        shares = []
        #expect(answers.bytes == 0)
        #expect(try answer().first?["event"]?["x"] != nil)
    }

    @Test func `a response gives its bytes back when it is sent, and when it is dropped`() async throws {
        let answers = UnsentAnswers()
        let intake = IntakeResponse([Self.rejected("a")], AnswerShare(of: answers))
        #expect(answers.bytes > 0)
        let response = Response(intake)
        #expect(response.body.contentLength == intake.body?.count)
        #expect(try await response.body.collected() == intake.body)
        #expect(answers.bytes == 0)
        do {
            let dropped = Response(IntakeResponse([Self.rejected("a")], AnswerShare(of: answers)))
            #expect(dropped.status == .internalServerError)
        }
        #expect(answers.bytes == 0)
    }

    // MARK: - Without bounds

    @Test func `without a share every element is echoed`() throws {
        let number = EventVerdict.rejected(RejectedEvent(JSON(1), EventRefusal("no", .client), of: nil, test: nil))
        let response = IntakeResponse([number, Self.rejected(nil, padding: 2 << 20), number], nil)
        let entries = try Self.entries(response)
        #expect(entries.map { $0["event"] == 1 } == [true, false, true])
        #expect(entries[1]["event"]?["x"]?.string?.count == 2 << 20)
    }
}
