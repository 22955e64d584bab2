import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventIntake

/// The header `X-Event-Client`: the ledgers of `GET /clients`, and when an event was sent.
@Suite(.waitLimit) struct ReportedClientsTests {
    private static func report(
        _ id: String = "A", time: String = "2026-01-31T12:00:00.000Z", attempt: Int = 1, submitted: Int = 3
    ) -> String {
        let account: JSONObject = [
            "submitted": .number(submitted), "delivered": 1, "pending": 1, "dropped": ["curated": 1],
        ]
        var ledger = account
        ledger["streams"] = ["a.stream": .object(account)]
        let report: JSONObject = [
            "ids": [.string(id), "S"], "time": .string(time), "attempt": .number(attempt), "ledger": .object(ledger),
        ]
        return JSONValue.object(report).jsonText
    }

    private static func post(_ client: Client, _ id: String, _ report: String) async throws {
        let event = #"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream","id":"\#(id)"}}"#
        #expect(try await client.post(event, headers: ["X-Event-Client": report]).status == 201)
    }

    @Test func `the newest ledger of each client is kept`() async throws {
        try await TestWorkspace.open { client async throws in
            try await Self.post(client, "1", Self.report(submitted: 4))
            try await Self.post(client, "2", Self.report("B"))
            try await Self.post(client, "3", Self.report(time: "2026-01-31T13:00:01+01:00", attempt: 2, submitted: 5))
            try await Self.post(client, "4", Self.report(time: "2026-01-31T11:59:59.999Z", submitted: 3))
            let response = try await client.get("/clients?stream=another").json
            #expect(response["clients"] == [])
            let ledgers = try #require(response["ledgers"]?.array)
            #expect(ledgers.map { $0["ids"] } == [["A", "S"], ["B", "S"]])
            #expect(ledgers.first?["time"] == "2026-01-31T12:00:01.000Z" && ledgers.first?["attempt"] == 2)
            #expect(ledgers.first?["ledger"]?["submitted"] == 5)
            #expect(ledgers.first?["ledger"]?[path: ["streams", "a.stream", "dropped", "curated"]] == 1)
        }
    }

    @Test func `what is no report is ignored, and its events are accepted`() async throws {
        let whole = Self.report()
        let broken = [
            ("{", ""), (#""submitted":3"#, #""submitted":"3""#), (#""pending":1,"#, ""),
            (#""curated":1"#, #""curated":-1"#),
            (#"["A","S"]"#, "[]"), ("2026-01-31T", ""), (#""attempt":1"#, #""attempt":0"#), ("a.stream", "x\(whole)"),
            ("A", String(repeating: "A", count: 8192)),
        ]
        try await TestWorkspace.open { client async throws in
            for (number, (part, change)) in broken.enumerated() {
                let report = whole.replacing(part, with: change)
                try #require(report != whole)
                try await Self.post(client, "\(number)", report)
            }
            #expect(try await client.get("/clients").json["ledgers"] == [])
            #expect(try await client.get("/events").json["events"]?.array?.allSatisfy { $0["sent"] == nil } == true)
        }
    }

    @Test func `the client that was heard longest ago leaves beyond the maximum`() throws {
        let clients = ReportedClients()
        for number in 0..<ReportedClients.maximum { clients.add(try #require(ClientReport(Self.report("\(number)")))) }
        for id in ["0", "new"] { clients.add(try #require(ClientReport(Self.report(id)))) }
        let ids = clients.json.array?.compactMap { $0["ids"]?.array?.first?.string } ?? []
        #expect(ids.count == ReportedClients.maximum && ids.prefix(2) == ["new", "0"] && ids.last == "2")
    }

    @Test func `an event keeps when its first copy was sent`() async throws {
        try await TestWorkspace.open { client async throws in
            try await Self.post(client, "1", Self.report(attempt: 2))
            try await Self.post(client, "1", Self.report(time: "2026-01-31T12:00:09.000Z", attempt: 3))
            let invalid = #"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream","id":"2"},"number":"x"}"#
            #expect(try await client.post(invalid, headers: ["X-Event-Client": Self.report()]).status == 400)
            _ = try await client.post(#"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream","id":"3"}}"#)
            let events = try #require(try await client.get("/events").json["events"]?.array)
            func sent(_ id: String) -> JSONValue? { events.first { $0["id"]?.string == id }?["sent"] }
            #expect(sent("1") == ["at": "2026-01-31T12:00:00.000Z", "attempt": 2])
            #expect(sent("2") == ["at": "2026-01-31T12:00:00.000Z", "attempt": 1], "it was rejected")
            #expect(sent("3") == nil, "its client says nothing")
            let others = events.filter { !["1", "2", "3"].contains($0["id"]?.string) }
            #expect(others.allSatisfy { $0["sent"] == nil }, "no client has sent an error event")
            let summaries = try await client.get("/events?form=summary").json["events"]?.array
            #expect(summaries?.allSatisfy { $0["sent"] == nil } == true)
        }
    }

    @Test func `a store without the columns can be read, and gets them when it is written`() async throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let path = workspace.root.appending(path: "old.sqlite").path
        try IntakeStore(path: path).close()
        let queue = try DatabaseQueue(path: path)
        try await queue.write {
            try $0.execute(
                sql: """
                    INSERT INTO event (id, stream, schema, received_at, body)
                        VALUES ('old', 's', '/s', '2026-01-31T12:00:00.000Z', '{}')
                    """)
            for table in ["event", "rejected"] {
                for column in ["attempt", "sent_at"] {
                    try $0.execute(sql: "ALTER TABLE \(table) DROP COLUMN \(column)")
                }
            }
        }
        try queue.close()
        let old = try IntakeStore(reading: path)
        #expect(try await old.events(EventQuery()).events.map(\.sent) == [nil])
        try old.close()
        let sent = ReceivedEvent.Sent(at: "2026-01-31T12:00:00.000Z", attempt: 2)
        let store = try IntakeStore(path: path)
        try await store.add(
            [SinkEvent(id: "new", stream: "s", schema: "/s", event: JSON([:]))],
            rejected: [RejectedEvent(JSON([:]), EventRefusal("x", .client), of: nil, test: nil)], sent: sent)
        #expect(try await store.events(EventQuery()).events.map(\.sent) == [nil, sent, sent])
        try store.close()
    }
}
