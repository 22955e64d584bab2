import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// `GET /report`: what arrives beside what is configured.
@Suite(.waitLimit) struct ReportTests {
    private static let streams = """
        a.stream: {schema_title: test}
        a.quiet: {schema_title: test}
        a.off: {schema_title: test, sample: {unit: session, rate: 0}}
        a.filled:
          schema_title: test
          producers: {metrics_platform_client: {provide_values: [page_id, page_title]}}
        /^b\\./: {schema_title: test}
        /^c\\./: {schema_title: test}
        """
    private static let more = """
        size: {type: string, enum: [small, large]}
          page:
            type: object
            properties:
              id: {type: integer}
              title: {type: string}
        """

    private static func withReport(
        of events: [String], _ parameters: String = "", _ body: @escaping @Sendable (JSONValue) throws -> Void
    ) async throws {
        try await TestWorkspace.open { workspace in
            try workspace.write(streams, to: "Streams/a.yaml")
            try workspace.write(
                TestWorkspace.schema("test", more: "  " + more), to: "Schemas/test/1.0.0.yaml")
        } _: { client async throws in
            for event in events { _ = try await client.post(event, headers: ["X-Event-Test": "t"]) }
            try body(try await client.get("/report\(parameters)").json)
        }
    }

    private static func rules(_ report: JSONValue) -> [String: [String]] {
        let streams = report["streams"]?.array ?? []
        return Dictionary(
            uniqueKeysWithValues: streams.map { stream in
                let rules = (stream["findings"]?.array ?? []).compactMap { $0["rule"]?.string }
                return (stream["stream"]?.string ?? "", rules)
            })
    }

    @Test func `each rule that is broken is reported with its stream`() async throws {
        let events = [
            TestWorkspace.event(id: "1"), TestWorkspace.event(#","number":"x""#, id: "2"),
            TestWorkspace.event(id: "3", stream: "none"), TestWorkspace.event(id: "4", stream: "a.off"),
            TestWorkspace.event(#","page":{"id":3}"#, id: "5", stream: "a.filled"),
            TestWorkspace.event(id: "6", stream: "b.one"),
        ]
        try await Self.withReport(of: events) { report in
            #expect(
                Self.rules(report) == [
                    "a.stream": ["rejected"], "a.quiet": ["silent"], "a.off": ["unplanned"], "a.filled": ["unfilled"],
                    "b.one": [], "/^c\\./": ["silent"], "none": ["unplanned"],
                ])
            #expect(report["broken"] == 6 && report["complete"] == true)
            let filled = report["streams"]?.array?.first { $0["stream"] == "a.filled" }
            #expect(
                filled?["findings"] == [
                    ["rule": "unfilled", "text": "provide_values has page_title, and no event has a value of it"]
                ])
        }
    }

    @Test func `fields and values are those of the schema`() async throws {
        let events = [
            TestWorkspace.event(#","size":"small","number":1"#, id: "1"),
            TestWorkspace.event(#","size":"small""#, id: "2"),
            TestWorkspace.event(#","page":{"title":"x"},"unknown":1"#, id: "3"), TestWorkspace.event(id: "3"),
        ]
        try await Self.withReport(of: events, "?stream=a.stream&test=t") { report in
            #expect(report["streams"]?.array?.count == 1)
            let stream = try #require(report["streams"]?.array?.first)
            #expect(stream["accepted"] == 3 && stream["repeats"] == 1 && stream["read"] == 3)
            #expect(
                stream["enums"] == [
                    ["field": "size", "allowed": ["small", "large"], "seen": ["small": 2], "unseen": ["large"]]
                ])
            let fields = try #require(stream["fields"]?.array)
            let counts = fields.map { "\($0["field"]?.string ?? "") \($0["filled"]?.jsonText ?? "")" }
            #expect(counts.contains("number 1") && counts.contains("page.title 1") && counts.contains("page.id 0"))
            #expect(!counts.contains { $0.hasPrefix("unknown") || $0.hasPrefix("page ") })
            let never = try #require(stream["neverFilled"]?.array)
            #expect(never.contains("page.id") && !never.contains("number"))
        }
    }

    @Test func `an attribute of the project's own is in the field that its file declares`() async throws {
        let field = "page: {type: object, properties: {rate_zone: {type: string}}}\n"
        try await TestWorkspace.open { workspace in
            try workspace.write(
                "attributes: {heart_rate_zone: {field: page.rate_zone, type: string, sensitivity: low}}\n",
                to: "Project.yaml")
            try workspace.write(
                "a.stream: {schema_title: test, producers: "
                    + "{metrics_platform_client: {provide_values: [heart_rate_zone]}}}\n",
                to: "Streams/a.yaml")
            try workspace.write(TestWorkspace.schema("test", more: "  " + field), to: "Schemas/test/1.0.0.yaml")
        } _: { client async throws in
            _ = try await client.post(TestWorkspace.event(#","page":{"rate_zone":"high"}"#, id: "1"))
            let report = try await client.get("/report").json
            #expect(Self.rules(report) == ["a.stream": []], "\(report)")
            let fields = report["streams"]?.array?.first?["fields"]?.array ?? []
            #expect(fields.contains(["field": "page.rate_zone", "filled": 1, "planned": true]), "\(fields)")
        }
    }

    /// Fails when the line has all of them: the base schema alone has dozens.
    @Test func `fields that are never filled are counted in words, with the first of them`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(Fixture.event())
            let schemas = try LiveContent(Fixture.configuration).current.schemas
            let report = try await client.intake.store.report(
                EventQuery(stream: "app.interactions"), configurations: nil, schemas: schemas, forecasts: [:])
            let stream = try #require(report.json["streams"]?.array?.first)
            let never = (stream["neverFilled"]?.array ?? []).compactMap(\.string)
            let all = stream["fields"]?.array?.count ?? 0
            #expect(never.count > 10 && never.count < all)
            #expect(
                report.lines.contains(
                    "  never filled: \(never.count) of \(all) fields: \(never.prefix(5).joined(separator: ", ")) and "
                        + "\(never.count - 5) more"))
        }
    }

    @Test func `events of another test do not count, and other parameters are refused`() async throws {
        try await Self.withReport(of: [TestWorkspace.event()], "?test=other") { report in
            #expect(Self.rules(report)["a.stream"] == ["silent"])
        }
        try await TestWorkspace.open { client async throws in
            #expect(try await client.get("/report?valid=true").status == 400)
        }
    }

    @Test func `a volume far from the forecast is reported`() async throws {
        try await TestWorkspace.open { client async throws in
            for id in 1...5 { _ = try await client.post(TestWorkspace.event(id: "\(id)")) }
            let store = client.intake.store
            let content = try LiveContent(IntakeConfiguration())
            func findings(_ forecast: ClosedRange<Double>) async throws -> [ArrivalReport.Finding] {
                let report = try await store.report(
                    EventQuery(), configurations: nil, schemas: content.current.schemas,
                    forecasts: ["a.stream": forecast])
                return report.streams.flatMap(\.findings)
            }
            // All within a second: too few is not known before a day has passed.
            #expect(try await findings(1...2).map(\.text) == ["5 events a day; the forecast is 1 to 2"])
            #expect(try await findings(1...3).isEmpty)
            #expect(try await findings(50...60).isEmpty)
        }
    }

    @Test func `the report has the forecasts of the tools, and leaves out rules that are off`() async throws {
        try await TestWorkspace.open(configure: { $0.tools.forecast = { ["a.stream": 1...2] } }) {
            client async throws in
            for id in 1...5 { _ = try await client.post(TestWorkspace.event(id: "\(id)")) }
            let stream = try #require(try await client.get("/report").json["streams"]?.array?.first)
            #expect(stream["forecast"] == ["low": 1, "high": 2] && stream["perDay"] == .null)
            #expect(stream["findings"]?.array?.map { $0["rule"] } == ["volume"])
            let off = try await client.get("/report?off=volume,silent").json
            #expect(off["broken"] == 0 && off["streams"]?.array?.first?["findings"] == [])
            let unknown = try await client.get("/report?off=volum")
            #expect(unknown.status == 400)
            #expect(unknown.json["detail"]?.string?.contains("there is no rule volum. Known are silent") == true)
        }
    }

    @Test func `only the newest events are read for fields`() async throws {
        let store = try IntakeStore()
        let body: JSONValue = ["$schema": "/test/1.0.0", "meta": ["stream": "s"]]
        let events = (1...12).map { _ in
            SinkEvent(AcceptedEvent(event: JSON(body), stream: "s", schema: "/test/1.0.0", test: nil))
        }
        try await store.add(events)
        var positions: [Int64] = []
        let some = try await store.forNewest(5, of: EventQuery()) { positions.append($0.position) }
        #expect(some.count == 5 && !some.isComplete && positions == [12, 11, 10, 9, 8])
        let all = try await store.forNewest(12, of: EventQuery()) { _ in }
        #expect(all.count == 12 && all.isComplete)
        try store.close()
    }
}
