import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

/// Methods and addresses that are there, and those that are not.
@Suite(.waitLimit) struct RoutingTests {
    @Test(
        arguments: [
            ("PUT", "/v1/events", "GET, HEAD, OPTIONS, POST"), ("POST", "/robots.txt", "GET, HEAD, OPTIONS"),
            ("PATCH", "/events", "DELETE, GET, HEAD, OPTIONS"), ("DELETE", "/schemas/a/b/1.0.0", "GET, HEAD, OPTIONS"),
            ("POST", "/events/x", "GET, HEAD, OPTIONS"),
        ])
    func `an unsupported method is 405 with Allow`(method: String, path: String, allowed: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.send(method, path)
            #expect(response.status == 405)
            #expect(response.headers["allow"] == allowed)
            #expect(response.json["type"] == "method_not_allowed")
        }
    }

    @Test(
        arguments: [
            ("FOO /v1/events HTTP/1.1\r\nHost: x\r\n\r\n", "501 Not Implemented", "Unknown method"),
            ("\u{0}\u{1}nonsense\r\n\r\n", "501 Not Implemented", "Unknown method"),
            ("GET / HTTP/1.1\r\nHost x\r\n\r\n", "400 Bad Request", "Not HTTP"),
            (
                "GET / HTTP/1.1\r\nHost: x\r\n\((0..<200).map { "X-\($0): 1\r\n" }.joined())\r\n",
                "431 Request Header Fields Too Large", "Head too large"
            ),
        ])
    func `a request that is not HTTP gets a problem object`(request: String, status: String, title: String)
        async throws
    {
        try await withOwnIntake { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            // It comes behind the responses to the requests before.
            let response = try await connection.exchange("GET /_info/name HTTP/1.1\r\nHost: x\r\n\r\n\(request)")
            #expect(response.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            let last = try #require(response.text.range(of: "HTTP/1.1 \(status)\r\n"))
            let problem = response.text[last.lowerBound...].split(separator: "\r\n\r\n").last ?? ""
            #expect(try JSONValue(parsing: Array(problem.utf8))["title"] == .string(title))
        }
    }

    @Test(arguments: ["/nope", "/v1", "/v1/events/more", "/v3/events"])
    func `an unknown path is 404 with a problem object`(path: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.get(path)
            #expect(response.status == 404)
            #expect(response.json["type"] == "not_found")
            #expect(response.json["uri"] == .string(path))
            #expect(response.headers["access-control-allow-origin"] == "*")
        }
    }

    @Test(arguments: ["/robots.txt", "/_info", "/v1/stream-configs", "/openapi.json"])
    func `HEAD is GET without the body`(path: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.send("HEAD", path)
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
        }
    }

    @Test func `a preflight request for a POST gets 204`() async throws {
        try await withOwnIntake { client async throws in
            let headers = [
                "Origin": "https://example.org", "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "content-type",
            ]
            let response = try await client.send("OPTIONS", "/v1/events", nil, headers)
            #expect(response.status == 204)
            #expect(response.headers["access-control-allow-origin"] == "*")
            #expect(response.headers["access-control-allow-methods"]?.contains("POST") == true)
            for name in ["accept", "x-requested-with", "content-type"] {
                #expect(response.headers["access-control-allow-headers"]?.contains(name) == true)
            }
            #expect(try await client.send("OPTIONS", "/nope").status == 404)
        }
    }

    @Test func `the page that sent a refused POST may read the response`() async throws {
        try await withOwnIntake { client async throws in
            for body in ["", "{", #"[{"x":1}]"#] {
                #expect(try await client.post(body).headers["access-control-allow-origin"] == "*")
            }
        }
    }

    @Test func `a response names the headers that a page of another origin may read, also in a refusal`() async throws {
        try await withOwnIntake { client async throws in
            for response in [try await client.get("/v1/stream-configs"), try await client.post("{")] {
                #expect(response.headers["access-control-expose-headers"]?.contains("retry-after") == true)
            }
        }
    }

    @Test(arguments: ["/events", "/events/x", "/counts"])
    func `pages of other origins may not read received events`(path: String) async throws {
        try await withOwnIntake { client async throws in
            #expect(try await client.get(path).headers["access-control-allow-origin"] == nil)
            let preflight = try await client.send("OPTIONS", path, nil, ["Access-Control-Request-Method": "DELETE"])
            #expect(preflight.headers["access-control-allow-origin"] == nil)
        }
    }

    @Test func `a single origin can be allowed instead of all`() async throws {
        try await withOwnIntake {
            $0.allowedOrigin = "https://app.example"
        } _: { client async throws in
            let response = try await client.get("/v1/stream-configs")
            #expect(response.headers["access-control-allow-origin"] == "https://app.example")
            #expect(response.headers["vary"]?.contains("origin") == true)
        }
    }

    @Test func `the served content is described, as a whole and in parts`() async throws {
        try await withOwnIntake { client async throws in
            let info = try await client.get("/_info").json
            #expect(info["streams"] == 8)
            // Any page of the Web may read this: no path of the machine is in it.
            #expect(info["store"]?.string?.contains("/") == false)
            for name in ["name", "version"] {
                let part = try #require(info[name])
                #expect(try await client.get("/_info/\(name)").json == .object([name: part]))
            }
            #expect(try await client.get("/robots.txt").headers["content-type"]?.hasPrefix("text/plain") == true)
            #expect(try await client.get("/?spec").json == client.get("/openapi.json").json)
            #expect(try await client.get("/").json["addresses"]?.array?.contains("/v1/events") == true)
        }
    }
}
