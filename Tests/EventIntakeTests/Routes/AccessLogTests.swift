import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// The lines about requests.
@Suite(.waitLimit) struct AccessLogTests {
    @Test func `each request has a line, without its query, headers and body`() async throws {
        let log = RecordedLog()
        try await TestWorkspace.open(configure: {
            $0.accessLogger = log.logger
            $0.token = "s3cret-token"
        }) { client async throws in
            let token = ["Authorization": "Bearer s3cret-token"]
            let body = TestWorkspace.event(id: "event-in-body")
            #expect(try await client.post(body, to: "/v1/events?stream=in-query", headers: token).status == 201)
            #expect(try await client.get("/nowhere").status == 401)
            #expect(try await client.send("GET", "/nowhere", nil, token).status == 404)
        }
        let lines = log.lines
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("request ") })
        let wanted = [("POST", "/v1/events", 201), ("GET", "/nowhere", 401), ("GET", "/nowhere", 404)]
        for (line, (method, path, status)) in zip(lines, wanted) {
            #expect(line.contains("request.method\": \(method)"), "\(line)")
            #expect(line.contains("request.path\": \(path)"), "\(line)")
            #expect(line.contains("response.status\": \(status)"), "\(line)")
            #expect(line.contains("response.bytes\": ") && line.contains("request.milliseconds\": "), "\(line)")
        }
        #expect(lines[0].contains("request.bytes\": \(TestWorkspace.event(id: "event-in-body").utf8.count)"))
        for secret in ["event-in-body", "in-query", "s3cret-token"] {
            #expect(!lines.joined().contains(secret), "\(secret)")
        }
    }
}
