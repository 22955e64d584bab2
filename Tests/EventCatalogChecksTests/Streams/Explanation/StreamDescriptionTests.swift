import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import Foundation
import Testing

@Suite struct StreamDescriptionTests {
    static let files = [
        "Streams/defaults.yaml": """
        destination_event_service: eventgate-analytics-external
        canary_events_enabled: false
        producers:
          eventgate:
            enrich_fields_from_http_headers:
              http.request_headers.user-agent: false
        topic_prefixes: [eqiad.]
        """,
        "Streams/search.yaml": """
        # Searching.
        app.search:
          description: What people search for.
          schema_title: analytics/product_metrics/app/base
          canary_events_enabled: true
          sample: {unit: device, rate: 0.1}
          producers:
            metrics_platform_client:
              provide_values: [page_id, performer_is_logged_in, page_is_redirect]
              curation:
                performer_is_logged_in: {equals: false}
        app.broken:
          topics: no list
          topic_prefixes: null
        /^job\\./:
          schema_title: job
        """,
    ]

    static func describe(_ stream: String, _ files: [String: String] = files) throws -> StreamDescription? {
        try withFiles(files) { folder in
            let roots = files.keys.contains { $0.hasPrefix("Schemas") } ? ["\(folder)/Schemas"] : []
            return StreamDescription(
                of: stream, in: try StreamFolder(directory: "\(folder)/Streams"),
                try SchemaRepository(roots: roots, isStrict: false))
        }
    }

    /// The origin and the end of the location of a setting.
    private static func origin(of name: String, in description: StreamDescription?) -> String? {
        let settings = description?.json["settings"]?.array ?? []
        return settings.first { $0["setting"]?.string == name }.map { setting in
            let place = setting["location"]?.string?.split(separator: "/").last ?? "nowhere"
            return "\(setting["origin"]?.string ?? "") \(place)"
        }
    }

    @Test(
        arguments: [
            ("schema_title", "stream search.yaml:4:3"), ("canary_events_enabled", "stream search.yaml:5:3"),
            ("sample.rate", "stream search.yaml:6:26"), ("stream", "name search.yaml:2:1"),
            ("destination_event_service", "defaults defaults.yaml:1:1"), ("topics", "computed nowhere"),
            (
                "producers.eventgate.enrich_fields_from_http_headers.http.request_headers.user-agent",
                "defaults defaults.yaml:6:7"
            ),
            ("producers.metrics_platform_client.provide_values", "stream search.yaml:9:7"),
        ])
    func `each setting has the place that determines its value`(setting: String, origin: String) throws {
        #expect(Self.origin(of: setting, in: try Self.describe("app.search")) == origin)
    }

    @Test func `the settings are those of clients, and those that only authors are given`() throws {
        let json = try #require(try Self.describe("app.search")).json
        let configuration = try #require(json["configuration"]?.object)
        #expect(configuration["description"] == nil)
        #expect(configuration["destination_event_service"] == "eventgate-analytics-external")
        let forAuthors = (json["settings"]?.array ?? []).filter { $0["for_clients"] == false }
        #expect(forAuthors.map { $0["setting"] } == ["description"])
    }

    @Test func `a name that a pattern matches is explained by the pattern's entry`() throws {
        let description = try #require(try Self.describe("job.import"))
        #expect(description.name == "job.import" && description.location.line == 15)
        #expect(description.schema == nil && description.example == nil)
        let topics = description.json["settings"]?.array?.first { $0["setting"] == "topics" }
        #expect(topics?["value"] == ["eqiad.job.import"])
        #expect(description.lines.contains { $0.contains("no usable schema has the title “job”") })
    }

    @Test func `a stream with a broken setting has its settings, and no audience and no example`() throws {
        let description = try #require(try Self.describe("app.broken"))
        #expect(description.json["settings"]?.array?.contains { $0["setting"] == "topics" } == true)
        #expect(description.json["sampled"] == .null && description.example == nil)
        #expect(Self.origin(of: "topic_prefixes", in: description) == "stream search.yaml:14:3")
    }

    @Test func `an unknown stream has no description`() throws { #expect(try Self.describe("app.serch") == nil) }

    @Test func `a file that cannot be read is reported, and the other streams are there`() throws {
        let files = Self.files.merging(["Streams/broken.yaml": "a: [1"]) { $1 }
        try withFiles(files) { folder in
            let streams = try StreamFolder(directory: "\(folder)/Streams")
            #expect(streams.unreadable.map(\.rule.id) == ["invalid-syntax"])
            #expect(streams.names == ["app.search", "app.broken", "/^job\\./"])
        }
    }

    @Test func `the lines have the settings, the schema, the curation and the example`() throws {
        let description = try #require(try Self.describe("app.search"))
        let lines = description.lines
        #expect(description.json["sampled"]?.string?.hasPrefix("about 1 in 10 devices") == true)
        let heading = try #require(lines.firstIndex { $0.hasPrefix("example event, ") && $0.hasSuffix(" bytes:") })
        #expect(lines[heading + 1].hasPrefix("  {"))
        for part in [
            "settings of app.search", "  sample.rate: 0.1  (", "defaults.yaml:1:1, a default)", "not given to clients",
            "schema: /analytics/product_metrics/app/base/1.3.0", "performer_is_logged_in is false",
            "no such property: page_is_redirect",
        ] {
            #expect(lines.contains { $0.contains(part) }, "\(part)")
        }
    }
}
