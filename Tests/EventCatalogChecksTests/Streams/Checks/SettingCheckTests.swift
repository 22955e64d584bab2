import EventCatalog
import Testing

@Suite struct SettingCheckTests {
    private static let eventgate = "producers: {eventgate: "
    private static let headers = "producers: {eventgate: {enrich_fields_from_http_headers: "

    @Test(
        arguments: [
            ("canary_events_enabled: yes", "3:3"), ("canary_events_enabled: 'true'", "3:3"),
            ("canary_events_enabled: 5", "3:3"), (eventgate + "5}", "3:15"), (headers + "5}}", "3:27"),
            (headers + "{http.method: 5}}}", "3:61"), (headers + "{http.method: true}}}", "3:61"),
            (eventgate + "{use_edge_uniques: 1}}", "3:27"), ("consumers: 5", "3:3"), ("consumers: [a]", "3:3"),
            ("consumers: {mine: 5}", "3:15"), ("consumers: {mine: {enabled: on}}", "3:22"),
            ("producers: {mine: 5}", "3:15"), ("producers: {mine: [a]}", "3:15"),
            ("consumers: {mine: {job_name: 5}}", "3:22"), ("message_key_fields: 5", "3:3"),
            ("message_key_fields: {id: 5}", "3:24"), ("description: 5", "3:3"), ("owner: [a, b]", "3:3"),
            ("producers: {metrics_platform_client: {events: click}}", "3:41"),
            ("producers: {mediawiki_eventbus: {enabled: 1}}", "3:36"),
        ])
    func `a value of a wrong type is reported`(line: String, place: String) throws {
        #expect(try streamFindings(["a.yaml": tapStream(line)]) == ["setting-type a.yaml:\(place)"])
    }

    @Test(
        arguments: [
            "canary_events_enabled: true", "canary_events_enabled: null", eventgate + "[]}",
            eventgate + "{use_edge_uniques: false}}", headers + "{http.method: false, http.other: false}}}",
            "consumers: []", "consumers: {mine: {enabled: true, job_name: j, mood: 5}}", "topic_prefixes: null",
            "producers: {mine: {mood: 5}}", "producers: {mine: null}",
            "producers: {metrics_platform_client: {events: [click], stream_name: s}}",
            "description: '5'",
        ])
    func `a value that fits, null, and the settings of other programs are in order`(line: String) throws {
        #expect(try streamFindings(["a.yaml": tapStream(line)]) == [])
    }

    @Test(
        arguments: [
            ("canary_events_enabled: yes", "26 yes → true"), ("canary_events_enabled: 'No'", "26 'No' → false"),
            ("canary_events_enabled: maybe", ""), ("canary_events_enabled: 1", ""),
        ])
    func `a word for a boolean can be corrected by an edit`(line: String, expected: String) throws {
        let edits = try streamFindings(["a.yaml": tapStream(line)]) { finding in
            finding.edits.map { edit in
                let blanks = edit.text.prefix { $0 == " " }.count
                let texts = [edit.text, edit.replacement].map { $0.drop { $0 == " " } }.joined(separator: " → ")
                return "\((edit.location.column ?? 0) + blanks) \(texts)"
            }.joined()
        }
        #expect(edits == ["\(expected) a.yaml:3:3"])
    }

    @Test(
        arguments: [
            ("sampel: {}", "unknown-setting a.yaml:3:3"), ("importance: high", "unread-setting a.yaml:3:3"),
            ("provide_values: [page_id]", "misplaced-setting a.yaml:3:3"),
            ("destination_service: x", "unread-setting a.yaml:3:3"),
            ("eventgate: {}", "misplaced-setting a.yaml:3:3"), ("rate: 1", "misplaced-setting a.yaml:3:3"),
            ("metrics_platform_client: {}", "misplaced-setting a.yaml:3:3"),
            ("analytics_hadoop_ingestion: {}", "misplaced-setting a.yaml:3:3"),
            ("consumers: {analytics_hadoop_ingest: {}}", "unknown-setting a.yaml:3:15"),
            ("consumers: {analytics_hive_ingester: {}}", "unknown-setting a.yaml:3:15"),
            ("producers: {curation: {page_id: {equals: 1}}}", "misplaced-setting a.yaml:3:15"),
            ("producers: {provide_values: [page_id]}", "misplaced-setting a.yaml:3:15"),
            ("producers: {owner: me}", "misplaced-setting a.yaml:3:15"),
            ("producers: {metrics_platform: {}}", "unknown-setting a.yaml:3:15"),
            ("consumers: {sample: {}}", "misplaced-setting a.yaml:3:15"),
            ("destination: x", "unknown-setting a.yaml:3:3"), ("canary_events: x", "unknown-setting a.yaml:3:3"),
            ("sample: {unit: session, rate: 1, sallt: x}", "unknown-setting a.yaml:3:36"),
            ("sample: {unit: session, rate: 1, topics: [x]}", "misplaced-setting a.yaml:3:36"),
            ("producers: {eventgat: {}}", "unknown-setting a.yaml:3:15"),
            (eventgate + "{use_edge_unique: true}}", "unknown-setting a.yaml:3:27"),
            ("producers: {metrics_platform_client: {provide_value: [page_id]}}", "unknown-setting a.yaml:3:41"),
            ("consumers: {analytics_hive_ingestoin: {}}", "unknown-setting a.yaml:3:15"),
            ("consumers: {mine: {enabeld: true}}", "unknown-setting a.yaml:3:22"),
        ])
    func `a name that is not read is reported as misspelt, misplaced or unread`(line: String, expected: String) throws {
        let found = try nameFindings(line, \.rule.id)
        #expect(found == [expected])
    }

    /// The findings about names. There may be others about the values, as of a rate without its unit.
    private func nameFindings(_ line: String, _ part: (CatalogFinding) -> String) throws -> [String] {
        try streamFindings(["a.yaml": tapStream(line)]) { finding in
            finding.rule.id.hasSuffix("-setting") ? part(finding) : "-"
        }.filter { !$0.hasPrefix("- ") }
    }

    @Test(
        arguments: [
            "producers: {mine: {sampel: 1}}", "consumers: {analytics_druid_ingestion: {}}",
            "consumers: {mine: {mood: 1}}", "message_key_fields: {sampel: name}",
            "consumers: {mine: {topics: [a]}}", "producers: {mine: {curation: {}}}", "producers: {test: {}}",
            "producers: {job_name: {}}", "producers: {test_kitchen: {owner: me}}",
            "sample: {unit: session, rate: 1, salt: x}",
        ])
    func `names of other programs' settings are in order`(line: String) throws {
        #expect(try streamFindings(["a.yaml": tapStream(line)]) == [])
    }

    @Test(
        arguments: [
            ("rate: 1", "Move it below sample."), ("metrics_platform_client: {}", "Move it below producers."),
            ("producers: {curation: {}}", "Move it below producers.metrics_platform_client."),
            ("producers: {owner: me}", "Move it out, to the level of “schema_title”."),
            ("job_name: x", "Move it below an entry of consumers."),
            ("producers: {metrics_platform: {}}", "Did you mean “metrics_platform_client”?"),
        ])
    func `the block of a misplaced setting, or its right name, is the remedy`(line: String, remedy: String) throws {
        let found = try nameFindings(line, \.remedy)
        #expect(found.map { $0.replacing(/\ a\.yaml:.*$/, with: "") } == [remedy])
    }

    @Test(
        arguments: [
            ("sample_rate: 0.1", "sample.rate"), ("sampling_rate: 0.1", "sample.rate"),
            ("sampleRate: 1", "sample.rate"),
            ("sample-rate: 1", "sample.rate"), ("ratio: 1", "sample.rate"), ("sample_unit: session", "sample.unit"),
            ("expiry: 2026-12-31", "expires"), ("expire: 2026-12-31", "expires"), ("expired: true", "expires"),
            ("throttle: 0.1", "sample.rate"), ("until: 2026-12-31", "expires"), ("ends: 2026-12-31", "expires"),
            ("expires_at: 2026-12-31", "expires"), ("expiration_date: 2026-12-31", "expires"),
            ("attributes: [page_id]", "producers.metrics_platform_client.provide_values"),
            ("filter: {}", "producers.metrics_platform_client.curation"),
            ("producers: {metrics_platform_client: {sample_rate: 1}}", "sample.rate"),
            ("sample: {unit: session, rate: 1, percentage: 10}", "sample.rate"),
        ])
    func `a name that people give a setting that changes what is collected is an error`(line: String, meant: String)
        throws
    {
        let expected = "unknown-setting error Did you mean “\(meant)”?"
        for (file, text) in [("a.yaml", tapStream(line)), ("defaults.yaml", line + "\n")] {
            let files = [file: text].merging(["a.yaml": tapStream()]) { first, _ in first }
            let found = try streamFindings(files) { "\($0.rule.id) \($0.rule.severity.rawValue) \($0.remedy)" }
            #expect(found.filter { $0.hasPrefix("unknown") }.map { $0.prefix(expected.count) } == [expected[...]])
        }
    }

    @Test(arguments: [
        "enabled: false", "disabled: true", "is_enabled: false", "active: false", "paused: true", "switched_off: true",
        "off: true", "stopped: true",
    ])
    func `a switch is an error that names the rate`(line: String) throws {
        let found = try streamFindings(["a.yaml": tapStream(line)]) { "\($0.rule.id): \($0.remedy)" }
        #expect(
            found == [
                "unknown-setting: Did you mean “sample.rate”? At rate 0 the stream is switched off. a.yaml:3:3"
            ])
    }

    @Test func `a name of another system is a setting of another program beside the setting that it could be`() throws {
        let lines = ["destination_event_service: eventgate-analytics-external", "destination: x"]
        #expect(try streamFindings(["a.yaml": tapStream(lines[0], lines[1])]) == ["unread-setting a.yaml:4:3"])
    }

    @Test func `a missing space after a colon is named`() throws {
        let problems = try streamFindings(["a.yaml": tapStream("sample: {unit:session, rate: 1}")], \.problem)
        #expect(problems.contains("There is no space after the colon of “unit:session”. a.yaml:3:12"))
        let remedies = try streamFindings(["a.yaml": "s:\n  schema_title:app/tap\n"], \.remedy)
        #expect(remedies == ["Write a space after the colon. a.yaml:1:1"])
    }

    @Test(
        arguments: [
            ("consumers: {}", ["default-not-emptied a.yaml:3:3"]),
            ("consumers: []", ["default-not-emptied a.yaml:3:3"]),
            ("consumers: {one: {}}", ["default-not-emptied a.yaml:3:15"]), ("consumers: null", []),
            ("consumers: {one: null}", []), ("consumers: {two: {}}", []), ("consumers: {one: {enabled: false}}", []),
            ("topic_prefixes: null", []), ("message_key_fields: {}", []),
        ])
    func `an empty map or list over a map of the defaults is reported`(line: String, expected: [String]) throws {
        let defaults = "consumers: {one: {enabled: true}}\ntopic_prefixes: [x.]\nmessage_key_fields: {}\n"
        #expect(try streamFindings(["defaults.yaml": defaults, "a.yaml": tapStream(line)]) == expected)
    }

    @Test(
        arguments: [
            ("sample:", ["empty-setting a.yaml:3:3"]), ("producers:", ["empty-setting a.yaml:3:3"]),
            ("message_key_fields: null", ["empty-setting a.yaml:3:3"]),
            ("producers: {metrics_platform_client: null}", ["empty-setting a.yaml:3:15"]),
            ("producers: {metrics_platform_client: {provide_values: null}}", ["empty-setting a.yaml:3:41"]),
            ("producers: {metrics_platform_client: {curation: null}}", ["empty-setting a.yaml:3:41"]),
            ("producers: {metrics_platform_client: {curation: {}}}", ["empty-setting a.yaml:3:41"]),
            ("producers: {metrics_platform_client: {provide_values: []}}", []), ("producers: []", []),
            ("topic_prefixes: null", []), ("producers: {mine: null}", []), ("topics: null", []),
            ("topics: []", ["empty-setting a.yaml:3:3"]), ("topic_prefixes: []", ["empty-setting a.yaml:3:3"]),
            ("owner: ''", ["empty-setting a.yaml:3:3"]), ("description: '  '", ["empty-setting a.yaml:3:3"]),
            ("owner:", ["empty-setting a.yaml:3:3"]), ("description:", ["empty-setting a.yaml:3:3"]),
            ("expires:", ["empty-setting a.yaml:3:3"]), ("sensitivity:", ["empty-setting a.yaml:3:3"]),
            ("owner: #search-team", ["empty-setting a.yaml:3:3"]),
        ])
    func `a block without content is reported where it takes nothing back`(line: String, expected: [String]) throws {
        #expect(try streamFindings(["a.yaml": tapStream(line)]) == expected)
        #expect(try streamFindings(["defaults.yaml": line, "x.yaml": tapStream()]).count == expected.count)
    }

    @Test(
        arguments: [
            "sample: null", "producers: {metrics_platform_client: null}",
            "producers: {metrics_platform_client: {provide_values: null}}",
            "producers: {metrics_platform_client: {curation: null}}",
        ])
    func `null takes a default back`(line: String) throws {
        let client = "{metrics_platform_client: {provide_values: [page_id], curation: {page_id: {equals: 1}}}}"
        let defaults = "sample: {unit: session, rate: 1}\nproducers: \(client)\n"
        let found = try streamFindings(["defaults.yaml": defaults, "a.yaml": tapStream(line)])
        #expect(!found.contains { $0.hasPrefix("empty-setting") })
    }

    @Test func `an owner that is only a comment is to be written in quotes`() throws {
        let remedies = try streamFindings(["a.yaml": tapStream("owner: #search-team")], \.remedy)
        #expect(remedies == ["Write the text in quotes: “#” behind a blank begins a comment. a.yaml:3:3"])
    }
}
