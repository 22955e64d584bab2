import EventSchema
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Every sink against the requirements of all sinks.
@Suite(.waitLimit) struct EventSinkTests {
    @Test func `NDJSONSink meets the requirements`() async throws {
        try await inFolder { folder in
            let path = folder + "/events.ndjson"
            try await expectNothing(
                from: EventSinkCheck(opening: { try NDJSONSink(path: path) }, reading: { try lines(of: path) }))
        }
    }

    @Test func `StandardOutputSink meets the requirements`() async throws {
        try await inFolder { folder in
            let path = folder + "/output"
            let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND, 0o600)
            defer { close(descriptor) }
            try await expectNothing(
                from: EventSinkCheck(
                    opening: { StandardOutputSink(descriptor: descriptor) }, reading: { try lines(of: path) }))
        }
    }

    @Test func `the store meets the requirements of sinks`() async throws {
        try await inFolder { folder in
            let path = folder + "/store.sqlite"
            try await expectNothing(
                from: EventSinkCheck(
                    opening: { StoreSink(store: try IntakeStore(path: path)) },
                    reading: {
                        guard FileManager.default.fileExists(atPath: path) else { return [] }
                        let store = try IntakeStore(reading: path)
                        defer { #expect(throws: Never.self) { try store.close() } }
                        return try store.events().map(\.body.jsonText)
                    }))
        }
    }

    @Test func `the check reports a sink that loses events`() async throws {
        let sink = CarelessSink()
        let findings = try await EventSinkCheck(opening: { sink }, reading: { sink.kept.withLock { $0 } }).findings()
        #expect(findings.contains("Events cannot be read in order and unchanged when write(_:) has returned."))
    }

    /// Fails when a sink gets the text of the body as it is: a search in the store looks for texts without escapes.
    @Test func `a sink gets an event on one line, without escapes that it can do without`() async throws {
        try await inFolder { folder in
            let path = folder + "/events.ndjson"
            let sink = try NDJSONSink(path: path)
            try await TestWorkspace.open(configure: { $0.sinks = [sink] }) { client async throws in
                let event = #"""
                    {"$schema": "/test/1.0.0", "number" : 1.0,
                     "meta": {"stream" : "a.stream", "id": "\u0061 b"}}
                    """#
                #expect(try await client.post(event).status == 201)
                #expect(try client.intake.store.events().map(\.id) == ["a b"])
            }
            let line = try #require(try lines(of: path).first)
            let start = #"{"$schema":"/test/1.0.0","number":1.0,"meta":{"stream":"a.stream","id":"a b""#
            #expect(line.hasPrefix(start), "\(line)")
        }
    }

    @Test func `a sink gets what the store accepts: valid events and error events about the others`() async throws {
        try await inFolder { folder in
            let sink = try NDJSONSink(path: folder + "/events.ndjson")
            try await TestWorkspace.open(configure: { $0.sinks = [sink] }) { client async throws in
                let invalid = TestWorkspace.event(#","number":"x""#, id: "invalid")
                let unknown = TestWorkspace.event(id: "unknown", stream: "no.such")
                let body = "[\(TestWorkspace.event(id: "valid")),\(invalid),\(unknown)]"
                #expect(try await client.post(body).status == 207)
                let stored = try client.intake.store.events().map(\.body)
                #expect(stored.map { $0["$schema"] } == ["/test/1.0.0", "/error/2.1.0"])
                #expect(try lines(of: sink.path).map { try JSONValue(parsing: $0) } == stored)
            }
        }
    }

    @Test func `an event that a sink could not write is an error that queries find`() async throws {
        try await TestWorkspace.open(configure: { $0.sinks = [FailingSink()] }) { client async throws in
            let response = try await client.post(TestWorkspace.event(id: "x"), headers: ["X-Event-Test": "T"])
            #expect(response.status == 500)
            let page = try await client.get("/events?test=T")
            #expect(
                page.json["events"]?.array?.first?["id"] == "x" && page.json["events"]?.array?.first?["valid"] == false)
            #expect(try await client.get("/counts").json["total"]?["error"] == 1)
        }
    }

    @Test func `an event that a sink could not write alone fails, and is in no further sink`() async throws {
        let (partial, further) = (PartialSink(refused: ["/bad/1.0.0", "/error/2.1.0"]), PartialSink(refused: []))
        try await TestWorkspace.open(
            prepare: {
                try $0.write(TestWorkspace.schema("bad"), to: "Schemas/bad/1.0.0.yaml")
                try $0.write("b.stream:\n  schema_title: bad\n", to: "Streams/b.yaml")
            }, configure: { $0.sinks = [partial, further] }
        ) { client async throws in
            let bad = #"{"$schema":"/bad/1.0.0","meta":{"stream":"b.stream","id":"bad"}}"#
            let invalid = TestWorkspace.event(#","number":"x""#, id: "invalid")
            let body = "[\(bad),\(TestWorkspace.event(id: "good")),\(invalid)]"
            let response = try await client.post(body)
            #expect(response.status == 207)
            let error = response.json["error"]?.array?.first
            #expect(error?["event"]?[path: ["meta", "id"]] == "bad")
            #expect(error?["context"] == ["message": "The event could not be stored: /bad/1.0.0 is refused."])
            // An error event that cannot be written changes nothing of the verdict that it is about.
            #expect(response.json["invalid"]?.array?.map { $0["event"]?[path: ["meta", "id"]] } == ["invalid"])
            #expect(further.kept.withLock { $0 } == ["good"])
            #expect(try client.intake.store.events().map(\.id) == ["good"])
            #expect(partial.streams.withLock { $0 } == ["b.stream", "a.stream"])
            #expect(try await client.get("/counts").json["total"]?["error"] == 1)
        }
    }

    @Test func `an error about some events is described by the first`() {
        #expect("\(PartialWriteError([4: "b", 1: "a", 7: "c"]))" == "a (and 2 others)")
        #expect("\(PartialWriteError([4: "b"]))" == "b")
    }

    @Test(arguments: ["", "?hasty=true"])
    func `while a sink takes no events, requests get 503 and nothing is stored`(query: String) async throws {
        let sink = ClosableSink()
        try await TestWorkspace.open(configure: { $0.sinks = [sink] }) { client async throws in
            sink.isUnavailable.withLock { $0 = true }
            let refused = try await client.post(TestWorkspace.event(id: "x"), to: "/v1/events" + query)
            #expect(refused.status == 503 && refused.headers["retry-after"] == "2")
            #expect(refused.json["type"] == "sink_unavailable" && refused.json["detail"] == "The cluster is away.")
            #expect(try await client.get("/counts").json["total"]?["error"] == 0)
            let probe = try await client.get("/readyz")
            #expect(probe.status == 503 && probe.headers["retry-after"] == "2")
            #expect(try await client.get("/healthz").status == 200)
            sink.isUnavailable.withLock { $0 = false }
            #expect(try await client.get("/readyz").status == 200)
            let accepted = try await client.post(TestWorkspace.event(id: "x"), to: "/v1/events" + query)
            #expect(accepted.status == (query.isEmpty ? 201 : 202))
            #expect(try client.intake.store.events().map(\.id) == ["x"])
        }
    }

    @Test func `a store whose file was removed accepts no events and reports it`() async throws {
        try await inFolder { folder in
            try await TestWorkspace.open(configure: { $0.storePath = folder + "/store.sqlite" }) {
                client async throws in
                #expect(try await client.post(TestWorkspace.event(id: "x")).status == 201)
                try FileManager.default.removeItem(atPath: folder + "/store.sqlite")
                let response = try await client.post(TestWorkspace.event(id: "y"))
                #expect(response.status == 500)
                #expect(
                    response.json["error"]?.array?.first?["context"]?["message"]?.string?.contains("was removed")
                        == true)
            }
        }
    }

    private func expectNothing(from check: EventSinkCheck) async throws {
        let findings = try await check.findings()
        #expect(findings == [])
    }
}

/// A sink on a full disk.
private struct FailingSink: EventSink {
    struct Full: Error {}
    func write(_ events: [SinkEvent]) async throws { throw Full() }
    func close() async throws {}
}

/// Refuses the events of some schemas.
private final class PartialSink: EventSink {
    let refused: Set<String>
    let kept = Locked<[String]>([])
    /// The names in the configurations of the events' streams.
    let streams = Locked<[String]>([])

    init(refused: Set<String>) { self.refused = refused }

    func write(_ events: [SinkEvent]) async throws {
        kept.withLock { $0 += events.filter { !refused.contains($0.schema) }.map(\.id) }
        streams.withLock { $0 += events.compactMap(\.configuration?.name) }
        let places = events.indices.filter { refused.contains(events[$0].schema) }
        guard !places.isEmpty else { return }
        throw PartialWriteError(
            Dictionary(uniqueKeysWithValues: places.map { ($0, "\(events[$0].schema) is refused.") }))
    }

    func close() async throws {}
}

/// Takes no events for a while.
private final class ClosableSink: EventSink {
    let isUnavailable = Locked(false)

    var unavailability: SinkUnavailable? {
        get async {
            guard isUnavailable.withLock({ $0 }) else { return nil }
            return SinkUnavailable("The cluster is away.", retryAfter: .milliseconds(1500))
        }
    }

    func write(_ events: [SinkEvent]) async throws {
        if let refusal = await unavailability { throw refusal }
    }

    func close() async throws {}
}

/// The store as a sink.
private struct StoreSink: EventSink {
    let store: IntakeStore
    func write(_ events: [SinkEvent]) async throws { try await store.add(events) }
    func close() async throws { try store.close() }
}

/// Loses the first event of each call.
private final class CarelessSink: EventSink {
    let kept = Locked<[String]>([])
    func write(_ events: [SinkEvent]) async throws {
        let texts = events.dropFirst().map(\.text)
        kept.withLock { $0 += texts }
    }
    func close() async throws {}
}

extension SinkEvent {
    var text: String { String(decoding: json, as: UTF8.self) }
}

func lines(of path: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
}
