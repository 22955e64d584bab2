import EventIntake
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

/// The unusual responses of the existing intake, which `--compat eventgate` sends and the standard mode does not.
@Suite(.waitLimit) struct ExistingIntakeTests {
    private typealias Body = @Sendable (Client) async throws -> Int

    /// The status in eventgate mode and in the standard mode.
    private func statuses(_ send: @escaping Body) async throws -> [Int] {
        var statuses: [Int] = []
        for compatibility in [IntakeConfiguration.Compatibility.eventgate, .none] {
            let status = Locked(0)
            try await TestWorkspace.open(configure: {
                $0.compatibility = compatibility
            }) { client async throws in
                let response = try await send(client)
                status.withLock { $0 = response }
            }
            statuses.append(status.withLock { $0 })
        }
        return statuses
    }

    @Test(arguments: [(" ", 500), ("\t\r\n", 500), ("", 400), ("{}", 400), ("[]", 400)])
    func `a blank body is malformed, an empty one is not`(body: String, status: Int) async throws {
        #expect(try await statuses { try await $0.post(body).status } == [status, 400])
    }

    @Test(
        arguments: [
            ("hasty[]=1", 202, 201), ("hasty%5B%5D=1", 202, 201), ("hasty[]=", 202, 201), ("hasty[a]=1", 202, 201),
            ("hasty=&hasty=", 202, 201), ("hasty&hasty", 202, 201), ("hasty=false", 202, 202), ("hasty=", 201, 201),
            ("hasty", 201, 201), ("hasty[=1", 201, 201), ("hasty]=1", 201, 201), ("hasty[[]=1", 201, 201),
            ("hasty.a=1", 201, 201), ("Hasty=1", 201, 201),
        ])
    func `a hasty that is a list or a map is hasty, whatever is in it`(query: String, existing: Int, standard: Int)
        async throws
    {
        let statuses = try await statuses { client in
            let body = TestWorkspace.event()
            let response = try await RawConnection(to: client.intake.url).exchange(
                "POST /v1/events?\(query) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return response.status
        }
        #expect(statuses == [existing, standard])
    }

    @Test(
        arguments: [
            ("application/json; charset=utf8", 500, 201), ("application/json; charset=us-ascii", 500, 201),
            ("application/json; charset=utf-8", 201, 201), ("application/json; charset=\"UTF-8\"", 201, 201),
            ("application/json;charset=utf-8;x=\"a;\\\"b\"", 201, 201), ("APPLICATION/JSON", 201, 201),
            ("application/json;", 400, 201), ("application/json; charset=utf-8;", 400, 201),
            ("application/json; charset", 400, 201), ("application/json; charset=", 400, 201),
            ("application/json ; charset=utf-8", 201, 201), ("text/plain; charset=latin1", 500, 415),
        ])
    func `a content type is read strictly, and only charsets that begin with utf- are known`(
        type: String, existing: Int, standard: Int
    ) async throws {
        #expect(
            try await statuses { try await $0.post(TestWorkspace.event(), type: type).status } == [existing, standard])
    }

    @Test(
        arguments: [
            ("utf-16le", String.Encoding.utf16LittleEndian, [], 201), ("utf-16be", .utf16BigEndian, [], 201),
            ("utf-16", .utf16LittleEndian, [], 201), ("utf-16", .utf16BigEndian, [], 201),
            ("utf-16", .utf16LittleEndian, [0xFF, 0xFE], 201), ("UTF-16", .utf16BigEndian, [0xFE, 0xFF], 201),
            ("utf-8", .utf16LittleEndian, [], 500), ("utf-16be", .utf16LittleEndian, [], 500),
        ] as [(String, String.Encoding, [UInt8], Int)])
    func `UTF-16 is read`(charset: String, encoding: String.Encoding, mark: [UInt8], status: Int) async throws {
        let text = TestWorkspace.event(#","text":"ünïcödé 🐳""#)
        let body = Data(mark) + (try #require(text.data(using: encoding)))
        let statuses = try await statuses { client in
            let type = ["Content-Type": "application/json; charset=\(charset)"]
            let response = try await client.send("POST", "/v1/events", body, type)
            if response.status == 201 {
                #expect(try client.intake.store.events().map { $0.body["text"] } == ["ünïcödé 🐳"])
            }
            return response.status
        }
        #expect(statuses == [status, charset == "utf-8" ? 400 : 415])
    }

    @Test(
        arguments: [
            ("deflate", .raw, 500, 201), ("deflate", .zlib, 201, 201), ("deflate", .gzip, 500, 201),
            ("gzip", .gzip, 201, 201), ("gzip", .zlib, 500, 201), ("x-gzip", .gzip, 500, 201),
        ] as [(String, Deflation.Format, Int, Int)])
    func `a content encoding stands for one format`(
        encoding: String, format: Deflation.Format, existing: Int, standard: Int
    ) async throws {
        let body = Data(try #require(Deflation.compressed(Array(TestWorkspace.event().utf8), format)))
        let headers = ["Content-Type": "application/json", "Content-Encoding": encoding]
        #expect(
            try await statuses { try await $0.send("POST", "/v1/events", body, headers).status } == [
                existing, standard,
            ])
    }

    @Test(
        arguments: [
            ("/V1/Events", 201, 404), ("/v1/EVENTS/", 201, 404), ("/v1/events/", 201, 201), ("//v1/events", 404, 201),
            ("/v1//events", 404, 201), ("/v1/events//", 404, 201), ("/v1/eventz", 404, 404),
        ])
    func `a path may be in upper case, but must not repeat slashes`(path: String, existing: Int, standard: Int)
        async throws
    {
        let statuses = try await statuses { client in
            let body = TestWorkspace.event()
            let response = try await RawConnection(to: client.intake.url).exchange(
                "POST \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return response.status
        }
        #expect(statuses == [existing, standard])
    }

    // MARK: - The lists

    private static let unknown = #"{"$schema":"/no/1.0.0","meta":{"stream":"a.stream","id":"u"},"x":[1.0,-0,1E2]}"#

    @Test func `every element is echoed, also those that are no events`() async throws {
        try await TestWorkspace.open(configure: {
            $0.compatibility = .eventgate
        }) { client async throws in
            let invalid = #"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream","id":"i","dt":"d"},"number":"\u00e9"}"#
            let response = try await client.post(
                #"[1, \#(invalid), null, \#(TestWorkspace.event(id: "good")), "t", [ ], \#(Self.unknown)]"#,
                headers: ["X-Request-Id": "r", "X-Client-IP": "192.0.2.1"])
            #expect(response.status == 207)
            func refused(_ element: String, _ type: String) -> String {
                let message = "An event must be an object; this is of type \(type)."
                return #"{"status":"error","event":\#(element),"context":{"message":"\#(message)"}}"#
            }
            let agent = try #require(
                response.json["invalid"]?.array?.first?["event"]?["http"]?["request_headers"]?["user-agent"])
            let headers = #"{"request_headers":{"user-agent":\#(agent.jsonText)},"client_ip":"192.0.2.1"}"#
            let filled =
                #"{"$schema":"/test/1.0.0","meta":{"stream":"a.stream","id":"i","dt":"d","request_id":"r"},"#
                + #""number":"é","http":\#(headers),"flavour":"plain"}"#
            let error =
                ##"{"keyword":"type","dataPath":".number","schemaPath":"#/properties/number/type","##
                + #""params":{"type":"integer"},"message":"should be integer"}"#
            let context = #"{"errors":[\#(error)],"errorsText":"'.number' should be integer"}"#
            let event = try #require(response.json["invalid"]?.array?.first?["event"])
            #expect(event == (try JSONValue(parsing: filled)))
            let message = try #require(response.json["error"]?.array?.last?["context"]?.jsonText)
            let errors = [
                refused("1", "integer"), refused("null", "null"), refused(#""t""#, "string"), refused("[]", "array"),
                #"{"status":"error","event":\#(Self.unknown),"context":\#(message)}"#,
            ]
            #expect(
                String(decoding: response.body, as: UTF8.self)
                    == #"{"invalid":[{"status":"invalid","event":\#(event.jsonText),"context":\#(context)}],"#
                    + #""error":[\#(errors.joined(separator: ","))]}"#)
        }
    }

    @Test func `no number of events is too large, and every one is echoed whole`() async throws {
        try await TestWorkspace.open(configure: {
            $0.compatibility = .eventgate
            $0.maximumRequestEvents = 1
        }) { client async throws in
            let numbers = try await client.post("[\(Array(repeating: "1", count: 51_000).joined(separator: ","))]")
            #expect(numbers.status == 500)
            #expect(numbers.json["error"]?.array?.count == 51_000 && numbers.json["invalid"] == [])
            #expect(numbers.json["error"]?.array?.allSatisfy { $0["event"] == 1 } == true)
            let query = "schema_uri=/no/\(String(repeating: "x", count: 30_000))"
            let events = try await client.post(
                "[\(Array(repeating: #"{"y":1}"#, count: 100).joined(separator: ","))]", to: "/v1/events?\(query)")
            #expect(events.status == 500 && events.body.count > 6_000_000)
            #expect(events.json["error"]?.array?.allSatisfy { $0["event"]?["y"] == 1 } == true)
        }
    }

    @Test func `names in a path keep their case`() async throws {
        try await TestWorkspace.open(configure: {
            $0.compatibility = .eventgate
        }) { client async throws in
            #expect(try await client.post(TestWorkspace.event(id: "UPPER")).status == 201)
            #expect(try await client.get("/EVENTS/UPPER").status == 200)
            #expect(try await client.get("/events/upper").status == 404)
            #expect(try await client.get("/Schemas/test/1.0.0").status == 200)
        }
    }

    /// The middlewares that decide by the path must use the path of the router.
    @Test(arguments: ["/EVENTS", "/events/", "/Counts", "//events", "/V1/Faults", "//v1/faults", "/v1/STREAM/a.stream"])
    func `another spelling of a private path is refused in eventgate mode`(path: String) async throws {
        try await TestWorkspace.open(configure: {
            $0.compatibility = .eventgate
        }) { client async throws in
            let response = try await RawConnection(to: client.intake.url).exchange(
                "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\nConnection: close\r\n\r\n")
            #expect(response.status == (path.hasPrefix("//") ? 404 : 403))
        }
    }
}
