import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Pages of summaries, and the parameters with which a page of the console reads them.
@Suite(.waitLimit) struct SummaryTests {
    private static func events(_ query: String, _ client: Client) async throws -> [JSONValue] {
        let response = try await client.get("/events?\(query)")
        #expect(response.status == 200, "\(query): \(response.json.jsonText)")
        return response.json["events"]?.array ?? []
    }

    @Test func `fields are texts with the digits and the values that the intake holds`() async throws {
        let long = String(repeating: "ä", count: 201)
        let event = TestWorkspace.event(
            #"""
            ,"big":9007199254740993,"e":1E400,"z":-0,"f":1.0,"list":[1, 2.50],"deep":{"s":"x\ny","n":null},"no":false,
            "twice":1,"twice":2,"empty":"","long":"\#(long)"
            """#)
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(event).status == 201)
            let fields = "big,e,z,f,list,deep,deep.s,deep.n,no,twice,empty,long,missing,deep.missing"
            let found = try await Self.events("form=summary&fields=\(fields)", client).first
            #expect(
                found?["fields"] == [
                    "big": "9007199254740993", "e": "1E400", "z": "-0", "f": "1.0", "list": "[1,2.50]",
                    "deep": #"{"s":"x\ny","n":null}"#, "deep.s": "x\ny", "deep.n": "null", "no": "false", "twice": "2",
                    "empty": "", "long": .string(String(long.dropLast()) + "…"),
                ])
        }
    }

    @Test func `a summary has the length of the event and the reason of a rejection, and not the event`() async throws {
        try await TestWorkspace.open { client async throws in
            _ = try await client.post(TestWorkspace.event(#","text":"ä""#, id: "good"), headers: ["X-Event-Test": "t"])
            _ = try await client.post(TestWorkspace.event(#","number":"x""#, id: "bad"))
            _ = try await client.post("[null]")
            let query = "errorEvents=false"
            let (whole, summaries) = (
                try await Self.events(query, client), try await Self.events("\(query)&form=summary", client)
            )
            let withFields = try await Self.events("\(query)&form=summary&fields=text", client)
            #expect(summaries.count == 3)
            for (whole, summary) in zip(whole + whole, summaries + withFields) {
                #expect(summary["event"] == nil && summary["context"] == nil)
                #expect(summary["bytes"]?.number?.int64 == whole["event"].map { Int64($0.jsonBytes.count) })
                for name in ["position", "id", "stream", "schema", "receivedAt", "repeats", "test", "valid", "status"] {
                    #expect(summary[name] == whole[name], "\(name)")
                }
            }
            #expect(summaries.map { $0["fields"] } == [[:], [:], [:]])
            #expect(withFields.map { $0["fields"] } == [["text": "ä"], [:], [:]])
            #expect(summaries[0]["reason"] == .null)
            #expect(summaries[1]["reason"] == ".number should be integer")
            #expect(summaries[2]["reason"]?.string?.hasPrefix("An event must be an object") == true)
        }
    }

    @Test func `streams can be left out`() async throws {
        try await TestWorkspace.open { client async throws in
            _ = try await client.post(TestWorkspace.event("", id: "one"))
            _ = try await client.post("[null]")
            let stream = try #require(try await Self.events("id=one", client).first?["stream"]?.string)
            for query in ["without=\(stream)", "without=other,\(stream)"] {
                let left = try await Self.events(query, client)
                #expect(left.count == 1 && left[0]["valid"] == false, "\(query)")
                let counts = try await client.get("/counts/matching?\(query)").json
                #expect(counts["accepted"] == 0 && counts["rejected"] == 1, "\(query)")
            }
            #expect(try await Self.events("without=other", client).count == 2)
        }
    }

    @Test func `a long reason is cut`() async throws {
        try await TestWorkspace.open { client async throws in
            _ = try await client.post(TestWorkspace.event(stream: String(repeating: "s", count: 400)))
            let reason = try await Self.events("form=summary", client).first?["reason"]?.string
            #expect(reason?.count == 301 && reason?.hasSuffix("…") == true)
        }
    }

    @Test(
        arguments: [
            "form=brief", "fields=a", "form=whole&fields=a", "form=summary&fields=,", "form=summary&fields=",
            "form=summary&fields=\(Array(repeating: "a", count: 51).joined(separator: ","))", "until=soon",
            "errorEvents=perhaps", "removals=x", "removals=-1",
        ])
    func `an invalid parameter is 400 with its name`(query: String) async throws {
        try await TestWorkspace.open { client async throws in
            let response = try await client.get("/events?\(query)")
            #expect(response.status == 400)
            let name = query.split(separator: "&").last?.prefix { $0 != "=" } ?? ""
            #expect(response.json["detail"]?.string?.contains(name) == true)
        }
    }

    @Test func `until leaves out events from that time on`() async throws {
        try await TestWorkspace.open { client async throws in
            for number in 0..<10 { _ = try await client.post(TestWorkspace.event(id: "\(number)")) }
            let times = try await Self.events("", client).compactMap { $0["receivedAt"]?.string }
            #expect(times.count == 10)
            for time in times {
                let before = try await Self.events("until=\(time)", client)
                let after = try await Self.events("since=\(time)&order=newest", client)
                #expect(before.count == times.count { $0 < time })
                #expect(before.count + after.count == times.count)
                #expect(try await client.get("/counts/minutes?until=\(time)").status == 200)
            }
        }
    }

    @Test(
        arguments: [
            ("", false), ("stream:a.stream", false), ("-stream:x.error.validation", false),
            ("stream:*.error.validation", true), (#""stream:x.error.validation""#, false), (".error.validation", false),
            (Array(repeating: "a", count: 50).joined(separator: " "), false),
        ])
    func `error events are left out unless a term asks for their stream`(filter: String, expected: Bool) async throws {
        try await TestWorkspace.open { client async throws in
            _ = try await client.post(TestWorkspace.event(#","number":"x""#, id: "bad"))
            let q = try #require(filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let query = filter.isEmpty ? "errorEvents=false" : "errorEvents=false&q=\(q)"
            let streams = try await Self.events(query, client).compactMap { $0["stream"]?.string }
            #expect(streams.contains { ErrorEventFactory.isErrorStream($0) } == expected)
            #expect(try await Self.events("errorEvents=true", client).count == 2)
        }
    }
}
