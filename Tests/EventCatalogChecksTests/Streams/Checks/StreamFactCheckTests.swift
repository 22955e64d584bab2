import CatalogTestSupport
import EventCatalog
import Testing

/// Titles, destinations, topics, canary events, fields and owners.
@Suite struct StreamFactCheckTests {
    @Test(
        arguments: [
            ("/app/tap", "app/tap"), ("app/Tap", "app/tap"), ("app/tap/", "app/tap"), ("app/tap/1.0.0", "app/tap"),
            ("app/tap/latest", "app/tap"), ("app/tip", ""), ("far/away/from/all", ""),
        ])
    func `an unknown title is reported, with an edit where only its spelling is wrong`(title: String, meant: String)
        throws
    {
        let found = try streamFindings(["a.yaml": "s:\n  schema_title: \(title)\n"]) { finding in
            "\(finding.rule.id) \(finding.edits.map(\.replacement).joined())"
        }
        #expect(found == ["unknown-schema-title \(meant) a.yaml:2:3"])
    }

    @Test func `without a folder of schemas, the titles that are like no base schema are one finding`() throws {
        let titles = ["a/b", "a/c", "a/c", "analytics/product_metrics/app/bas"]
        let streams = titles.enumerated().map { "s.\($0)0:\n  schema_title: \($1)\n" }.joined()
        let found = try check(["Streams/a.yaml": streams])
        #expect(found.map(\.place) == ["unknown-schema-title 2:3", "unknown-schema-title 8:3"])
        #expect(found.first?.remedy.hasSuffix("it must have “a/b” and 1 other title.") == true)
        #expect(found.last?.remedy == "Did you mean “analytics/product_metrics/app/base”?")
    }

    @Test(
        arguments: [
            ("destination_event_service: eventgate-logging-external", []),
            ("destination_event_service: eventgate-main", ["internal-destination a.yaml:3:3"]),
            ("destination_event_service: eventgate-mian", ["misspelt-destination a.yaml:3:3"]),
            ("destination_event_service: acme-intake", ["unknown-destination a.yaml:3:3"]),
            ("destination_event_service: null", []),
        ])
    func `a destination of one stream is no finding in another, and one taken back is`(
        line: String, expected: [String]
    ) throws {
        let streams = tapStream(line) + "other:\n  schema_title: app/tap\n"
        #expect(try streamFindings(["a.yaml": streams]) == expected)
        let defaults = "destination_event_service: eventgate-analytics-external\n"
        let found = try streamFindings(["defaults.yaml": defaults, "a.yaml": streams])
        #expect(found == (line.hasSuffix("null") ? ["missing-destination a.yaml:3:3"] : expected))
    }

    @Test func `a service that is like none of the platform is a warning, and a misspelt one an error`() throws {
        let severities = try ["acme-intake", "eventgate-analytics-extern"].flatMap { service in
            try streamFindings(["a.yaml": tapStream("destination_event_service: \(service)")]) {
                "\($0.rule.severity.rawValue) \($0.remedy.prefix(12))"
            }
        }
        #expect(severities == ["warning Declare it i a.yaml:3:3", "error Did you mean a.yaml:3:3"])
    }

    @Test(
        arguments: [
            ("s", []), ("other", []), ("b.any", []), ("othr", ["unknown-target a.yaml:3:41"]),
            ("null", []), ("5", ["setting-type a.yaml:3:41"]),
        ])
    func `a stream that another hands its events to must exist`(target: String, expected: [String]) throws {
        let others = "other:\n  schema_title: app/tap\n/^b\\./:\n  schema_title: app/tap\n"
        let line = "producers: {metrics_platform_client: {stream_name: \(target)}}"
        #expect(try streamFindings(["a.yaml": tapStream(line) + others]) == expected)
    }

    @Test func `a service of the platform alone is in order for a schema that is not of apps`() throws {
        let stream = "s:\n  schema_title: server/tap\n  destination_event_service: eventgate-main\n"
        #expect(try streamFindings(["a.yaml": stream]) == ["unknown-schema-title a.yaml:2:3"])
    }

    @Test(
        arguments: [
            ("topics: [x]", ["ignored-topic-prefixes a.yaml:4:3"]), ("topics: [a.x, b.y]", []),
            ("topics: [a.s, b.s]", []), ("topics: null", []),
            ("topics: [a.x, z]", ["ignored-topic-prefixes a.yaml:4:3"]),
        ])
    func `prefixes are reported where topics lack them`(line: String, expected: [String]) throws {
        #expect(try streamFindings(["a.yaml": tapStream(line, "topic_prefixes: [a., b.]")]) == expected)
    }

    @Test(arguments: [
        ("[eqiad, codfw.]", ["topic-prefix-form a.yaml:3:20"]), ("[eqiad., codfw_]", []),
        ("[v1]", ["topic-prefix-form a.yaml:3:20"]),
    ])
    func `a prefix from which the name is not set apart is reported`(prefixes: String, expected: [String]) throws {
        let line = "topic_prefixes: \(prefixes)"
        #expect(try streamFindings(["a.yaml": tapStream(line)]) == expected)
        let found = try streamFindings(["defaults.yaml": line + "\n", "a.yaml": tapStream()])
        #expect(found.count == expected.count)
    }

    @Test func `prefixes of the defaults are in order beside the topics of a stream`() throws {
        #expect(
            try streamFindings(["defaults.yaml": "topic_prefixes: [a.]\n", "a.yaml": tapStream("topics: [x]")]) == [])
    }

    @Test(
        arguments: [
            ("topics: [x, s]", ["shared-topic a.yaml:6:15"]), ("topics: [x, z]", []), ("topics: [x, x]", []),
            ("topic_prefixes: [eqiad.]", []), ("stream: other", []),
        ])
    func `a topic of two streams is reported at the second`(line: String, expected: [String]) throws {
        let streams = tapStream() + "# The other.\n\nother:\n  \(line)\n  schema_title: app/tap\n"
        #expect(try streamFindings(["a.yaml": streams]) == expected)
    }

    @Test func `a topic that is another stream's name is reported at the name of the second stream`() throws {
        let streams = "first:\n  schema_title: app/tap\n  topics: [s]\n" + tapStream()
        #expect(try streamFindings(["a.yaml": streams]) == ["shared-topic a.yaml:4:1"])
    }

    @Test(
        arguments: [
            ("/^a/", "true", "app/tap", ["canary-on-pattern a.yaml:3:3"]), ("/^a/", "false", "app/tap", []),
            ("s", "true", "app/tap", []), ("s", "true", "analytics/product_metrics/app/base", []),
            ("s", "true", "app/none", ["canary-without-example a.yaml:3:3"]), ("s", "false", "app/none", []),
            ("s", "true", "app/bad", ["canary-without-example a.yaml:3:3"]),
        ])
    func `canary events are reported where none can be sent`(
        name: String, isEnabled: String, title: String, expected: [String]
    ) throws {
        let schema = { (name: String, more: String) in
            "title: app/\(name)\n$id: /app/\(name)/1.0.0\ntype: object\n\(more)"
        }
        let stream = "\(name):\n  schema_title: \(title)\n  canary_events_enabled: \(isEnabled)\n"
        let files = [
            "a.yaml": stream, "../Schemas/app/none/1.0.0.yaml": schema("none", ""),
            "../Schemas/app/bad/1.0.0.yaml": schema("bad", "required: [name]\nexamples: [{}]\n"),
        ]
        #expect(try streamFindings(files) == expected)
    }

    @Test func `canary events that the defaults enable are reported at the stream`() throws {
        let streams = "/^a/:\n  schema_title: app/tap\n/^b/:\n  schema_title: app/tap\n  canary_events_enabled: false\n"
        let files = ["defaults.yaml": "canary_events_enabled: true\n", "a.yaml": streams]
        #expect(try streamFindings(files) == ["canary-on-pattern a.yaml:1:1"])
    }

    @Test(
        arguments: [
            ("page.title", ["unknown-key-field a.yaml:3:24"]), ("page.id.x", ["unknown-key-field a.yaml:3:24"]),
            ("name.x", ["unknown-key-field a.yaml:3:24"]), ("page.id", []), ("name", []), ("page.labels.any", []),
            ("http.other", []), ("other", []),
        ])
    func `a key field is reported where the schema does not allow it`(field: String, expected: [String]) throws {
        #expect(try streamFindings(["a.yaml": tapStream("message_key_fields: {id: \(field)}")]) == expected)
    }

    private static let headers = "producers: {eventgate: {enrich_fields_from_http_headers: "

    @Test(
        arguments: [
            ("page.title", true), ("page.id.x", true), ("name.x", true), ("page.id", false), ("name", false),
            ("page.labels.any", false), ("http.other", true), ("other", true), ("meta.dt", false), ("meta.strem", true),
            ("htp.method", true),
        ])
    func `a header target is reported where the schema does not have it, also in an open object`(
        field: String, isReported: Bool
    ) throws {
        let line = Self.headers + "{\(field): x}}}"
        let expected = isReported ? ["unknown-header-target a.yaml:3:61"] : []
        #expect(try streamFindings(["a.yaml": tapStream(line)]) == expected)
        let defaults = try streamFindings(["defaults.yaml": line + "\n", "a.yaml": tapStream()])
        #expect(defaults == (isReported ? ["unknown-header-target defaults.yaml:1:59"] : []))
    }

    @Test(arguments: [
        ("meta.strem", "Did you mean “meta.stream”?"), ("htp.method", "Did you mean “http.method”?"),
        ("page.x", "Known are page.id, page.labels."),
    ])
    func `the remedy for a header target is the property that was probably meant`(field: String, remedy: String) throws
    {
        let found = try streamFindings(["a.yaml": tapStream(Self.headers + "{\(field): x}}}")], \.remedy)
        #expect(found == ["\(remedy) a.yaml:3:61"])
    }

    @Test func `a header target that is switched off is in order, unless it is misspelt`() throws {
        #expect(try streamFindings(["a.yaml": tapStream(Self.headers + "{page.title: false}}}")]) == [])
        let found = try streamFindings(["a.yaml": tapStream(Self.headers + "{http.methd: false}}}")])
        #expect(found == ["unknown-header-target a.yaml:3:61"])
    }

    @Test(arguments: [("page.title", 0), ("http.methd", 1)])
    func `a target of the defaults is in order where a schema has it or may have it`(field: String, count: Int) throws {
        let other = "other:\n  schema_title: app/unknown\n"
        let files = ["defaults.yaml": Self.headers + "{\(field): x}}}\n", "a.yaml": tapStream() + other]
        #expect(try streamFindings(files).count { $0.hasPrefix("unknown-header-target") } == count)
        let titled =
            "title: app/titled\n$id: /app/titled/1.0.0\ntype: object\n"
            + "properties: {page: {type: object, properties: {title: {type: string}}}}\n"
        let known = files.merging(["a.yaml": tapStream() + other.replacing("unknown", with: "titled")]) { $1 }
        let schemas = ["../Schemas/app/titled/1.0.0.yaml": titled]
        #expect(try streamFindings(known.merging(schemas) { $1 }).count == count)
    }

    @Test(
        arguments: [
            ("expires: 2025-12-31", ["expired-stream a.yaml:3:3"]), ("expires: 2026-01-01", []),
            ("expires: 2027-01-02", []), ("expires: 2027-01-03", ["distant-expiry a.yaml:3:3"]),
            ("expires: 2026-02-30", ["invalid-expiry a.yaml:3:3"]), ("expires: 2026", ["invalid-expiry a.yaml:3:3"]),
            ("expires: never", ["invalid-expiry a.yaml:3:3"]),
            ("expires: 2026-01-31T12:00:00Z", []), ("expires: 2025-12-31T12:00:00Z", ["expired-stream a.yaml:3:3"]),
            ("sensitivity: High", ["unknown-sensitivity a.yaml:3:3"]), ("sensitivity: high", []),
            ("sensitivity: 3", ["unknown-sensitivity a.yaml:3:3"]),
        ])
    func `expiry and sensitivity are reported`(line: String, expected: [String]) throws {
        #expect(try streamFindings(["a.yaml": tapStream(line)]) == expected)
    }

    @Test func `owners and descriptions of one stream are no findings in another, and those taken back are`() throws {
        let other = "other:\n  schema_title: app/tap\n"
        #expect(try streamFindings(["a.yaml": tapStream() + other]) == [])
        #expect(try streamFindings(["a.yaml": tapStream("owner: me", "description: d") + other]) == [])
        let defaults = "owner: us\ndescription: d\n"
        #expect(
            try streamFindings(["defaults.yaml": defaults, "a.yaml": tapStream("owner: null", "description:")])
                == ["cleared-owner a.yaml:3:3", "cleared-description a.yaml:4:3"])
        #expect(
            try streamFindings(["a.yaml": tapStream("owner: me", "description: ' '") + other + "  owner: you\n"])
                == ["empty-setting a.yaml:4:3"])
        #expect(
            try streamFindings(["a.yaml": tapStream("owner: me") + other + "  owner:\n"])
                == ["empty-setting a.yaml:6:3"])
        #expect(try streamFindings(["defaults.yaml": "owner: us\n", "a.yaml": tapStream()]) == [])
    }

    @Test func `a setting that clients cannot read does not hide mistakes in others`() throws {
        let streams =
            tapStream() + "other:\n  schema_title: app/none\n  topics: [s]\n  topic_prefixes: 5\n"
            + "  producers: {metrics_platform_client: {provide_values: [5], stream_name: s}}\n"
            + "  canary_events_enabled: true\n"
        let schema = "title: app/none\n$id: /app/none/1.0.0\ntype: object\n"
        #expect(
            try streamFindings(["a.yaml": streams, "../Schemas/app/none/1.0.0.yaml": schema]) == [
                "shared-topic a.yaml:5:12", "invalid-setting a.yaml:6:3", "invalid-setting a.yaml:7:58",
                "canary-without-example a.yaml:8:3",
            ])
    }

    @Test func `every mistake of a stream is reported at once`() throws {
        let stream = tapStream("topics: 5", "sample: 5", "consumers: 5", "sensitivity: 5", "mood: 5")
        #expect(
            try streamFindings(["a.yaml": stream]) == [
                "invalid-setting a.yaml:3:3", "invalid-sampling a.yaml:4:3", "setting-type a.yaml:5:3",
                "unknown-sensitivity a.yaml:6:3", "unread-setting a.yaml:7:3",
            ])
    }
}
