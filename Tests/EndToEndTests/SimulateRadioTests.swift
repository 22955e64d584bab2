import EventSchema
import Foundation
import TestSupport
import Testing

/// `eventctl simulate radio` and `simulate record`.
@Suite(.waitLimit) struct SimulateRadioTests {
    private static let har = """
        {"log": {"pages": [{"startedDateTime": "2026-01-31T12:00:00Z"}, {"startedDateTime": "2026-01-31T12:01:00Z"}],
         "entries": [{"startedDateTime": "2026-01-31T12:00:00.5Z", "time": 400,
                      "request": {"url": "https://example.org/", "headersSize": 500, "bodySize": 0},
                      "response": {"status": 200, "headersSize": 300, "bodySize": 20000}}]}}
        """

    private static func run(_ arguments: String, input: String = "") async throws -> Child.Result {
        try await Child.run("eventctl", arguments.split(separator: " ").map(String.init), input: Data(input.utf8))
    }

    @Test func `several traces are one JSON document with every mode`() async throws {
        let result = try await Self.run("simulate radio chat game --model 3g --dispatch 30 --format json")
        #expect(result.status == 0 && result.errors.isEmpty)
        let traces = try #require(try JSONValue(parsing: result.output)["traces"]?.array)
        #expect(traces.compactMap { $0["trace"]?.string } == ["chat", "game"])
        for trace in traces {
            let modes = try #require(trace["modes"]?.array)
            #expect(modes.compactMap { $0["mode"]?.string } == ["app alone", "30 s"])
            let median = modes[1][path: ["delay_seconds", "median"]]?.number?.double
            #expect(median.map { (15...33).contains($0) } == true)
            #expect(modes[1][path: ["promotions", "idle"]]?.number != nil && modes[0]["requests"] == nil)
        }
    }

    @Test func `a recording becomes a trace, and the trace a report`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(Self.har, to: "a.har")
        let recorded = try await Self.run("simulate record \(folder.path("a.har"))")
        #expect(recorded.status == 0 && recorded.errors.isEmpty)
        #expect(
            recorded.output == """
                # From \(folder.path("a.har")). Requests: 1. Entries without a transfer: 0.
                # Events: 2 of 600 bytes, one for each page.
                at,what,seconds,sent,received
                0,event,,600,
                0.5,request,0.4,500,20300
                60,event,,600,

                """)
        let report = try await Self.run("simulate radio - --model 3g --dispatch immediate", input: recorded.output)
        #expect(report.status == 0)
        #expect(report.output.hasPrefix("standard input: 1.0 minutes, 1 request of the app (20.8 kB), 2 events"))
    }

    @Test func `a trace is written to a file, from a pipe, with events in each minute`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await Self.run(
            "simulate record - --events-per-minute 2 --event-bytes 500 -o \(folder.path("a.csv"))", input: Self.har)
        #expect(result.status == 0 && result.output.isEmpty)
        let trace = try String(contentsOf: folder.file("a.csv"), encoding: .utf8)
        #expect(trace.contains("# Events: 2 of 500 bytes, 2.0 a minute.\n"))
        #expect(trace.hasSuffix("0.5,request,0.4,500,20300\n15,event,,500,\n45,event,,500,\n60,end,,,\n"))
    }

    @Test func `the model and the trace of the help are valid`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let help = try await Self.run("simulate radio --help").output.components(separatedBy: "\n")
        func part(from start: String, lines: Int) throws -> String {
            let first = try #require(help.firstIndex { $0.contains(start) })
            return help[first..<first + lines].map { $0.trimmingCharacters(in: .whitespaces) + "\n" }.joined()
        }
        try folder.write(try part(from: "at,what,seconds", lines: 4), to: "a.csv")
        try folder.write(try part(from: "{\"name\": \"mine\"", lines: 9), to: "m.json")
        let result = try await Self.run("simulate radio \(folder.path("a.csv")) --model \(folder.path("m.json"))")
        #expect(result.status == 0 && result.output.contains("1.5 minutes, 1 request of the app"), "\(result.errors)")
        #expect(result.output.contains("radio mine: "))
    }
}
