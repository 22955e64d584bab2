import EventIntake
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

/// The stream configuration API and the schema repository.
@Suite(.waitLimit) struct RepositoryRoutesTests {
    private static let api = "/w/api.php?action=streamconfigs&format=json"

    @Test func `the API responds with all streams, cacheable for ten minutes`() async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.get(Self.api)
            #expect(response.status == 200)
            #expect(response.headers["content-type"]?.hasPrefix("application/json") == true)
            #expect(response.headers["cache-control"]?.contains("max-age=600") == true)
            let streams = try #require(response.json["streams"]?.object)
            #expect(streams.count == 8)
            #expect(streams["app.search"]?["stream"] == "app.search")
            #expect(streams["app.search"]?["topics"] == ["app.search"])
            #expect(streams["app.search"]?["sample"]?["rate"] == 0.5)
        }
    }

    @Test(
        arguments: [
            ("&streams=app.search%7Cnone", ["app.search"]), ("&streams=", []),
            ("&constraints=destination_event_service=eventgate-logging-external", ["app.error_reports"]),
            ("&constraints=sample%5Bunit%5D=device", ["app.search", "app.search_suggestions"]),
        ] as [(String, [String])])
    func `streams are selected by name and by constraint`(parameters: String, names: [String]) async throws {
        try await withOwnIntake { client async throws in
            let streams = try await client.get(Self.api + parameters).json["streams"]?.object
            #expect(streams?.names.sorted() == names)
        }
    }

    @Test(arguments: ["&formatversion=1", "&action=query"])
    func `an API error has status 200 and its code in a header`(parameters: String) async throws {
        try await withOwnIntake { client async throws in
            let path = parameters.hasPrefix("&action") ? "/w/api.php?\(parameters.dropFirst())" : Self.api + parameters
            let response = try await client.get(path)
            #expect(response.status == 200)
            #expect(response.headers["mediawiki-api-error"] == "badvalue")
            #expect(response.json["error"]?["code"] == "badvalue")
            #expect(response.headers["etag"] == nil, "a refusal is nothing to keep")
        }
    }

    private static let base = "/schemas/analytics/product_metrics/app/base"

    @Test(arguments: ["/1.3.0", "/1.3.0.json", "/latest", "/latest.json"])
    func `a schema and latest are sent as JSON`(version: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.get(Self.base + version)
            #expect(response.status == 200)
            #expect(response.headers["content-type"] == "application/json; charset=utf-8")
            #expect(response.json["$id"] == "/analytics/product_metrics/app/base/1.3.0")
        }
    }

    @Test(
        arguments: [
            ("/1.3.0.yaml", "*/*"), ("/latest.yml", "*/*"), ("/1.3.0", "application/yaml"),
            ("/1.3.0", "application/json;q=0.5, text/yaml"), ("/1.3.0", "application/x-yaml, */*"),
        ])
    func `a schema is sent as YAML by suffix, or when Accept prefers it`(version: String, accept: String)
        async throws
    {
        try await withOwnIntake { client async throws in
            let response = try await client.send("GET", Self.base + version, nil, ["Accept": accept])
            #expect(response.headers["content-type"] == "application/yaml; charset=utf-8")
            #expect(
                String(decoding: response.body, as: UTF8.self).hasPrefix("title: analytics/product_metrics/app/base\n"))
        }
    }

    @Test(
        arguments: [
            Self.base + "/1.3.0", Self.api, "/v1/stream-configs", "/api/v1/experiments", "/schemas",
        ])
    func `a request with a known entity tag gets 304`(path: String) async throws {
        try await withOwnIntake { client async throws in
            let first = try await client.get(path)
            let tag = try #require(first.headers["etag"])
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let again = try await client.send("GET", path, nil, ["If-None-Match": known])
                #expect(again.status == 304)
                #expect(again.body.isEmpty)
                #expect(again.headers["etag"] == tag)
                #expect(again.headers["cache-control"] == first.headers["cache-control"])
            }
            #expect(try await client.send("GET", path, nil, ["If-None-Match": "\"other\""]).status == 200)
        }
    }

    @Test func `the bare map has the named streams, separated either way, or all`() async throws {
        try await withOwnIntake { client async throws in
            for names in ["app.search,app.interactions,none", "app.search%7Capp.interactions"] {
                let map = try await client.get("/v1/stream-configs/\(names)").json.object
                #expect(map?.names.sorted() == ["app.interactions", "app.search"])
            }
            #expect(try await client.get("/v1/stream-configs").json.object?.count == 8)
            #expect(try await client.get("/v1/stream-configs/none").json == [:])
        }
    }

    @Test func `experiments and instruments are lists as written, which clients can read`() async throws {
        try await withOwnIntake {
            $0.experiments = Checkout.file("Experiments").path
        } _: { client async throws in
            let experiments = try ConfigurationList(experiments: await client.get("/api/v1/experiments").json)
            #expect(experiments.entries.map(\.name) == ["reading-progress-bar"])
            #expect(experiments.entries.first?.sampleRate.rate(for: "enwiki") == 0.1)
            let instruments = try ConfigurationList(instruments: await client.get("/api/v1/instruments").json)
            #expect(instruments.entries.map(\.name) == ["scroll-depth"])
        }
    }

    @Test func `without a folder of experiments the lists are empty`() async throws {
        try await withOwnIntake { client async throws in
            #expect(try await client.get("/api/v1/experiments").json == [])
            #expect(try await client.get("/api/v1/instruments").json == [])
        }
    }

    @Test func `an unknown schema is 404 with the known versions`() async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.get("/schemas/analytics/product_metrics/app/base/9.9.9")
            #expect(response.status == 404)
            #expect(response.json.jsonText.contains("/analytics/product_metrics/app/base/1.3.0"))
        }
    }

    @Test func `a base schema is served, listed and validated against without a file`() async throws {
        let uri = "/analytics/product_metrics/app/base/1.3.0"
        try await TestWorkspace.open { workspace in
            try workspace.write("clicks:\n  schema_title: analytics/product_metrics/app/base\n", to: "Streams/b.yaml")
        } _: { client async throws in
            #expect(try await client.get("/schemas" + uri).json["$id"] == .string(uri))
            #expect(try await client.get("/schemas").json.array?.contains(.string(uri)) == true)
            let event = #"{"$schema":"\#(uri)","meta":{"stream":"clicks"},"action":"click","agent":{}}"#
            #expect(try await client.post(event).status == 201)
            #expect(try await client.post(event.replacing("agent", with: "agenda")).status == 400)
        }
    }

    @Test func `a schema out of order is missing and reported, and the others are served`() async throws {
        let notices = Notices()
        try await TestWorkspace.open { workspace in
            try workspace.write("title: [\n", to: "Schemas/bad/1.0.0.yaml")
        } configure: {
            $0.onNotice = notices.add
        } _: { client async throws in
            #expect(try await client.get("/schemas/bad/1.0.0").status == 404)
            #expect(try await client.post(TestWorkspace.event()).status == 201)
        }
        #expect(notices.all.first?.contains("/Schemas/bad/1.0.0.yaml:2:1: ") == true)
        #expect(notices.all.dropFirst().first?.hasPrefix("Schemas: /bad/1.0.0: missing until") == true)
    }
}
