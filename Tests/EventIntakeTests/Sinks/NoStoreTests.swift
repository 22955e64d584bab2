import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// An intake whose sinks alone keep the events.
@Suite(.waitLimit) struct NoStoreTests {
    private func open(_ body: @escaping @Sendable (_ url: URL, _ sink: NDJSONSink) async throws -> Void) async throws {
        try await inFolder { folder in
            let workspace = try TestWorkspace()
            defer { workspace.remove() }
            let sink = try NDJSONSink(path: folder + "/events.ndjson")
            var configuration = workspace.configuration
            (configuration.hasStore, configuration.sinks) = (false, [sink])
            let intake = try Intake(configuration)
            #expect(intake.store == nil)
            try await intake.running { try await body($0, sink) }
        }
    }

    @Test func `valid events and error events about the others go to the sinks`() async throws {
        try await open { url, sink async throws in
            let invalid = TestWorkspace.event(#","number":"x""#, id: "invalid")
            let body = Data("[\(TestWorkspace.event(id: "valid")),\(invalid)]".utf8)
            let response = try await Client.send(
                to: url, "POST", "/v1/events", body, ["Content-Type": "application/json"])
            #expect(response.status == 207)
            let kept = try lines(of: sink.path).map { try JSONValue(parsing: $0)["$schema"] }
            #expect(kept == ["/test/1.0.0", "/error/2.1.0"])
            #expect(try await Client.send(to: url, "GET", "/_info").json["store"] == .null)
        }
    }

    @Test func `nothing reads events, and nobody sets faults`() async throws {
        try await open { url, _ async throws in
            for path in ["/events", "/counts", "/report", "/clients", "/v1/stream", "/console", "/filters"] {
                #expect(try await Client.send(to: url, "GET", path).status == 404, "\(path)")
            }
            let fault = Data(#""status=500""#.utf8)
            let headers = ["Content-Type": "application/json"]
            #expect(try await Client.send(to: url, "POST", "/v1/faults", fault, headers).status == 404)
            #expect(try await Client.send(to: url, "GET", "/", nil, ["Accept": "text/html"]).status == 200)
            for path in ["/healthz", "/readyz", "/openapi.json", "/schemas/test/1.0.0"] {
                #expect(try await Client.send(to: url, "GET", path).status == 200, "\(path)")
            }
        }
    }

    @Test func `without a store there must be a sink`() {
        var configuration = Fixture.configuration
        configuration.hasStore = false
        let error = #expect(throws: IntakeError.self) { try Intake(configuration) }
        #expect(error?.code == .sinkUnusable)
    }

    @Test func `withIntake needs a store`() async {
        var configuration = Fixture.configuration
        (configuration.hasStore, configuration.sinks) = (false, [StandardOutputSink()])
        do {
            try await withIntake(configuration) { _ in _ = Issue.record("the intake runs") }
        } catch {
            #expect((error as? IntakeError)?.code == .storeUnusable)
        }
    }
}
