import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import Testing

/// The rule `ambiguous-text` in files of settings; `SchemaMistakeTests` has it in schemas.
@Suite struct AmbiguousTextTests {
    private static let found = "ambiguous-text"

    /// The findings as rules with their places.
    private func places(_ file: String, _ text: String) throws -> [String] {
        try check([file: text, "Streams/z.yaml": Self.stream]).map(\.place)
    }

    private static let stream = "app.tap:\n  schema_title: analytics/product_metrics/app/base\n"

    @Test(arguments: [
        ("sample: {unit: session, rate: 0.5, salt: 12:30:45}", ["\(found) 3:44"]),
        ("sample: {unit: session, rate: 0.5, salt: 0x1F}", ["\(found) 3:44"]),
        ("sample: {unit: session, rate: 0.5, salt: 010}", ["\(found) 3:44"]),
        ("sample: {unit: session, rate: 0.5, salt: yes}", ["\(found) 3:44"]),
        ("sample: {unit: session, rate: 0.5, salt: 'yes'}", []),
        ("owner: on", ["\(found) 3:10"]), ("owner: \"on\"", []), ("owner: on call", []),
        ("description: 2026-01-01", ["\(found) 3:16"]), ("description: |\n    2026-01-01", []),
        ("links: {bug: 0o17, no: x}", ["\(found) 3:16", "\(found) 3:22"]),
        ("consumers: {people: [web, off], tables: [1_000]}", ["\(found) 3:29", "\(found) 3:44"]),
        ("consumers: {y: {job_name: n}}", ["\(found) 3:15", "\(found) 3:29"]),
        ("message_key_fields: {on: meta.id}", ["\(found) 3:24"]),
        ("expires: 2026-06-30", []), ("expires: 2026-06-30T12:00:00Z", []),
        ("canary_events_enabled: yes", ["setting-type 3:3"]),
        ("sample: {unit: session, rate: 010}", ["invalid-sampling 3:27"]),
    ])
    func `a text of a stream is found wherever it stands, unless it has an error`(
        setting: String, expected: [String]
    ) throws {
        let text = "app.hold:\n  schema_title: analytics/product_metrics/app/base\n  \(setting)\n"
        #expect(try places("Streams/a.yaml", text) == expected)
    }

    @Test(arguments: ["on", "2026-01-01", "12:30:45"]) func `the name of a stream is a text`(name: String) throws {
        let found = try places("Streams/a.yaml", Self.stream.replacing("app.tap", with: name))
        #expect(!found.contains { $0.hasPrefix(Self.found) })
    }

    @Test func `a text of the defaults, and one that several aliases bring, is found once`() throws {
        #expect(try places("Streams/defaults.yaml", "owner: off\n") == ["\(Self.found) 1:8"])
        let streams = "a.a: &a\n  schema_title: analytics/product_metrics/app/base\n  links: {x: 010}\n"
        #expect(try places("Streams/a.yaml", "\(streams)b.b: *a\n") == ["\(Self.found) 3:14"])
    }

    @Test(
        arguments: [
            (["groups": "[on, off]"], ["\(found) 5:14", "\(found) 5:18"]),
            (["groups": "['on', \"off\"]"], []),
            (["sample_rate": "{default: 0, 0.10: [no]}"], ["\(found) 6:38"]),
            (["version": "1_0"], ["\(found) 9:14"]),
            (["start": "2026-03-01", "end": "2026-12-31 00:00:00"], []),
            (["user_identifier_type": "no"], ["unknown-identifier-type 8:5"]),
        ] as [([String: String], [String])])
    func `a text of an experiment is found, but for dates and rates`(
        settings: [String: String], expected: [String]
    ) throws {
        let settings = settings.merging(["stream_name": "app.tap"]) { $1 }
        let file = "Experiments/example.yaml"
        let text = try #require(RuleExample.experiment(settings).files[file])
        #expect(try places(file, text) == expected)
    }

    @Test func `a text of Project.yaml is found, but for the severity off`() throws {
        let text = """
            platforms: [ios, y]
            rules:
              - {rule: similar-stream-names, severity: off, reason: yes}
            links:
              bug: {required: no}

            """
        #expect(
            try places("Project.yaml", text) == [
                "\(Self.found) 1:18", "\(Self.found) 3:57", "invalid-project 5:9",
            ])
    }

    @Test func `a text of Filters.yaml is found`() throws {
        let text = "- name: 2026-01-01\n  query: -test:*\n  description: no\n  default: yes\n"
        #expect(
            try places("Filters.yaml", text) == [
                "\(Self.found) 1:9", "\(Self.found) 3:16", "invalid-filter 4:3",
            ])
    }

    @Test func `--fix puts each in quotes, and changes nothing else`() throws {
        let files = [
            "Streams/a.yaml": "app.tap:\n  schema_title: analytics/product_metrics/app/base\n  owner: on  # call\n",
            "Experiments/a.yaml": RuleExample.entry(["stream_name": "app.tap", "groups": "[on, off]"]),
            "Filters.yaml": "- name: no\n  query: -test:*\n",
        ]
        try withProject(files) { project in
            let report = try project.check().fix().report
            #expect(report.findings == [])
            #expect(try project.text(of: "Streams/a.yaml").hasSuffix("\n  owner: 'on'  # call\n"))
            #expect(try project.text(of: "Experiments/a.yaml").contains("groups: ['on', 'off']\n"))
            #expect(try project.text(of: "Filters.yaml") == "- name: 'no'\n  query: -test:*\n")
        }
    }
}
