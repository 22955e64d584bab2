import EventIntake
import EventSchema
import Testing

/// The stream configuration API and the schema repository.
@Suite struct RepositoryRoutesTests {
    private static let api = "/w/api.php?action=streamconfigs&format=json"

    @Test("the API answers with all streams, and may be kept for ten minutes") func all() async throws {
        try await withOwnIntake { client async throws in
            let answer = try await client.get(Self.api)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
            #expect(answer.headers["cache-control"]?.contains("max-age=600") == true)
            let streams = try #require(answer.json["streams"]?.object)
            #expect(streams.count == 8)
            #expect(streams["app.search"]?["stream"] == "app.search")
            #expect(streams["app.search"]?["topics"] == ["app.search"])
            #expect(streams["app.search"]?["sample"]?["rate"] == 0.5)
        }
    }

    @Test(
        "streams are chosen by name and by constraint",
        arguments: [
            ("&streams=app.search%7Cnone", ["app.search"]), ("&streams=", []),
            ("&constraints=destination_event_service=eventgate-logging-external", ["app.error_reports"]),
            ("&constraints=sample%5Bunit%5D=device", ["app.search", "app.search_suggestions"]),
        ] as [(String, [String])])
    func chosen(parameters: String, names: [String]) async throws {
        try await withOwnIntake { client async throws in
            let streams = try await client.get(Self.api + parameters).json["streams"]?.object
            #expect(streams?.names.sorted() == names)
        }
    }

    @Test("a refusal has status 200, and names its code in a header", arguments: ["&formatversion=1", "&action=query"])
    func refused(parameters: String) async throws {
        try await withOwnIntake { client async throws in
            let path = parameters.hasPrefix("&action") ? "/w/api.php?\(parameters.dropFirst())" : Self.api + parameters
            let answer = try await client.get(path)
            #expect(answer.status == 200)
            #expect(answer.headers["mediawiki-api-error"] == "badvalue")
            #expect(answer.json["error"]?["code"] == "badvalue")
        }
    }

    @Test("a schema is answered as JSON, with and without a suffix", arguments: ["", ".json", ".yaml"])
    func schema(suffix: String) async throws {
        try await withOwnIntake { client async throws in
            let answer = try await client.get("/schemas/analytics/product_metrics/app/base/1.3.0\(suffix)")
            #expect(answer.status == 200)
            #expect(answer.json["$id"] == "/analytics/product_metrics/app/base/1.3.0")
        }
    }

    @Test("a schema that is not there is 404, with the versions there are") func missing() async throws {
        try await withOwnIntake { client async throws in
            let answer = try await client.get("/schemas/analytics/product_metrics/app/base/9.9.9")
            #expect(answer.status == 404)
            #expect(answer.json.jsonText.contains("/analytics/product_metrics/app/base/1.3.0"))
        }
    }
}
