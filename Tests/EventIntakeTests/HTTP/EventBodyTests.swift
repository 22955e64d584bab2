import EventIntake
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

/// What bodies are read, how large they may be, and which statuses the responses have.
@Suite(.waitLimit) struct EventBodyTests {
    private static func packed(_ text: String, _ format: Deflation.Format) throws -> Data {
        Data(try #require(Deflation.compressed(Array(text.utf8), format)))
    }

    @Test(
        arguments: [
            ("gzip", .gzip), ("x-gzip", .gzip), ("GZIP", .gzip), ("deflate", .zlib), ("deflate", .raw),
        ] as [(String, Deflation.Format)])
    func `compressed bodies are decompressed`(encoding: String, format: Deflation.Format) async throws {
        try await TestWorkspace.open { client async throws in
            let body = try Self.packed("[\(TestWorkspace.event(id: "a")),\(TestWorkspace.event(id: "b"))]", format)
            let headers = ["Content-Type": "application/json", "Content-Encoding": encoding]
            #expect(try await client.send("POST", "/v1/events", body, headers).status == 201)
            #expect(try client.intake.store.events().map(\.id) == ["a", "b"])
        }
    }

    @Test func `a gzip body of several members is read and limited as one`() async throws {
        let blanks = String(repeating: " ", count: 1000)
        let halves = ["[\(TestWorkspace.event(id: "a")),\(blanks)", "\(TestWorkspace.event(id: "b"))]\(blanks)"]
        let size = halves.joined().utf8.count
        let body = try halves.map { try Self.packed($0, .gzip) }.reduce(Data(), +)
        let headers = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
        for (room, status) in [(0, 201), (-1, 413)] {
            try await TestWorkspace.open(configure: {
                $0.maximumBodyBytes = size + room
            }) { client async throws in
                #expect(try await client.send("POST", "/v1/events", body, headers).status == status)
            }
        }
    }

    @Test
    func `Expect 100-continue gets 100`() async throws {
        try await TestWorkspace.open { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            let body = TestWorkspace.event()
            connection.send(
                "POST /v1/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
            let goOn = "HTTP/1.1 100 Continue\r\n\r\n"
            #expect(await connection.next(goOn.utf8.count) == goOn)
            connection.send(body)
            #expect(await connection.rest().text.hasPrefix("HTTP/1.1 201 Created\r\n"))
        }
    }

    @Test
    func `a body with a Content-Length over the limit is refused before it is received`() async throws {
        try await TestWorkspace.open { client async throws in
            for more in ["", "Expect: 100-continue\r\n"] {
                let connection = try RawConnection(to: client.intake.url)
                connection.send(
                    "POST /v1/events HTTP/1.1\r\nHost: x\r\n\(more)Content-Type: application/json\r\n"
                        + "Content-Length: 99999999999\r\n\r\n")
                let start = "HTTP/1.1 413 "
                #expect(await connection.next(start.utf8.count) == start)
            }
        }
    }

    @Test(arguments: [("\t\r\n ", nil), ("\u{0}", "Not JSON"), ("\u{B} ", "Not JSON")] as [(String, String?)])
    func `only the white space of JSON counts as an empty body`(body: String, title: String?) async throws {
        try await TestWorkspace.open { client async throws in
            let response = try await client.post(body)
            #expect(response.status == 400 && response.json["title"]?.string == title)
        }
    }

    @Test func `a body that decompresses to more than the limit is 413, one of exactly the limit is read`()
        async throws
    {
        let event = TestWorkspace.event()
        let exact = event + String(repeating: " ", count: 1000 - event.utf8.count)
        try await TestWorkspace.open(configure: {
            $0.maximumBodyBytes = 1000
        }) { client async throws in
            let headers = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
            for (text, status) in [
                (exact, 201), (exact + " ", 413), (event + String(repeating: " ", count: 10_000_000), 413),
            ] {
                let body = try Self.packed(text, .gzip)
                #expect(body.count < 20_000)
                let response = try await client.send("POST", "/v1/events", body, headers)
                // Ten megabytes of blanks are ten kilobytes packed, over the limit as they arrive.
                #expect(response.status == status)
            }
        }
    }

    @Test(arguments: [("gzip", 400), ("deflate", 400), ("br", 415), ("gzip, gzip", 415), ("identity", 201), ("", 201)])
    func `a corrupt body is 400, an unknown encoding 415`(encoding: String, status: Int) async throws {
        try await TestWorkspace.open { client async throws in
            let headers = ["Content-Encoding": encoding]
            #expect(try await client.post(TestWorkspace.event(), headers: headers).status == status)
        }
    }

    @Test func `a truncated compressed body is 400`() async throws {
        try await TestWorkspace.open { client async throws in
            let body = try Self.packed(TestWorkspace.event(), .gzip)
            let headers = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
            for part in [body.dropLast(1), body.dropLast(9), body + Data([0])] {
                #expect(try await client.send("POST", "/v1/events", Data(part), headers).status == 400)
            }
        }
    }

    @Test(arguments: [("utf-8", 201), ("\"UTF-8\"", 201), ("us-ascii", 201), ("iso-8859-1", 415)])
    func `a charset other than UTF-8 or ASCII is 415`(name: String, status: Int) async throws {
        try await TestWorkspace.open { client async throws in
            #expect(
                try await client.post(TestWorkspace.event(), type: "application/json; charset=\(name)").status == status
            )
        }
    }

    @Test func `the default limit is 100 kB`() async throws {
        try await TestWorkspace.open { client async throws in
            let event = TestWorkspace.event()
            for (size, status) in [(102_400, 201), (102_401, 413)] {
                let body = event + String(repeating: " ", count: size - event.utf8.count)
                #expect(try await client.post(body).status == status)
            }
        }
    }

    @Test(arguments: [(0, 1), (-5, 1), (1 << 32, 104_857_600), (.max, 104_857_600), (104_857_600, 104_857_600)])
    func `a limit out of its range is replaced by the nearest one in it`(limit: Int, expected: Int) {
        var configuration = IntakeConfiguration()
        configuration.maximumBodyBytes = limit
        #expect(configuration.maximumBodyBytes == expected)
    }

    // MARK: - As the existing intake

    @Test(
        arguments: [
            ("{\"a\":", "application/json", "SyntaxError"), ("7", "application/json", "SyntaxError"),
            ("\"x\"", "text/plain", "SyntaxError"),
            (String(repeating: " ", count: 2000), "application/json", "PayloadTooLargeError"),
            ("{}", "application/json; charset=latin1", "UnsupportedMediaTypeError"),
        ])
    func `in eventgate mode an unreadable body is 500 with a problem object`(body: String, type: String, title: String)
        async throws
    {
        try await TestWorkspace.open(configure: {
            $0.compatibility = .eventgate
            $0.maximumBodyBytes = 1000
        }) { client async throws in
            let response = try await client.post(body, to: "/v1/events?hasty=true", type: type)
            #expect(response.status == 500)
            #expect(response.json["status"] == 500)
            #expect(response.json["type"] == "internal_error")
            #expect(response.json["title"] == .string(title))
            #expect(response.json["method"] == "POST")
            #expect(response.json["uri"] == "/v1/events?hasty=true")
            #expect(response.json["detail"]?.string?.isEmpty == false)
        }
    }

    @Test(arguments: IntakeConfiguration.Compatibility.allCases)
    func `the reason for an empty request is in the status line`(compatibility: IntakeConfiguration.Compatibility)
        async throws
    {
        try await TestWorkspace.open(configure: {
            $0.compatibility = compatibility
        }) { client async throws in
            let response = try await RawConnection(to: client.intake.url).exchange(post: "[]")
            #expect(response.text.hasPrefix("HTTP/1.1 400 There is no event"))
            #expect(response.body.isEmpty)
            let accepted = try await RawConnection(to: client.intake.url).exchange(post: TestWorkspace.event())
            #expect(accepted.text.hasPrefix("HTTP/1.1 201 Created\r\n"))
        }
    }

    @Test func `the test events endpoint exists when test events are configured`() async throws {
        let events = [try JSONValue(parsing: TestWorkspace.event())]
        try await TestWorkspace.open(configure: {
            $0.testEvents = events
        }) { client async throws in
            #expect(try await client.get("/v1/_test/events").status == 201)
            #expect(try client.intake.store.events().map(\.id) == ["a"])
        }
        try await TestWorkspace.open { client async throws in
            #expect(try await client.get("/v1/_test/events").status == 404)
        }
    }

    @Test func `a GET with several events is refused`() async throws {
        try await TestWorkspace.open { client async throws in
            func path(_ text: String) throws -> String {
                let encoded = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                return "/v2/events?event=\(encoded)"
            }
            #expect(try await client.get(try path(TestWorkspace.event())).status == 201)
            #expect(try await client.get(try path(TestWorkspace.event(id: "b")) + "&hasty=1").status == 202)
            #expect(try await client.get(try path("[\(TestWorkspace.event()),\(TestWorkspace.event())]")).status == 400)
            #expect(try client.intake.store.events().map(\.id) == ["a", "b"])
        }
    }
}
