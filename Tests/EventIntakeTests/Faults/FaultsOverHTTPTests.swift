import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

/// Each kind of fault, seen by a client over real connections.
@Suite(.waitLimit) struct FaultsOverHTTPTests {
    private let address = "/v1/faults"

    private func stored(_ client: Client) throws -> [String] { try client.intake.store.events().map(\.id) }

    @Test func `status with Retry-After applies to the given number of requests and stores nothing`() async throws {
        try await withOwnIntake { client async throws in
            let fault = #"{"kind":"status","status":503,"retry-after":2,"requests":2}"#
            let added = try await client.post(fault, to: address)
            #expect(added.status == 201)
            #expect(added.json["faults"]?.array?.first?["id"] == "1")
            for _ in 0..<2 {
                let response = try await client.post(Fixture.event(id: "a"))
                #expect(response.status == 503)
                #expect(response.headers["retry-after"] == "2")
                #expect(response.json["detail"]?.string?.contains("Fault 1") == true)
            }
            #expect(try stored(client).isEmpty)
            #expect(try await client.post(Fixture.event(id: "a")).status == 201)
            #expect(try await client.get(address).json == ["faults": []])
        }
    }

    /// Fails when the page that shows the faults meets them, or uses them up.
    @Test(arguments: ["status=503,requests=1", "missing,requests=1", "garbage,target=schemas,requests=1"])
    func `the console's own requests meet no fault and use none up`(fault: String) async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post("\"\(fault)\"", to: address)
            let own = ["X-Event-Console": "1", "Content-Type": "application/json"]
            let configurations = try await client.send("GET", "/v1/stream-configs", nil, own)
            #expect(configurations.json["app.interactions"] != nil)
            #expect(try await client.post(Fixture.event(id: "a"), headers: own).status == 201)
            let schema = "/schemas/analytics/product_metrics/app/base/1.3.0"
            #expect(try await client.send("GET", schema, nil, own).json["title"] != nil)
            let listed = try #require(try await client.get(address).json["faults"]?.array?.first)
            #expect(listed["hits"] == 0 && listed["clients"] == nil)
        }
    }

    @Test func `status with moment=after stores the events`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(#""status=500,moment=after,requests=1""#, to: address)
            #expect(try await client.post(Fixture.event(id: "a")).status == 500)
            #expect(try stored(client) == ["a"])
        }
    }

    @Test(arguments: [("before", [String]()), ("after", ["a"])])
    func `reset closes the connection before or after the events are stored`(moment: String, kept: [String])
        async throws
    {
        try await withOwnIntake { client async throws in
            _ = try await client.post(#""reset=\#(moment),requests=1""#, to: address)
            let response = try await RawConnection(to: client.intake.url).exchange(post: Fixture.event(id: "a"))
            #expect(response.text.isEmpty)
            #expect(response.wasReset)
            #expect(try stored(client) == kept)
            #expect(try await client.post(Fixture.event(id: "b")).status == 201)
        }
    }

    @Test func `truncate sends half of the response and closes the connection`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(#""truncate,requests=2""#, to: address)
            let mixed = "[\(Fixture.event(id: "a")),{}]"
            let response = try await RawConnection(to: client.intake.url).exchange(post: mixed)
            #expect(response.text.hasPrefix("HTTP/1.1 207 "))
            #expect(response.promised > response.body.count && response.body.count * 2 >= response.promised - 1)
            let empty = try await RawConnection(to: client.intake.url).exchange(post: Fixture.event(id: "b"))
            #expect(empty.text.hasPrefix("HTTP/1.1 201 "))
            #expect(empty.promised > 0 && empty.body.isEmpty)
            #expect(try stored(client) == ["a", "b"])
        }
    }

    @Test func `garbage sends a body that is not JSON`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(#""garbage=207,seed=1,requests=1""#, to: address)
            let response = try await RawConnection(to: client.intake.url).exchange(post: Fixture.event(id: "a"))
            #expect(response.text.hasPrefix("HTTP/1.1 207 "))
            #expect(response.body.count == response.promised && !response.body.isEmpty)
            #expect(throws: JSONParseError.self) { try JSONValue(parsing: response.body) }
            #expect(try stored(client) == ["a"])
        }
    }

    @Test func `delay sends the response late`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(#""delay=300ms,requests=1""#, to: address)
            let start = ContinuousClock.now
            #expect(try await client.post(Fixture.event(id: "a")).status == 201)
            #expect(start.duration(to: .now) >= .milliseconds(300))
            #expect(try stored(client) == ["a"])
        }
    }

    @Test func `mixed rejects events selected by the seed and stores the rest`() async throws {
        try await withOwnIntake { client async throws in
            let ids = (0..<40).map { "e\($0)" }
            let batch = "[\(ids.map { Fixture.event(id: $0) }.joined(separator: ",")),{}]"
            func refused() async throws -> (invalid: [String], errors: [String]) {
                _ = try await client.post(
                    #"{"kind":"mixed","seed":5,"invalid":0.3,"error":0.3,"requests":1}"#, to: address)
                let response = try await client.post(batch)
                #expect(response.status == 207)
                func names(_ list: String) -> [String] {
                    (response.json[list]?.array ?? []).compactMap { $0["event"]?[path: ["meta", "id"]]?.string }
                }
                let all = (response.json["invalid"]?.array ?? []) + (response.json["error"]?.array ?? [])
                #expect(all.contains { $0["event"] == [:] })
                return (names("invalid"), names("error"))
            }
            let (first, again) = (try await refused(), try await refused())
            #expect(first.invalid == again.invalid && first.errors == again.errors)
            #expect((5...20).contains(first.invalid.count) && (5...20).contains(first.errors.count))
            #expect(try Set(stored(client)) == Set(ids).subtracting(first.invalid + first.errors))
        }
    }

    @Test func `mixed that rejects all is 500 for errors, 400 for invalid, 202 for hasty`() async throws {
        try await withOwnIntake { client async throws in
            for (fault, query, status) in [
                ("invalid=0,error=1", "", 500), ("invalid=1,error=0", "", 400), ("invalid=1,error=0", "?hasty=1", 202),
            ] {
                _ = try await client.post("\"mixed,\(fault),requests=1\"", to: address)
                #expect(try await client.post(Fixture.event(id: "a"), to: "/v1/events\(query)").status == status)
            }
            #expect(try stored(client).isEmpty)
        }
    }

    @Test func `a fault applies only to its stream or destination`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(
                #"["status=503,stream=app.interactions","status=504,destination=eventgate-logging-external"]"#,
                to: address)
            #expect(try await client.post(Fixture.event(stream: "app.interactions")).status == 503)
            #expect(try await client.post(Fixture.event(stream: "app.error_reports")).status == 504)
            #expect(try await client.post(Fixture.event(), to: "//v1/events/").status == 503)
            #expect(try await client.post("[]").status == 400)
            let article = Fixture.event(stream: "app.nobody_configured_this")
            #expect(try await client.post(article).status == 500)
        }
    }

    @Test(arguments: ["status=503,stream=app.interactions", "status=503,destination=eventgate-analytics-external"])
    func `a fault applies to a stream that only the query names`(fault: String) async throws {
        let schema = "/analytics/product_metrics/app/base/1.3.0"
        let event = #"{"$schema":"\#(schema)","action":"click","agent":{}}"#
        let encoded = try #require(event.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let name = "stream=app.interactions"
        try await withOwnIntake { client async throws in
            _ = try await client.post("\"\(fault)\"", to: address)
            #expect(try await client.post(event, to: "/v1/events?\(name)").status == 503)
            #expect(try await client.get("/v1/events?event=\(encoded)&\(name)").status == 503)
            #expect(try await client.post(event, to: "/v1/events?stream=app.error_reports").status != 503)
            _ = try await client.send("DELETE", address)
            _ = try await client.post(#""mixed,invalid=1,error=0,stream=app.interactions""#, to: address)
            let mixed = try await client.post(event, to: "/v1/events?\(name)")
            #expect(mixed.json["invalid"]?.array?.count == 1)
            _ = try await client.send("DELETE", address)
            #expect(try await client.post(event, to: "/v1/events?\(name)").status == 201)
        }
    }

    @Test func `a compressed body is decompressed to match its stream`() async throws {
        // An array with one event of app.interactions, its id a.
        let packed = try #require(
            Data(
                base64Encoded:
                    "H4sIAAAAAAACAyWLQQ6DMAwE/2JxRElRb/1KVSHXWGCVhCg2B4Ty9xpxnJ2d9wmd0sIJ4QURM66HCWksdZt2sjGx1YuxlPhF5TiEZ3hADy48OUGtMiaP/REkG1ckky2rf2S6dmg93JsTrUI/VzhzNu9b+/wBOxMEC4MAAAA="
            ))
        try await withOwnIntake { client async throws in
            let faults =
                #"["mixed,invalid=1,error=0,stream=app.interactions,requests=1","status=503,stream=app.search"]"#
            _ = try await client.post(faults, to: address)
            let headers = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
            let response = try await client.send("POST", "/v1/events", packed, headers)
            #expect(response.status == 400)
            #expect(response.json["invalid"]?.array?.first?["event"]?[path: ["meta", "id"]] == "a")
            // The next finds no fault that is about it, and is read again by the route.
            #expect(try await client.send("POST", "/v1/events", packed, headers).status == 201)
            #expect(try stored(client) == ["a"])
        }
    }

    // MARK: - Stream configurations and schemas

    private let api = "/w/api.php?action=streamconfigs&format=json"

    @Test func `missing omits all streams or the named ones`() async throws {
        try await withOwnIntake { client async throws in
            let all = try await client.get(api).json["streams"]?.object?.count ?? 0
            _ = try await client.post(
                #"["missing,requests=1","missing,stream=app.interactions,requests=1"]"#, to: address)
            #expect(try await client.get(api).json["streams"] == [:])
            let some = try await client.get(api).json["streams"]?.object
            #expect(some?.count == all - 1 && some?["app.interactions"] == nil)
            #expect(try await client.get(api).json["streams"]?.object?.count == all)
        }
    }

    @Test func `broken sends no valid JSON, or no settings for the named streams`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(
                #"["broken,requests=1","broken,stream=app.interactions,requests=1"]"#, to: address)
            let whole = try await RawConnection(to: client.intake.url).exchange(get: api)
            #expect(whole.text.hasPrefix("HTTP/1.1 200 ") && whole.promised == whole.body.count)
            #expect(throws: JSONParseError.self) { try JSONValue(parsing: whole.body) }
            let some = try await client.get(api).json["streams"]?.object
            #expect(some?["app.interactions"]?.object == nil && some?["app.article_reading"]?.object != nil)
        }
    }

    @Test func `stale sends the streams as they were when the fault was added`() async throws {
        try await inFolder { folder in
            let file = folder + "/a.yaml"
            @Sendable func write(_ streams: String...) throws {
                let text = streams.map { "\($0):\n  schema_title: analytics/product_metrics/app/base\n" }.joined()
                try text.write(toFile: file, atomically: true, encoding: .utf8)
            }
            try write("a.one")
            try await withOwnIntake {
                $0.streams = .directory(folder)
            } _: { client async throws in
                _ = try await client.post("\"stale\"", to: address)
                try write("a.one", "a.two")
                while try await client.get("/_info").json["streams"] != 2 {}
                for path in [api, "/v1/stream-configs"] {
                    let map = try await client.get(path).json
                    #expect((map["streams"] ?? map).object.map { Array($0.names) } == ["a.one"])
                }
                #expect(try await client.get("/v1/stream-configs/a.two").json == [:])
                #expect(try await client.send("DELETE", address).status == 204)
                #expect(try await client.get("/v1/stream-configs/a.two").json["a.two"] != nil)
            }
        }
    }

    @Test func `status faults apply to stream configurations and schemas`() async throws {
        try await withOwnIntake { client async throws in
            let faults = #"["status=502,target=stream-configs,requests=1","status=404,target=schemas,requests=1"]"#
            _ = try await client.post(faults, to: address)
            #expect(try await client.post(Fixture.event()).status == 201)
            #expect(try await client.get(api).status == 502)
            #expect(try await client.get(api).status == 200)
            let schema = "/schemas/analytics/product_metrics/app/base/1.3.0"
            #expect(try await client.get(schema).status == 404)
            #expect(try await client.get(schema).status == 200)
        }
    }

    // MARK: - The route

    @Test func `a fault lists the requests that it was applied to, and who sent them`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(#"["status=503,stream=app.interactions"]"#, to: address)
            for agent in ["one", "two", "one"] {
                let events = "[\(Fixture.event()),\(Fixture.event())]"
                #expect(try await client.post(events, headers: ["User-Agent": agent]).status == 503)
            }
            let fault = try await client.get("\(address)/1").json
            #expect(fault["hits"] == 3 && fault["events"] == 6)
            let clients = try #require(fault["clients"]?.array)
            #expect(clients.map { $0["userAgent"] } == ["one", "two"])
            #expect(clients.map { $0["hits"] } == [2, 1])
            #expect(clients.first?["last"] == fault["last"])
            // As it is listed, it can be added again.
            #expect(try await client.post(fault.jsonText, to: address).json["faults"]?.array?.first?["hits"] == 0)
        }
    }

    @Test func `a fault that does not read events lists no number of them, and at most ten programs`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(#"["status=503"]"#, to: address)
            for number in 1...12 { _ = try await client.post("[]", headers: ["User-Agent": "program \(number)"]) }
            let fault = try await client.get("\(address)/1").json
            #expect(fault["hits"] == 12 && fault["events"] == nil && fault["last"]?.string != nil)
            let names = (fault["clients"]?.array ?? []).map { $0["userAgent"] }
            #expect(names.count == 10 && names.first == "program 12" && names.last == "program 3")
        }
    }

    @Test func `faults can be listed, shown, removed one by one and all at once`() async throws {
        try await withOwnIntake { client async throws in
            _ = try await client.post(#"["reset,seed=9","garbage"]"#, to: address)
            let list = try await client.get(address).json["faults"]?.array
            #expect(list?.map { $0["id"] } == ["1", "2"])
            #expect(
                list?.first == [
                    "id": "1", "kind": "reset", "target": "events", "seed": 9, "moment": "before", "hits": 0,
                ])
            #expect(try await client.get("\(address)/2").json["kind"] == "garbage")
            #expect(try await client.send("DELETE", "\(address)/1").status == 204)
            #expect(try await client.send("DELETE", "\(address)/1").status == 404)
            #expect(try await client.get("\(address)/1").status == 404)
            #expect(try await client.send("DELETE", address).status == 204)
            #expect(try await client.get(address).json == ["faults": []])
        }
    }

    @Test(
        arguments: [
            (#"["reset", {"kind":"status","status":99}]"#, "status must be"), ("[]", "the list is empty"),
            ("{", "cannot be read"), ("", "cannot be read"), ("3", "a fault must be an object"),
        ])
    func `an invalid fault in a list is reported and none is added`(body: String, reason: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.post(body, to: address)
            #expect(response.status == 400)
            #expect(response.json["detail"]?.string?.contains(reason) == true, "\(response.json)")
            #expect(try await client.get(address).json == ["faults": []])
        }
    }

    @Test func `configured faults are active from the start`() async throws {
        try await withOwnIntake {
            $0.faults = [try! Fault("status=503,requests=1")]
        } _: { client async throws in
            #expect(try await client.post(Fixture.event()).status == 503)
            #expect(try await client.post(Fixture.event()).status == 201)
        }
    }
}
