import EventSchema
import Foundation
import TestSupport
import Testing

/// What `send` says while nothing is delivered.
@Suite(.waitLimit) struct SendFailureTests {
    /// The standard error of a `send` of two events to an address that nothing listens at. It is ended by a signal once
    /// it has reported that.
    private static func failingSend() async throws -> String {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let streams = #"{"streams": {"a": {"schema_title": "x/a"}, "b": {"schema_title": "x/b"}}}"#
        let events = ["a", "b"].map { #"{"$schema": "/x/\#($0)/1.0.0", "meta": {"stream": "\#($0)", "id": "\#($0)"}}"# }
        let child = try Child(
            "eventctl",
            [
                "send", try folder.write(events.joined(separator: "\n"), to: "events.ndjson"), "--stream-configs",
                try folder.write(streams, to: "streams.json"), "--intake", "http://127.0.0.1:1", "--deadline", "100000",
            ])
        await child.waitForErrors(containing: "delivery: ")
        child.send(SIGINT)
        let result = await child.result()
        #expect(result.status == 1, "\(result.errors)")
        return result.errors
    }

    /// Fails by its time limit when failures are reported at the deadline.
    @Test func `an intake that does not respond is reported at once, and once`() async throws {
        let errors = try await Self.failingSend()
        let lines = errors.split(separator: "\n").filter { $0.hasPrefix("delivery: http://127.0.0.1:1/v1/events: ") }
        #expect(lines.count == 1, "\(errors)")
    }

    @Test func `events without a schema since no repository is given are counted in one line`() async throws {
        let errors = try await Self.failingSend()
        let lines = errors.split(separator: "\n").filter { $0.hasPrefix("schema: ") }
        try #require(lines.count == 1, "\(errors)")
        #expect(lines[0].hasPrefix("schema: 2 events were not validated here: no --schemas "))
        #expect(lines[0].hasSuffix(" has their schemas"), "\(errors)")
    }

    @Test func `the repository of the server is named, and a URL that is none`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let event: JSONValue = [
            "$schema": "/analytics/mobile_apps/reading_list_change/1.0.0",
            "meta": ["stream": "ios.reading_list_change"],
        ]
        let file = try folder.write(event.jsonText, to: "events.ndjson")
        let server = try await Server.start(store: folder.path("intake.sqlite"))
        let send = ["send", file, "--stream-configs", server.url]
        let without = try await Child.run("eventctl", send)
        let sentence = "no --schemas names a folder or a URL that has its schema, such as \(server.url)/schemas\n"
        #expect(without.errors.contains("schema: 1 event was not validated here: \(sentence)"), "\(without.errors)")
        let elsewhere = try await Child.run("eventctl", send + ["--schemas", server.url])
        #expect(elsewhere.errors.contains("it is not in \(server.url). Events of"), "\(elsewhere.errors)")
        await server.stop()
    }
}
