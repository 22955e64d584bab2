import CoreMetrics
import EventIntake
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// The metrics that an operator's alerts rest on: by cause, by stream, and from the start.
@Suite(.waitLimit) struct IntakeMetricsTests {
    /// The value of a series in a text for Prometheus; `nil` if there is no such series.
    private static func value(of series: String, in text: String) -> Int? {
        text.split(separator: "\n").first { $0.hasPrefix(series + " ") }?.split(separator: " ").last.flatMap { Int($0) }
    }

    private static func events(_ verdict: String, _ cause: RejectionCause) -> String {
        #"event_intake_events_total{verdict="\#(verdict)",cause="\#(cause)"}"#
    }

    @Test func `each series is there before the first event`() async throws {
        try await TestWorkspace.open(configure: { $0.metrics = PrometheusMetrics() }) { client async throws in
            let text = String(decoding: try await client.get("/metrics").body, as: UTF8.self)
            let causes = RejectionCause.allCases.map { Self.events("error", $0) }
            let reasons = EventBodyError.Reason.allCases.map {
                #"event_intake_unreadable_requests_total{reason="\#($0.rawValue)"}"#
            }
            let kinds = ContentPart.allCases.map { #"event_intake_content_problems{kind="\#($0.rawValue)"}"# }
            let streams = ["a.stream", "other"].flatMap { stream in
                ["accepted", "invalid", "error"].map {
                    #"event_intake_stream_events_total{stream="\#(stream)",verdict="\#($0)"}"#
                }
            }
            let others = [
                #"event_intake_events_total{verdict="accepted"}"#, Self.events("invalid", .client),
                #"event_intake_refused_requests_total{cause="sink"}"#,
                #"event_intake_refused_requests_total{cause="busy"}"#, "event_intake_unwritten_error_events_total",
            ]
            for series in causes + reasons + kinds + streams + others {
                #expect(Self.value(of: series, in: text) == 0, "\(series)")
            }
        }
    }

    @Test func `events are counted by cause: the client's mistake, the configuration, the sink`() async throws {
        try await TestWorkspace.open(
            prepare: {
                try $0.write("title: broken\n$id: /broken/1.0.0\ntype: [\n", to: "Schemas/broken/1.0.0.yaml")
                try $0.write(TestWorkspace.schema("full"), to: "Schemas/full/1.0.0.yaml")
                try $0.write("full.stream:\n  schema_title: full\n", to: "Streams/full.yaml")
            },
            configure: {
                $0.metrics = PrometheusMetrics()
                $0.sinks = [FailingSink()]
            }
        ) { client async throws in
            let bodies = [
                // The client's.
                "1", #"{"a":1}"#, #"{"$schema":"/nowhere/1.0.0"}"#, TestWorkspace.event(stream: "no.such"),
                #"{"$schema":"/test/1.0.0"}"#, TestWorkspace.event(stream: "full.stream"),
                // The configuration's.
                #"{"$schema":"/broken/1.0.0","meta":{"stream":"a.stream"}}"#,
                // The sink's, and a key that the sink calls the client's.
                #"{"$schema":"/full/1.0.0","meta":{"stream":"full.stream","id":"sink"}}"#,
                #"{"$schema":"/full/1.0.0","meta":{"stream":"full.stream","id":"client"}}"#,
                // An invalid event, whose error event the sink does not take.
                TestWorkspace.event(#","number":"x""#), TestWorkspace.event(),
            ]
            #expect(try await client.post("[\(bodies.joined(separator: ","))]").status == 207)
            let text = String(decoding: try await client.get("/metrics").body, as: UTF8.self)
            #expect(Self.value(of: Self.events("error", .client), in: text) == 7)
            #expect(Self.value(of: Self.events("error", .configuration), in: text) == 1)
            #expect(Self.value(of: Self.events("error", .sink), in: text) == 1)
            #expect(Self.value(of: Self.events("invalid", .client), in: text) == 1)
            #expect(Self.value(of: #"event_intake_events_total{verdict="accepted"}"#, in: text) == 1)
            #expect(Self.value(of: "event_intake_unwritten_error_events_total", in: text) == 1)
            let byStream = [
                "a.stream": [1, 1, 1], "full.stream": [0, 0, 3], "other": [0, 0, 5], "broken.stream": [nil, nil, nil],
            ]
            for (stream, counts) in byStream {
                let found = ["accepted", "invalid", "error"].map {
                    Self.value(
                        of: #"event_intake_stream_events_total{stream="\#(stream)",verdict="\#($0)"}"#, in: text)
                }
                #expect(found == counts, "\(stream)")
            }
        }
    }

    @Test func `a request that cannot be read is counted by its reason`() async throws {
        try await TestWorkspace.open(configure: { $0.metrics = PrometheusMetrics() }) { client async throws in
            #expect(try await client.post("{").status == 400)
            #expect(try await client.post(String(repeating: " ", count: 200_000)).status == 413)
            #expect(try await client.post("{}").status == 400)
            let text = String(decoding: try await client.get("/metrics").body, as: UTF8.self)
            for reason in ["malformed", "too_large", "empty"] {
                let series = #"event_intake_unreadable_requests_total{reason="\#(reason)"}"#
                #expect(Self.value(of: series, in: text) == 1, "\(reason)")
            }
        }
    }

    @Test func `a pattern has one series for all its streams, and no event adds one`() {
        let (metrics, names) = (PrometheusMetrics(), (0..<1100).map { "s\($0)" })
        let streams = StreamMetrics(metrics)
        streams.add(names)
        let refusal = EventRefusal("x", .client)
        let verdicts = ["s999", "s999", "s1000", nil, "s0"].map {
            EventVerdict.rejected(RejectedEvent(JSON([:]), refusal, of: $0, test: nil))
        }
        streams.handled(verdicts)
        let text = metrics.text
        let counts = ["s999", "s1000", "other", "s0", "s1"].map {
            Self.value(of: #"event_intake_stream_events_total{stream="\#($0)",verdict="error"}"#, in: text)
        }
        #expect(counts == [2, nil, 2, 1, 0])
    }

    @Test func `problems of the files are counted as long as they last`() throws {
        var watched = try WatchedContent {
            try $0.write("title: [\n", to: "Schemas/broken/1.0.0.yaml")
        }
        defer { watched.workspace.remove() }
        #expect(watched.problems == ["schemas": 1])
        try watched.workspace.write(TestWorkspace.schema("broken"), to: "Schemas/broken/1.0.0.yaml")
        watched.pollTwice()
        #expect(watched.problems == [:])
        // A version that is served as before the edit is a problem too, and so are streams.
        try watched.workspace.write("title: [\n", to: "Schemas/broken/1.0.0.yaml")
        try watched.workspace.write(": :", to: "Streams/a.yaml")
        watched.pollTwice()
        #expect(watched.problems == ["schemas": 1, "streams": 1])
        // The edit of another part does not hide them.
        try watched.workspace.write("experiments: [] \n", to: "Experiments/a.yaml")
        watched.pollTwice()
        #expect(watched.problems == ["schemas": 1, "streams": 1])
        try watched.workspace.write(TestWorkspace.schema("broken"), to: "Schemas/broken/1.0.0.yaml")
        try watched.workspace.write("a.stream:\n  schema_title: test\n", to: "Streams/a.yaml")
        watched.pollTwice()
        #expect(watched.problems == [:])
    }
}

extension WatchedContent {
    /// The numbers of problems by kind, other than 0.
    fileprivate var problems: [String: Int] {
        let lines = metrics.text.split(separator: "\n").compactMap {
            $0.wholeMatch(of: /event_intake_content_problems\{kind="(\w+)"\} (\d+)/)
        }
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0.1), Int($0.2) ?? -1) }).filter { $0.value != 0 }
    }
}

/// Takes events of `/test/1.0.0` only. It calls events with the id `client` mistakes of their client.
private struct FailingSink: EventSink {
    func write(_ events: [SinkEvent]) async throws {
        let places = events.indices.filter { events[$0].schema != "/test/1.0.0" }
        guard !places.isEmpty else { return }
        throw PartialWriteError(
            Dictionary(uniqueKeysWithValues: places.map { ($0, "It is refused.") }),
            causes: Dictionary(
                uniqueKeysWithValues: places.filter { events[$0].id == "client" }.map { ($0, RejectionCause.client) }))
    }

    func close() async throws {}
}
