import EventIntake
import EventSchema
import TestSupport
import Testing

/// `/openapi.json` says what is served, no more and no less.
@Suite(.waitLimit) struct OpenAPITests {
    private static func document(_ client: Client) async throws -> JSONValue {
        let document = try await client.get("/openapi.json").json
        #expect(document["openapi"] == "3.1.0")
        return document
    }

    /// A path with something in the place of its parameters.
    private static func example(_ path: String) -> String {
        path.split(separator: "/").map { $0.hasPrefix("{") ? "x" : $0 }.reduce("") { "\($0)/\($1)" }
    }

    @Test func `every path is described, and every described path exists`() async throws {
        try await withOwnIntake {
            $0.testEvents = []
        } _: { client async throws in
            let document = try await Self.document(client)
            let paths = try #require(document["paths"]?.object)
            #expect(
                paths.names.sorted() == [
                    "/", "/_info", "/_info/home", "/_info/name", "/_info/version", "/api/v1/experiments",
                    "/api/v1/instruments", "/clients", "/console", "/console/{file}", "/counts", "/counts/fields",
                    "/counts/matching",
                    "/counts/minutes",
                    "/events",
                    "/events/{id}", "/filters", "/healthz", "/openapi.json", "/readyz", "/report", "/robots.txt",
                    "/schemas",
                    "/schemas/{path}", "/v1/_test/events", "/v1/events", "/v1/faults", "/v1/faults/{id}",
                    "/v1/stream-configs",
                    "/v1/stream-configs/{names}", "/v1/stream/{names}", "/v2/events", "/w/api.php",
                ])
            for (path, methods) in paths {
                let described = try #require(methods.object).names.map { $0.uppercased() }
                let response = try await client.send("OPTIONS", Self.example(path).isEmpty ? "/" : Self.example(path))
                let served = try #require(response.headers["allow"]).split(separator: ", ").map(String.init)
                #expect(Set(served).subtracting(["HEAD", "OPTIONS"]) == Set(described), "\(path)")
            }
        }
    }

    @Test func `every path parameter is described, and every reference resolves`() async throws {
        try await withOwnIntake { client async throws in
            let document = try await Self.document(client)
            for (path, method, operation) in try Self.operations(document) {
                let parameters = operation["parameters"]?.array ?? []
                let named = parameters.filter { $0["in"] == "path" }.compactMap { $0["name"]?.string }
                let written = path.matches(of: /{([a-z]+)}/).map { String($0.1) }
                #expect(named == written, "\(method) \(path)")
                #expect(operation["summary"]?.string?.isEmpty == false)
                #expect(operation["responses"]?.object?.isEmpty == false)
            }
            let references = document.jsonText.matches(of: /"\$ref":"#\/components\/schemas\/([A-Za-z]+)"/)
            #expect(!references.isEmpty)
            for match in references {
                #expect(document[path: ["components", "schemas", String(match.1)]] != nil)
            }
        }
    }

    @Test(
        arguments: [
            ("/events", "id"), ("/events", "test"), ("/events", "stream"), ("/v1/events", "event"),
            ("/v2/events", "event"),
        ])
    func `a parameter that is refused when it is empty is described so`(path: String, name: String) async throws {
        try await withOwnIntake { client async throws in
            let get = try await Self.document(client)[path: ["paths", path, "get"]]
            let parameter = get?["parameters"]?.array?.first { $0["name"] == .string(name) }
            #expect(parameter?["schema"] == ["type": "string", "minLength": 1])
            #expect(try await client.get("\(path)?\(name)=").status == 400)
        }
    }

    /// What is described, which is something.
    private static func operations(
        _ document: JSONValue
    ) throws -> [(path: String, method: String, operation: JSONValue)] {
        var operations: [(path: String, method: String, operation: JSONValue)] = []
        let paths = try #require(document["paths"]?.object)
        for (path, methods) in paths {
            let described = try #require(methods.object)
            for (method, operation) in described { operations.append((path, method, operation)) }
        }
        try #require(!operations.isEmpty)
        return operations
    }

    @Test func `the responses of the middlewares are described: 401 and 403`()
        async throws
    {
        let headers = ["Authorization": "Bearer t"]
        try await withOwnIntake {
            $0.token = "t"
        } _: { client async throws in
            let document = try await client.send("GET", "/openapi.json", nil, headers).json
            #expect(document["components"]?["securitySchemes"] == ["token": ["type": "http", "scheme": "bearer"]])
            #expect(document["security"] == [["token": []]])
            for (path, _, operation) in try Self.operations(document) {
                #expect((operation["responses"]?["401"] != nil) == (operation["security"] != []), "\(path)")
                let foreign = ["Authorization": "Bearer t", "Origin": "https://evil.example"]
                let status = try await client.send("HEAD", Self.example(path), nil, foreign).status
                #expect((operation["responses"]?["403"] != nil) == (status == 403), "\(path)")
            }
        }
        try await withOwnIntake { client async throws in
            let document = try await Self.document(client)
            #expect(document["components"]?["securitySchemes"] == nil && document["security"] == [])
            #expect(try Self.operations(document).allSatisfy { $0.operation["responses"]?["401"] == nil })
        }
    }

    @Test func `the configured parameters and responses of the events route are described`()
        async throws
    {
        try await withOwnIntake {
            $0.streamParameters = ["stream", "s"]
            $0.compatibility = .eventgate
        } _: { client async throws in
            let post = try await Self.document(client)[path: ["paths", "/v1/events", "post"]]
            #expect(
                post?["parameters"]?.array?.compactMap { $0["name"]?.string } == [
                    "hasty", "schema_uri", "$schema", "stream", "s", "X-Event-Test", "X-Event-Client",
                ])
            #expect(post?["responses"]?["413"] == nil && post?["responses"]?["415"] == nil)
        }
    }

    @Test(
        arguments: [
            ("GET", "/v1/events", "/v1/events", ""), ("POST", "/v1/events", "/v1/events", "{"),
            ("POST", "/v1/events", "/v1/events", Fixture.event()),
            ("POST", "/v2/events", "/v2/events?hasty=1", Fixture.event()),
            ("POST", "/v1/events", "/v1/events", "[\(Fixture.event()),{\"x\":1}]"),
            ("POST", "/v1/events", "/v1/events", Fixture.event(stream: "none")),
            ("POST", "/v1/events", "/v1/events", Fixture.event(action: String(repeating: "x", count: 65))),
            ("GET", "/w/api.php", "/w/api.php?action=streamconfigs", ""), ("GET", "/w/api.php", "/w/api.php", ""),
            ("GET", "/schemas", "/schemas", ""), ("GET", "/schemas/{path}", "/schemas/none/1.0.0", ""),
            ("GET", "/schemas/{path}", "/schemas/error/latest.yaml", ""),
            ("GET", "/api/v1/experiments", "/api/v1/experiments", ""), ("GET", "/events", "/events", ""),
            ("GET", "/events", "/events?form=summary", ""),
            ("GET", "/events", "/events?form=ndjson", ""), ("GET", "/events", "/events?limit=0", ""),
            ("GET", "/events", "/events?valid=maybe", ""),
            ("GET", "/events/{id}", "/events/none", ""), ("DELETE", "/events", "/events", ""),
            ("DELETE", "/events", "/events?x=1", ""), ("GET", "/counts", "/counts", ""),
            ("GET", "/counts/minutes", "/counts/minutes", ""), ("GET", "/counts/matching", "/counts/matching", ""),
            ("GET", "/counts/fields", "/counts/fields", ""), ("GET", "/events", "/events?sort=time", ""),
            ("GET", "/counts/matching", "/counts/matching?limit=1", ""),
            ("GET", "/clients", "/clients", ""), ("GET", "/filters", "/filters", ""), ("GET", "/report", "/report", ""),
            ("GET", "/report", "/report?q=x", ""),
            ("GET", "/v1/stream/{names}", "/v1/stream/none", ""), ("GET", "/", "/", ""),
            ("GET", "/_info", "/_info", ""), ("GET", "/robots.txt", "/robots.txt", ""),
        ])
    func `responses have the described status and schema`(method: String, path: String, request: String, body: String)
        async throws
    {
        try await withOwnIntake { client async throws in
            let document = try await Self.document(client)
            _ = try await client.post(Fixture.event(id: "e"))
            let response =
                method == "POST" ? try await client.post(body, to: request) : try await client.send(method, request)
            let described = document[path: ["paths", path, method.lowercased(), "responses", "\(response.status)"]]
            guard let described else { return _ = Issue.record("\(response.status) is not described") }
            let type = response.headers["content-type"]?.split(separator: ";").first.map(String.init)
            if described["x-content"] != nil, response.body.isEmpty { return }
            guard let content = described["content"] ?? described["x-content"] else {
                return #expect(response.body.isEmpty)
            }
            let schema = try #require(content[type ?? ""]?["schema"])
            guard type == "application/json" else { return }
            let whole: JSONValue = [
                "$schema": "http://json-schema.org/draft-07/schema#", "components": document["components"] ?? [:],
                "allOf": [schema],
            ]
            #expect(try Schema(whole).findings(in: response.json).isEmpty)
        }
    }
}
