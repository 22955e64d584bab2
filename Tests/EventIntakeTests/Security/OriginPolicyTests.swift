import EventSchema
import Foundation
import Testing

@testable import EventIntake

/// An origin that the configuration names, whose pages may read events.
@Suite(.timeLimit(.minutes(1))) struct OriginPolicyTests {
    private static let named = "https://app.example"
    private static let readingPaths = ["/events", "/events/none", "/counts", "/report", "/clients"]

    private static let privatePaths: Set = [
        "/clients", "/counts", "/counts/fields", "/counts/matching", "/counts/minutes", "/events", "/events/{id}",
        "/explain", "/filters", "/findings",
        "/metrics", "/report", "/schemas-site", "/schemas-site/{path}", "/v1/faults", "/v1/faults/{id}",
        "/v1/stream/{names}",
    ]
    private static let publicPaths: Set = [
        "/", "/_info", "/_info/home", "/_info/name", "/_info/version", "/api/v1/experiments", "/api/v1/instruments",
        "/console", "/console/{file}", "/healthz", "/openapi.json", "/readyz", "/robots.txt", "/schemas",
        "/schemas/{path}", "/v1/_test/events", "/v1/client-config", "/v1/events", "/v1/stream-configs",
        "/v1/stream-configs/{names}", "/v2/events", "/w/api.php",
    ]

    /// Fails when an endpoint is added without a decision about its data: add it to one of the lists, and to the table
    /// of the article “Threat model”.
    @Test func `each endpoint is private or public`() async throws {
        try await withOwnIntake {
            $0.testEvents = []
            $0.metrics = PrometheusMetrics()
            $0.tools.explain = { _, _, _ in [:] }
            $0.tools.check = { _ in [:] }
            $0.tools.site = { [:] }
        } _: { client async throws in
            let document = try await client.get("/openapi.json").json
            let paths = Set(try #require(document["paths"]?.object).names)
            let undecided = paths.subtracting(Self.privatePaths).subtracting(Self.publicPaths)
            #expect(undecided.isEmpty, "neither private nor public: \(undecided.sorted())")
            #expect(
                Self.privatePaths.subtracting(paths).isEmpty && Self.privatePaths.isDisjoint(with: Self.publicPaths))
            for path in paths {
                #expect(OriginPolicy.isPrivate(path) == Self.privatePaths.contains(path), "\(path)")
            }
            let foreign = try await client.send("GET", "/filters", nil, ["Origin": "https://evil.example"])
            #expect(foreign.status == 403 && foreign.headers["access-control-allow-origin"] == nil)
        }
    }

    private func withNamedOrigin(
        _ origin: String = named, token: String? = nil, _ body: @escaping @Sendable (Client) async throws -> Void
    ) async throws {
        try await withOwnIntake {
            $0.allowedOrigin = origin
            $0.token = token
        } _: {
            try await body($0)
        }
    }

    @Test(arguments: readingPaths)
    func `pages of the origin may read events, others may not`(path: String) async throws {
        try await withNamedOrigin { client async throws in
            let own = ["Origin": Self.named, "Sec-Fetch-Site": "cross-site"]
            let response = try await client.send("GET", path, nil, own)
            #expect([200, 404].contains(response.status))
            #expect(response.headers["access-control-allow-origin"] == Self.named)
            #expect(response.headers["vary"] == "origin")
            for origin in ["https://evil.example", "null", "https://app.example.evil", "http://app.example", "*"] {
                let refused = try await client.send("GET", path, nil, ["Origin": origin])
                #expect(refused.status == 403)
                #expect(refused.headers["access-control-allow-origin"] == nil)
            }
        }
    }

    @Test func `pages of the origin may read the feed`() async throws {
        try await withNamedOrigin { client async throws in
            let feed = try RawConnection(to: client.intake.url)
            feed.send(
                "GET /v1/stream/app.interactions HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: \(Self.named)\r\n"
                    + "Sec-Fetch-Site: cross-site\r\n\r\n")
            feed.finishSending()
            let text = await feed.rest().text
            #expect(text.hasPrefix("HTTP/1.1 200 "))
            #expect(text.lowercased().contains("access-control-allow-origin: \(Self.named)\r\n"))
        }
    }

    @Test func `pages of the origin may not remove events, use faults or rebind a name`() async throws {
        try await withNamedOrigin { client async throws in
            let own = ["Origin": Self.named]
            #expect(try await client.send("DELETE", "/events", nil, own).status == 403)
            #expect(try await client.send("GET", "/v1/faults", nil, own).status == 403)
            let preflight = try await client.send("OPTIONS", "/events", nil, own)
            #expect(preflight.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
            let rebound = try await RawConnection(to: client.intake.url).exchange(
                "GET /events HTTP/1.1\r\nHost: app.example\r\nOrigin: \(Self.named)\r\nConnection: close\r\n\r\n")
            #expect(rebound.status == 403)
        }
    }

    /// Without it a browser asks before each submission as JSON.
    @Test(arguments: [nil, "t0ken"])
    func `browsers may keep the response to a preflight for two hours`(token: String?) async throws {
        try await withNamedOrigin(token: token) { client async throws in
            let own = ["Origin": Self.named, "Access-Control-Request-Method": "POST"]
            let preflight = try await client.send("OPTIONS", "/v1/events", nil, own)
            #expect(preflight.status == 204 && preflight.headers["access-control-max-age"] == "7200")
            let response = try await client.send("GET", "/_info", nil, own)
            #expect(response.headers["access-control-max-age"] == nil)
        }
    }

    /// `null` is the origin of every page in a sandbox, so it names nobody.
    @Test(arguments: ["*", "null"])
    func `an origin that many pages have may read nothing`(origin: String) async throws {
        try await withNamedOrigin(origin) { client async throws in
            for path in Self.readingPaths + ["/v1/stream/app.interactions"] {
                for sent in [origin, "https://app.example"] {
                    let response = try await client.send("GET", path, nil, ["Origin": sent])
                    #expect(response.status == 403)
                    #expect(response.headers["access-control-allow-origin"] == nil)
                }
            }
        }
    }

    @Test func `with a token the origin passes the preflight, and needs the token to read`() async throws {
        try await withNamedOrigin(token: "t0ken") { client async throws in
            let own = ["Origin": Self.named]
            let preflight = try await client.send("OPTIONS", "/v1/stream/app.interactions", nil, own)
            #expect(preflight.status == 204)
            #expect(preflight.headers["access-control-allow-origin"] == Self.named)
            #expect(preflight.headers["access-control-allow-headers"]?.contains("authorization") == true)
            let refused = try await client.send("GET", "/events", nil, own)
            #expect(refused.status == 401)
            let read = try await client.send(
                "GET", "/events", nil, own.merging(["Authorization": "Bearer t0ken"]) { $1 })
            #expect(read.status == 200)
        }
    }

    @Test(arguments: ["*", named])
    func `without the token OPTIONS and refusals have the same headers for every path`(origin: String) async throws {
        try await withNamedOrigin(origin, token: "t0ken") { client async throws in
            let paths = [
                "/no/such", "/v1/events", "/_info", "/events", "/events/a", "/counts", "/v1/stream/a.b", "/v1/faults",
            ]
            for (method, status) in [("OPTIONS", 204), ("GET", 401), ("DELETE", 401)] {
                var seen: Set<[String: String]> = []
                for path in paths {
                    let response = try await client.send(method, path)
                    #expect(response.status == status)
                    // The problem object repeats the path.
                    seen.insert(response.headers.filter { !["date", "content-length"].contains($0.key) })
                }
                #expect(seen.count == 1, "\(method): \(seen)")
                #expect(seen.first?["access-control-allow-origin"] == origin)
                #expect(seen.first?["allow"] == nil)
            }
        }
    }

    @Test func `with the token no other origin may read events`() async throws {
        try await withNamedOrigin("*", token: "t0ken") { client async throws in
            let headers = ["Authorization": "Bearer t0ken", "Origin": "https://app.example"]
            for path in Self.readingPaths {
                let response = try await client.send("GET", path, nil, headers)
                #expect(response.status == 403)
                #expect(response.headers["access-control-allow-origin"] == nil)
            }
        }
    }

    @Test(
        arguments: [
            ("*", "*"), ("null", "null"), ("https://example.org", "https://example.org"),
            ("HTTPS://App.Example.ORG", "https://app.example.org"), ("https://example.org:443", "https://example.org"),
            ("http://example.org:80/", "http://example.org"), ("http://example.org:443", "http://example.org:443"),
            ("http://localhost:08080", "http://localhost:8080"), ("http://127.0.0.1:1", "http://127.0.0.1:1"),
            ("http://[::1]:3000", "http://[::1]:3000"), ("http://[0:0:0::0:0001]", "http://[::1]"),
            ("capacitor://localhost", "capacitor://localhost"), ("http://a_b.example.", "http://a_b.example."),
        ])
    func `an origin is brought into the form of browsers`(text: String, origin: String) {
        #expect(AllowedOrigin.normalized(text) == origin)
        var configuration = IntakeConfiguration()
        configuration.allowedOrigin = text
        #expect(configuration.allowedOrigin == origin)
    }

    @Test(
        arguments: [
            "", "nope", "https://", "https://example.org:99999", "https://example.org:0", "https://example.org:",
            "https://example.org/path", "https://user@example.org", "http://a,http://b", "https://ex ample.org",
            "https://*.example.org", "https://..", "https://a..b", "https://bücher.example", "http://[::1",
            "http://[z]",
            "http://[1:2]", "http://127.1", "http://1.2.3.256", "http://1.2.3.04", "example.org", "NULL",
        ])
    func `a text that is no origin of a browser is refused`(text: String) {
        #expect(AllowedOrigin.normalized(text) == nil)
    }

    @Test func `pages of an origin that was given with its default port may read events`() async throws {
        try await withNamedOrigin("https://App.example:443") { client async throws in
            let response = try await client.send("GET", "/events", nil, ["Origin": Self.named])
            #expect(response.status == 200)
            #expect(response.headers["access-control-allow-origin"] == Self.named)
        }
    }
}
