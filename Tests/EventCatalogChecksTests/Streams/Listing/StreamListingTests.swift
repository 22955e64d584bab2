import CatalogTestSupport
import EventSchema
import EventStreams
import EventSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

@Suite struct StreamListingTests {
    private let files = [
        "defaults.yaml":
            "destination_event_service: eventgate-main\nconsumers:\n  hive: {enabled: true, size: small}\n",
        "b.yaml": """
        # A comment.
        app.search:
          schema_title: a/b
          sample: {unit: device, rate: 0.07}
          consumers:
            hive:
              size: large
          owner: search team
          expires: 2027-01-01
        """,
        "c.yaml": "'/^job\\./':\n  schema_title: job\n  topic_prefixes: [p.]\n  topics: null\n",
    ]

    @Test func `a list has a line for each stream, with what is absent as a hyphen`() throws {
        try withFiles(files) { folder in
            let streams = try StreamFolder(directory: folder)
            #expect(
                streams.table() == [
                    "STREAM      SCHEMA  DESTINATION     SAMPLE          OWNER        EXPIRES",
                    "app.search  a/b     eventgate-main  7 % of devices  search team  2027-01-01",
                    "/^job\\./    job     eventgate-main  everybody       -            -",
                ])
            #expect(
                streams.summaries.map { JSONValue.object($0.json).jsonText } == [
                    #"{"name":"app.search","schema_title":"a/b","destination_event_service":"eventgate-main","#
                        + #""sample":"7 % of devices","unit":"device","rate":0.07,"owner":"search team","#
                        + #""expires":"2027-01-01","consumers":null,"location":"\#(folder)/b.yaml:2:1"}"#,
                    #"{"name":"/^job\\./","schema_title":"job","destination_event_service":"eventgate-main","#
                        + #""sample":"everybody","unit":null,"rate":null,"owner":null,"expires":null,"#
                        + #""consumers":null,"location":"\#(folder)/c.yaml:1:1"}"#,
                ])
        }
    }

    @Test func `settings are shown with the line where each was written`() throws {
        try withFiles(files) { folder in
            let text = try #require(StreamFolder(directory: folder).settings(of: "app.search")).yaml
            #expect(
                text.replacing(folder, with: "S") == """
                    app.search:
                      destination_event_service: eventgate-main  # S/defaults.yaml:1
                      consumers:
                        hive:
                          enabled: true                          # S/defaults.yaml:3
                          size: large                            # S/b.yaml:7
                      schema_title: a/b                          # S/b.yaml:3
                      sample:
                        unit: device                             # S/b.yaml:4
                        rate: 0.07                               # S/b.yaml:4
                      owner: search team                         # S/b.yaml:8
                      expires: '2027-01-01'                      # S/b.yaml:9
                      stream: app.search                         # the name
                      topics:                                    # computed from the name and topic_prefixes
                        - app.search

                    """)
        }
    }

    @Test func `origins are found by JSON pointer`() throws {
        try withFiles(["a.yaml": "a:\n  schema_title: t\n  x/y: {~z: [1]}\n"]) { folder in
            let json = try #require(StreamFolder(directory: folder).settings(of: "a")).json
            #expect(json["origins"]?["/x~1y/~0z"]?.string == "\(folder)/a.yaml:3")
            #expect(json["settings"]?["topics"] == ["a"])
        }
    }

    @Test func `the entry of a pattern is shown for a name that matches, and null topics are computed`() throws {
        try withFiles(files) { folder in
            let streams = try StreamFolder(directory: folder)
            let settings = try #require(streams.settings(of: "job.refresh"))
            #expect(settings.name == "/^job\\./")
            #expect(settings.settings["topics"] == ["/^(p\\.)job\\./"])
            #expect(settings.json["origins"]?["/topics"] == "computed from the name and topic_prefixes")
            #expect(streams.settings(of: "app.serch") == nil)
            #expect(streams.names.nearest(to: "app.serch") == "app.search")
        }
    }

    @Test func `a stream in a file with mistakes is listed, and the mistakes are findings`() throws {
        try withFiles(["a.yaml": "a:\n  schema_title: t\n  topics: x\n", "b.yaml": "b: ["]) { folder in
            let streams = try StreamFolder(directory: folder)
            #expect(streams.summaries.map(\.sample) == [nil])
            #expect(streams.table()[1].contains("unreadable"))
            #expect(streams.table(fitting: 10_000) == streams.table())
            let narrow = streams.table(fitting: 52)
            #expect(narrow.count == streams.table().count && narrow.allSatisfy { $0.count <= 52 }, "\(narrow)")
            #expect(narrow[0].contains("…"))
            #expect(streams.table(fitting: 10).allSatisfy { (1...10).contains($0.count) })
            #expect(streams.errors().map(\.rule.id) == ["invalid-setting", "invalid-syntax"])
        }
    }

    @Test(arguments: [
        ("sample: {rate: x}", ["invalid-sampling"]), ("schema_title: [1]", ["invalid-setting"]),
        ("schema_title: t\n  sampel: 1", ["unknown-setting"]), ("schema_title: t\n  x_note: 1", []),
        ("schema_title: t\n  # eventctl-allow unknown-setting until 2026-06-30: a reader\n  sampel: 1", []),
        ("schema_title: t\n  destination_event_service: acme-intake", []),
    ])
    func `errors that a check finds are findings, and warnings are not`(setting: String, rules: [String]) throws {
        try withFiles(["a.yaml": "a:\n  \(setting)\n"]) { folder in
            let found = try StreamFolder(directory: folder).errors().map(\.rule.id)
            #expect(Set(found).isSuperset(of: rules) && found.isEmpty == rules.isEmpty, "\(found)")
        }
    }

    @Test(arguments: [
        (0.0, "0 %"), (1, "100 %"), (0.1, "10 %"), (0.07, "7 %"), (0.005, "0.5 %"), (0.29, "29 %"), (0.0001, "0.01 %"),
        (2, "200 %"), (1e-7, "0.00001 %"), (1e-20, "0.000000000000000001 %"), (1e-200, "1e-200 × 100 %"),
        (0.333333, "33.3333 %"),
    ]) func `a rate is a percentage in full`(rate: Double, text: String) {
        #expect(SamplingRule.share(rate) == text)
    }
}
