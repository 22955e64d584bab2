import EventIntake
import EventSupport
import Foundation
import TestSupport
import Testing

/// Which connections end with a response (RFC 9112 §9.3).
@Suite(.waitLimit) struct PersistenceTests {
    /// The responses of the intake to two requests that are sent at once, before it ends the connection.
    ///
    /// The client does not end its side, so that this returns only when the intake ends the connection.
    private func responses(_ version: String, _ fields: String) async throws -> [Substring] {
        let text = Locked("")
        try await TestWorkspace.open { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            let head = "GET /_info/name HTTP/\(version)\r\nHost: x\r\n"
            connection.send(head + fields + "\r\n" + head + "Connection: close\r\n\r\n")
            let response = await connection.rest().text
            text.withLock { $0 = response }
        }
        return text.withLock { $0 }.split(separator: "HTTP/1.1 200 OK\r\n")
    }

    @Test(
        arguments: [
            ("1.0", "", 1), ("1.0", "Connection: close\r\n", 1), ("1.0", "Connection: Keep-Alive\r\n", 2),
            ("1.0", "Connection: TE, keep-alive\r\n", 2), ("1.0", "Connection: keep-alive, close\r\n", 1),
            ("1.1", "", 2), ("1.1", "Connection: close\r\n", 1), ("1.1", "Connection: Close\r\n", 1),
            ("1.1", "Connection: TE, close\r\n", 1), ("1.1", "Connection: keep-alive\r\n", 2),
        ])
    func `a connection ends with the response unless it persists`(version: String, fields: String, expected: Int)
        async throws
    {
        let responses = try await responses(version, fields).map { $0.lowercased() }
        #expect(responses.count == expected)
        #expect(responses.last?.contains("connection: close") == true)
        if version == "1.0", expected == 2 { #expect(responses.first?.contains("connection: keep-alive") == true) }
    }

    @Test func `a POST of HTTP/1.0 gets a response, and the connection ends`() async throws {
        try await TestWorkspace.open { client async throws in
            let body = TestWorkspace.event()
            let fields = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            for expectation in ["", "Expect: 100-continue\r\n"] {
                let response = try await RawConnection(to: client.intake.url).exchange(
                    "POST /v1/events HTTP/1.0\r\n\(fields)\(expectation)\r\n\(body)")
                #expect(response.text.hasPrefix("HTTP/1.1 201 Created\r\n") && !response.wasReset)
            }
        }
    }

    @Test func `a feed to a client of HTTP/1.0 has no chunks and ends with the connection`() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(TestWorkspace.event()).status == 201)
            let connection = try RawConnection(to: client.intake.url)
            connection.send(
                "GET /v1/stream/a.stream?since=2020-01-01T00:00:00Z HTTP/1.0\r\nHost: 127.0.0.1\r\n"
                    + "Connection: keep-alive\r\n\r\n")
            var text = ""
            while !text.contains("\ndata: ") { text += await connection.next(1) }
            connection.finishSending()
            text += await connection.rest().text
            #expect(text.hasPrefix("HTTP/1.0 200 OK\r\n"))
            #expect(text.lowercased().contains("connection: close") && !text.lowercased().contains("chunked"))
            #expect(text.contains("\r\n\r\n:ok\n\nevent: message\n"))
        }
    }
}
