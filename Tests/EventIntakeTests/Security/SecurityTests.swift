import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// The protections of an intake against hostile clients, over real connections.
@Suite(.waitLimit) struct SecurityTests {
    // MARK: - Token

    private static let token = "s3cret-token"

    @Test(
        arguments: [
            nil, "Bearer wrong-token", "Bearer s3cret-tokem", "Bearer s3cret-token2", "Bearer", "s3cret-token",
            "Basic s3cret-token", "",
        ])
    func `a request without the token gets 401 on every path`(header: String?) async throws {
        try await withOwnIntake {
            $0.token = Self.token
        } _: { client async throws in
            let paths = [
                "/v1/events", "/w/api.php?action=streamconfigs", "/_info", "/events", "/v1/faults", "/nowhere",
            ]
            for path in paths {
                let response = try await client.send("GET", path, nil, header.map { ["Authorization": $0] } ?? [:])
                #expect(response.status == 401)
                #expect(response.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
            }
        }
    }

    @Test(arguments: ["Bearer s3cret-token", "bearer s3cret-token"])
    func `a request with the token is accepted`(header: String) async throws {
        try await withOwnIntake {
            $0.token = Self.token
        } _: { client async throws in
            let headers = ["Authorization": header]
            #expect(try await client.post(Fixture.event(), headers: headers).status == 201)
            #expect(try await client.send("GET", "/_info", nil, headers).status == 200)
            #expect(try await client.send("OPTIONS", "/v1/events").status == 204)
        }
    }

    @Test(
        arguments: [
            ("127.0.0.1", true), ("localhost", true), ("::1", true), ("127.1.2.3", true), ("LOCALHOST", true),
            ("0.0.0.0", false), ("::", false), ("192.168.1.2", false), ("127.0.0.1.example.org", false),
            ("127.0.0", false),
            ("127.0.0.256", false), ("", false), ("example.org", false),
        ])
    func `an address other than loopback requires a token`(host: String, isLoopback: Bool) {
        var configuration = Fixture.configuration
        configuration.host = host
        #expect(configuration.isLoopback == isLoopback)
        if !isLoopback {
            let error = #expect(throws: IntakeError.self) { try Intake(configuration) }
            #expect(error?.code == .tokenUnusable)
            configuration.token = "t"
            #expect(throws: Never.self) { try Intake(configuration).store?.close() }
        }
    }

    @Test(arguments: ["", "two words", "line\nbreak", "ümlaut"])
    func `a token that is invalid in a header is refused`(token: String) {
        var configuration = Fixture.configuration
        configuration.token = token
        #expect(throws: IntakeError.self) { try Intake(configuration) }
    }

    // MARK: - Pages of other origins

    @Test func `faults and events are refused to pages of other origins and allowed to its own`() async throws {
        try await withOwnIntake { client async throws in
            let foreign = ["Origin": "https://evil.example"]
            #expect(
                try await client.post("\"reset\"", to: "/v1/faults", type: "text/plain", headers: foreign).status == 403
            )
            #expect(try await client.send("DELETE", "/events", nil, foreign).status == 403)
            #expect(try await client.post(Fixture.event(), headers: foreign).status == 201)
            for site in ["cross-site", "same-site"] {
                let image = ["Sec-Fetch-Site": site]
                #expect(try await client.send("GET", "/events?wait=300", nil, image).status == 403)
            }
            let address = ["Sec-Fetch-Site": "none"]
            #expect(try await client.send("GET", "/events", nil, address).status == 200)
            let own = ["Origin": client.intake.url.absoluteString]
            #expect(try await client.send("GET", "/v1/faults", nil, own).status == 200)
            let rebound = try await RawConnection(to: client.intake.url).exchange(
                "GET /v1/faults HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\n\r\n")
            #expect(rebound.text.hasPrefix("HTTP/1.1 403 "))
        }
    }

    /// Of several hosts a proxy may take another one than the intake; HTTP/1.0 has none (RFC 9112 §3.2).
    @Test(arguments: IntakeConfiguration.Compatibility.allCases)
    func `several hosts, or none in HTTP/1.1, are refused`(mode: IntakeConfiguration.Compatibility) async throws {
        try await withOwnIntake {
            $0.compatibility = mode
        } _: { client async throws in
            func status(_ hosts: String..., version: String = "1.1") async throws -> Int {
                let fields = hosts.map { "Host: \($0)\r\n" }.joined()
                return try await RawConnection(to: client.intake.url).exchange(
                    "GET /healthz HTTP/\(version)\r\n\(fields)Connection: close\r\n\r\n"
                ).status
            }
            #expect(try await status("127.0.0.1") == 200)
            #expect(try await status("") == 200)
            #expect(try await status(version: "1.0") == 200)
            #expect(try await status() == 400)
            #expect(try await status("127.0.0.1", "evil.example") == 400)
            #expect(try await status("127.0.0.1", "127.0.0.1") == 400)
            #expect(try await status("127.0.0.1", "127.0.0.1", version: "1.0") == 400)
        }
    }

    @Test func `an encoded letter is the letter`() async throws {
        try await withOwnIntake { client async throws in
            for (path, status) in [("/health%7A", 200), ("/health%2Fz", 404)] {
                let response = try await RawConnection(to: client.intake.url).exchange(get: path)
                #expect(response.status == status, "\(path)")
            }
        }
    }

    /// Fails without `PathMiddleware`: the router drops empty parts of a path, so the middlewares that check paths
    /// must drop them too.
    @Test(arguments: [
        "//events", "///events", "/events/", "//counts", "//v1/faults", "/v1//faults", "//v1/stream/a.b", "/%65vents",
        "/%65%76ents/", "/v1/f%61ults",
    ])
    func `another spelling of a private path is refused too`(path: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await RawConnection(to: client.intake.url).exchange(
                "GET \(path) HTTP/1.1\r\nHost: \(client.intake.url.host() ?? "")\r\nOrigin: https://evil.example\r\n"
                    + "Connection: close\r\n\r\n")
            #expect(response.text.hasPrefix("HTTP/1.1 403 "))
            #expect(!response.text.lowercased().contains("access-control-allow-origin"))
        }
    }

    // MARK: - Limits

    @Test func `a head over a limit gets 431 and the connection is closed`() async throws {
        try await withOwnIntake { client async throws in
            let line = String(repeating: "x", count: 90_000)
            let many = (0..<200).map { "X-\($0): 1\r\n" }.joined()
            let large = (0..<20).map { "X-\($0): \(line.prefix(10_000))\r\n" }.joined()
            for head in [
                "GET /\(line) HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX: \(line)\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\n\(many)\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\(large)\r\n",
            ] {
                let connection = try RawConnection(to: client.intake.url)
                let isSent = connection.send(head)
                let response = await connection.rest()
                // Closed with bytes of the head unread, the connection is reset, by which the response may be lost.
                let isLost = response.text.isEmpty && (response.wasReset || !isSent)
                #expect(isLost || response.text.hasPrefix("HTTP/1.1 431 "), "\(response.text.prefix(40))")
            }
            #expect(try await client.post(Fixture.event()).status == 201)
        }
    }

    /// The timeout of slow connections: longer than other clients need to be served meanwhile on a busy machine.
    private static let shortest: Duration = .seconds(2)

    @Test(
        arguments: [
            "", "POST /v1/ev", "POST /v1/events HTTP/1.1\r\nHost: x\r\n",
            "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
            "POST /v1/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        ])
    func `a slow connection is closed, and others are served meanwhile`(start: String) async throws {
        try await withOwnIntake {
            $0.limits.headTimeout = Self.shortest
            $0.limits.bodyTimeout = Self.shortest
        } _: { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            if !start.isEmpty { connection.send(start) }
            #expect(try await client.post(Fixture.event()).status == 201)
            // Returns when the intake has ended the connection.
            _ = await connection.rest()
        }
    }

    @Test func `a request sent byte by byte is closed at its deadline`() async throws {
        try await withOwnIntake {
            $0.limits.headTimeout = Self.shortest
        } _: { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            connection.send("GET / HTTP/1.1\r\n")
            let response = Task { await connection.rest() }
            // Sends until the intake has had enough; each request in between takes its time.
            while connection.send("X: y\r\n") { #expect(try await client.get("/_info").status == 200) }
            _ = await response.value
        }
    }

    @Test func `a connection whose peer does not read the response is closed`() async throws {
        try await withOwnIntake {
            $0.limits.writeTimeout = Self.shortest
        } _: { client async throws in
            for start in 0..<4 {
                let events = (0..<200).map { Fixture.event(id: "\(start)-\($0)") }.joined(separator: ",")
                #expect(try await client.post("[\(events)]").status == 201)
            }
            let connection = try RawConnection(to: client.intake.url, receiveBuffer: 4096)
            // Far more responses than the system's own buffers take.
            for _ in 0..<60 { connection.send("GET /events?limit=1000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") }
            // Nothing is read, and others are served, until the intake has given the connection up.
            while !connection.isGone { #expect(try await client.get("/_info").status == 200) }
        }
    }

    @Test func `more connections than allowed wait until one ends`() async throws {
        try await withOwnIntake {
            $0.limits.maximumConnections = 3
            $0.limits.headTimeout = Self.shortest
        } _: { client async throws in
            let idle = try (0..<10).map { _ in try RawConnection(to: client.intake.url) }
            let response = try await RawConnection(to: client.intake.url).exchange(get: "/_info")
            #expect(response.text.hasPrefix("HTTP/1.1 200 "))
            for connection in idle { _ = await connection.rest() }
        }
    }

    // MARK: - Paths

    @Test(
        arguments: [
            "/schemas/../Package.swift", "/schemas/%2e%2e/Package.swift", "/schemas/..%2fPackage.swift",
            "/schemas/%2e%2e%2f%2e%2e%2fetc/passwd", "/schemas//etc/passwd", "/schemas/%2fetc%2fpasswd",
            "/schemas/analytics/../../Package.swift", "/schemas/..%5c..%5cetc%5cpasswd",
            "/schemas/%252e%252e/Package.swift",
            "/schemas/analytics/product_metrics/app/base/1.3.0%00.yaml", "/schemas/....//Package.swift",
            "/../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd",
        ])
    func `a path with dot segments reads no file outside of the schemas`(path: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await RawConnection(to: client.intake.url).exchange(get: path)
            #expect(
                response.text.hasPrefix("HTTP/1.1 404 ") || response.text.hasPrefix("HTTP/1.1 400 "),
                "\(response.text.prefix(30))")
            #expect(!response.text.contains("root:") && !response.text.contains("swift-tools-version"))
        }
    }

    // MARK: - Logs

    @Test func `no value of an event is logged at the trace level`() async throws {
        let log = RecordedLog()
        let secret = "Secret\(UUID().uuidString)"
        try await withIntake(Fixture.configuration, logger: log.logger) { intake in
            let client = Client(intake: intake)
            for body in [
                Fixture.event(action: secret), Fixture.event(stream: secret), "{\"\(secret)\":1}", secret,
                Fixture.event(action: secret + String(repeating: "x", count: 80)),
            ] {
                _ = try await client.post(body)
            }
            _ = try await client.post(Fixture.event(), headers: ["X-Event-Test": secret])
            _ = try await client.get("/events/\(secret)")
        }
        #expect(!log.lines.isEmpty)
        #expect(log.lines.filter { $0.contains(secret) } == [])
    }
}
