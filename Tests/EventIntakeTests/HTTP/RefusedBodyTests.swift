import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Bodies that are refused before they have arrived, from clients that write everything before they read.
@Suite(.waitLimit) struct RefusedBodyTests {
    private static let type = "Content-Type: application/json\r\n"
    private static let megabytes = String(repeating: "x", count: 8_000_000)

    private static func chunked(_ text: String) -> String {
        String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n0\r\n\r\n"
    }

    @Test(
        arguments: [
            ("Content-Length: 8000000\r\n", megabytes), ("Content-Length: 8000000\r\nConnection: close\r\n", megabytes),
            ("Transfer-Encoding: chunked\r\n", chunked(megabytes)),
            ("Transfer-Encoding: chunked\r\nConnection: close\r\n", chunked(megabytes)),
        ])
    func `a client that writes everything before it reads gets its 413`(fields: String, body: String) async throws {
        try await TestWorkspace.open { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            #expect(await connection.write("POST /v1/events HTTP/1.1\r\nHost: x\r\n\(Self.type)\(fields)\r\n\(body)"))
            let response = await connection.rest()
            #expect(response.text.hasPrefix("HTTP/1.1 413 ") && !response.wasReset)
            #expect(response.text.lowercased().contains("connection: close"))
            #expect(response.body.count == response.promised)
        }
    }

    @Test(
        arguments: [
            ("POST /v1/events HTTP/1.1\r\nHost: x\r\n", "HTTP/1.1 401 "),
            ("POST /nowhere HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n", "HTTP/1.1 404 "),
            ("PUT /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n", "HTTP/1.1 405 "),
            (
                "POST /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nContent-Type: image/png\r\n",
                "HTTP/1.1 400 "
            ),
        ])
    func `every refusal is received by a client that writes everything before it reads`(head: String, start: String)
        async throws
    {
        try await TestWorkspace.open(configure: {
            $0.token = "t"
        }) { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            #expect(await connection.write("\(head)Content-Length: 8000000\r\n\r\n\(Self.megabytes)"))
            let response = await connection.rest()
            #expect(response.text.hasPrefix(start) && !response.wasReset)
        }
    }

    @Test func `a refused body is read up to a bound, then the connection is closed`() async throws {
        try await TestWorkspace.open { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            connection.send(
                "POST /v1/events HTTP/1.1\r\nHost: x\r\n\(Self.type)Content-Length: 99999999999\r\n\r\n")
            // Returns `false` when the intake has closed the connection: long before the deadline of the body.
            var sent = 0
            while await connection.write(Self.megabytes) { sent += Self.megabytes.utf8.count }
            #expect(sent < 2 * RefusedBodyHandler.maximumDiscardedBytes)
            #expect(try await client.post(TestWorkspace.event()).status == 201)
        }
    }

    @Test func `a connection persists after a refused body that had arrived`() async throws {
        try await TestWorkspace.open { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            connection.send(
                "POST /v1/events HTTP/1.1\r\nHost: x\r\n\(Self.type)Content-Length: 3\r\n\r\n{x}"
                    + "GET /_info/name HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let response = await connection.rest().text
            #expect(response.hasPrefix("HTTP/1.1 400 ") && response.contains("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func `a client that sends a large head before it reads gets its 431`() async throws {
        try await TestWorkspace.open { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            let line = "X: " + String(repeating: "x", count: 60_000) + "\r\n"
            let lines = String(repeating: line, count: 60)
            #expect(await connection.write("GET / HTTP/1.1\r\nHost: x\r\n\(lines)\r\n"))
            connection.finishSending()
            let response = await connection.rest()
            #expect(response.text.hasPrefix("HTTP/1.1 431 ") && !response.wasReset)
        }
    }
}
