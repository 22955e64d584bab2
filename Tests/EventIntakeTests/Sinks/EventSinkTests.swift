import EventSchema
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
