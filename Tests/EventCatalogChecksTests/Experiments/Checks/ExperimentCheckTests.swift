import CatalogTestSupport
import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Testing

/// Experiments and instruments, each setting against what clients do with it.
@Suite struct ExperimentCheckTests {
    /// A file with one experiment: `settings` are in place of its own, from line 3 in this order.
    static func experiment(_ settings: KeyValuePairs<String, String?> = [:]) -> String {
        let own: KeyValuePairs = [
            "start": "2025-06-01", "end": "2026-06-01", "groups": "[control, treatment]",
            "sample_rate": "{default: 0.5}",
            "user_identifier_type": "session", "stream_name": "app.search",
        ]
        let changed = Dictionary(settings.map { ($0.key, $0.value) }) { $1 }
        let kept = own.filter { changed[$0.key] == nil }.map { "    \($0.key): \($0.value)\n" }
        let new = settings.compactMap { name, value in value.map { "    \(name): \($0)\n" } }
        return "experiments:\n  - name: search-suggestions\n" + new.joined() + kept.joined()
    }

    static func instrument(_ settings: String) -> String {
        "instruments:\n  - start: 2025-06-01\n    end: 2026-06-01\n    stream_name: app.search\n"
            + settings.split(separator: "\n").map { "    \($0)\n" }.joined()
    }

    private func places(_ text: String) throws -> [String] { try check(["Experiments/a.yaml": text]).map(\.place) }

    @Test(
        arguments: [
            ("sample_rate", "{default: 0}", []), ("sample_rate", "{default: '0.5'}", []),
            ("sample_rate", "{0.1: [frwiki]}", []), ("sample_rate", "{default: 1, 0.1: [frwiki], 0.01: []}", []),
            ("sample_rate", "{defalt: 0.5}", ["invalid-sample-rate 3:19"]),
            ("sample_rate", "{default: x}", ["invalid-sample-rate 3:19"]),
            ("sample_rate", "{default: true}", ["invalid-sample-rate 3:19"]),
            ("sample_rate", "{default: 1.5}", ["invalid-sample-rate 3:19"]),
            ("sample_rate", "{default: 1, -0.1: [frwiki]}", ["invalid-sample-rate 3:31"]),
            ("sample_rate", "{default: 1, 0.1: frwiki}", ["invalid-sample-rate 3:31"]),
            ("sample_rate", "{default: 2, 7: [frwiki]}", ["invalid-sample-rate 3:19", "invalid-sample-rate 3:31"]),
            ("sample_rate", "{0.1: [enwiki], 0.2: [frwiki, enwiki]}", ["repeated-wiki 3:48"]),
            ("sample_rate", "{}", ["missing-sample-rate 3:5"]), ("sample_rate", "0.5", ["invalid-experiment 3:5"]),
            ("sample_rate", nil, ["missing-sample-rate 2:5"]),
            ("user_identifier_type", "mw-user", []),
            ("user_identifier_type", "sesion", ["unknown-identifier-type 3:5"]),
            ("user_identifier_type", "5", ["invalid-experiment 3:5"]),
            ("user_identifier_type", nil, ["invalid-experiment 2:5"]),
            ("groups", "[a]", ["single-group 3:5"]), ("groups", "[a, b]", []),
            ("groups", "['b c']", ["invalid-group 3:14"]),
            ("groups", "[a, a]", ["repeated-group 3:17"]),
            ("groups", "[]", ["missing-groups 3:5"]), ("groups", nil, ["missing-groups 2:5"]),
            ("groups", "control", ["invalid-experiment 3:5"]),
            ("groups", "[true, false]", ["invalid-experiment 3:14"]),
            ("groups", "[a, 'b c', 5, _d]", ["invalid-group 3:17", "invalid-experiment 3:24", "invalid-group 3:27"]),
            ("name", nil, []),
            ("start", "soon", ["invalid-date 3:5"]), ("start", "2026-02-30", ["invalid-date 3:5"]),
            ("start", nil, ["invalid-experiment 2:5"]), ("start", "2026-06-02", ["reversed-period 4:5"]),
            ("start", "2026-06-01", []),
            ("end", "2025-05-31", ["reversed-period 3:5"]), ("end", "2025-12-31", ["ended-experiment 3:5"]),
            ("end", "2026-01-01", []), ("end", "never", ["invalid-date 3:5"]),
            ("phase_index", "2", []), ("phase_index", "x", ["invalid-phase-index 3:5"]),
            ("phase_index", "1.5", ["invalid-phase-index 3:5"]),
            ("schema_id", "/analytics/product_metrics/app/base/1.3.0", []),
            ("schema_id", "/analytics/product_metrics/app/base/1.9.0", ["unknown-schema-id 3:5"]),
            ("schema_id", "/analytics/product_metrics/app/base/latest", ["unknown-schema-id 3:5"]),
            ("schema_id", "analytics/product_metrics/app/base", ["unknown-schema-id 3:5"]),
            (
                "contextual_attributes", "[page_idd, page_id, page_id, mediawiki_db_name, 5]",
                [
                    "unknown-attribute 3:29", "repeated-attribute 3:48", "older-attribute-name 3:57",
                    "invalid-experiment 3:76",
                ]
            ),
            ("phase", "2", ["unknown-experiment-setting 3:5"]),
        ] as [(String, String?, [String])])
    func `a setting of an experiment that does not fit is found at its place`(
        name: String, value: String?, expected: [String]
    ) throws {
        let settings: KeyValuePairs<String, String?> = name == "name" ? [:] : [name: value]
        #expect(try places(Self.experiment(settings)) == expected)
    }

    @Test(
        arguments: [
            ("name: i\nsample_rate: {default: 1}", []),
            ("sample_rate: {default: 1}", ["invalid-experiment 2:5"]),
            ("name: ''\nsample_rate: {default: 1}", ["invalid-experiment-name 5:5"]),
            ("name: i\nsample_rate: {default: 5}", ["invalid-sample-rate 6:19"]),
            ("name: i\nsample_rate:", ["missing-sample-rate 6:5"]),
            ("name: i\nsample_rate: {default: 1}\nsample_unit: sesion", ["unknown-sample-unit 7:5"]),
            ("name: i\nsample_rate: {default: 1}\nschema_title: a/b", ["unknown-schema-title 7:5"]),
            ("name: i\nsample_rate: {default: 1}\ngroups: [a]", ["unknown-experiment-setting 7:5"]),
        ] as [(String, [String])])
    func `a setting of an instrument that does not fit is found at its place`(
        settings: String, expected: [String]
    ) throws {
        #expect(try places(Self.instrument(settings)) == expected)
    }

    @Test(arguments: [
        ("short", true), ("eight-88", false), (String(repeating: "n", count: 63), false),
        (String(repeating: "n", count: 64), true), ("-starts-with-a-hyphen", true), ("has a blank", true),
    ])
    func `the name of an experiment has 8 to 63 letters, digits and signs`(name: String, isFound: Bool) throws {
        let text = Self.experiment().replacing("search-suggestions", with: name)
        #expect(try places(text) == (isFound ? ["invalid-experiment-name 2:5"] : []))
    }

    @Test(
        arguments: [("sesion", "Did you mean “session”?"), ("cookie", "Known are edge-unique, mw-user, session.")])
    func `an unknown value has the nearest one as its remedy, or all`(value: String, remedy: String) throws {
        let found = try check(["Experiments/a.yaml": Self.experiment(["user_identifier_type": value])])
        #expect(found.map(\.remedy) == [remedy])
    }

    @Test(
        arguments: [
            ("start", nil, "start is missing.", "Add a line such as “start: 2026-03-01”."),
            (
                "sample_rate", "0.5", "sample_rate must be a map; it is a number.",
                "Write “sample_rate: {default: 0.5}”."
            ),
            (
                "sample_rate", "50", "sample_rate must be a map; it is a number.",
                "Write a value such as “sample_rate: {default: 0.1}”."
            ),
            ("groups", "control", "groups must be a list; it is a text.", "Write a list: “groups: [control]”."),
            ("version", "1.10", "version must be a text; it is a number.", "Put it in quotes: “'1.10'” is a text."),
            (
                "groups", "[{control: 1}]", "groups[0] must be a text; it is a map.",
                "Write the names alone, such as “groups: [control, treatment]”: all groups have equal shares."
            ),
            (
                "stream_name", "{a: 1}", "stream_name must be a text; it is a map.",
                "Write a value such as “stream_name: app.search”."
            ),
            (
                "sample_rate", "{default: 50}", "The default rate is 50, which is not from 0 to 1.",
                "Write 0.5, if 50 % is meant."
            ),
        ] as [(String, String?, String, String)])
    func `a setting that clients cannot read has a remedy of its own`(
        name: String, value: String?, problem: String, remedy: String
    ) throws {
        let found = try check(["Experiments/a.yaml": Self.experiment([name: value])])
        #expect(found.map(\.problem) == [problem])
        #expect(found.map(\.remedy) == [remedy])
    }

    @Test func `an entry that is not a map is one mistake`() throws {
        let found = try check(["Experiments/a.yaml": "experiments:\n  - search\n"])
        #expect(found.map(\.problem) == ["The entry must be a map; it is a text."])
        let remedy = "Write the settings of the entry, each in a line, such as “name: search-suggestions”."
        #expect(found.map(\.remedy) == [remedy])
    }

    // MARK: - Several entries

    @Test(
        arguments: [("2026-05-01", " Their periods overlap."), ("2026-06-02", "")])
    func `a name that is used twice is found at the second, with the place of the first`(
        start: String, overlap: String
    ) throws {
        let second = Self.experiment(["start": start, "end": "2026-09-01"])
        let found = try check(["Experiments/a.yaml": Self.experiment(), "Experiments/b.yaml": second])
        #expect(found.map(\.place) == ["duplicate-experiment 2:5"])
        #expect(found.first?.problem.hasSuffix("Experiments/a.yaml:2:5 too.\(overlap)") == true)
    }

    @Test func `an instrument may have the name of an experiment`() throws {
        let instrument = Self.instrument("name: search-suggestions\nsample_rate: {default: 1}")
        #expect(try check(["Experiments/a.yaml": Self.experiment(), "Experiments/b.yaml": instrument]) == [])
    }

    @Test(
        arguments: [
            ["stream_name": nil, "stream": "app.search"], ["groups": nil, "group": "[a]"],
            ["user_identifier_type": nil, "user_identifier": "session"], ["sample_rate": nil, "sample_rates": "{}"],
        ] as [KeyValuePairs<String, String?>])
    func `a setting under a wrong name is not also missing`(settings: KeyValuePairs<String, String?>) throws {
        let meant = try #require(settings.first).key
        let found = try check(["Experiments/a.yaml": Self.experiment(settings)])
        #expect(found.map(\.place) == ["unknown-experiment-setting 3:5"])
        #expect(found.map(\.remedy) == ["Did you mean “\(meant)”?"])
    }

    @Test func `beside an unknown name, another setting is missing`() throws {
        let found = try places(Self.experiment(["groups": nil, "sample_rates": "{}"]))
        #expect(found == ["missing-groups 2:5", "unknown-experiment-setting 3:5"])
    }

    @Test func `all mistakes of an entry are found at once`() throws {
        let text = Self.experiment([
            "start": "soon", "groups": "[a, a]", "sample_rate": "{defalt: 1}", "phase_index": "x", "grups": "[a]",
        ])
        #expect(
            try places(text) == [
                "invalid-date 3:5", "repeated-group 4:17", "invalid-sample-rate 5:19", "invalid-phase-index 6:5",
                "unknown-experiment-setting 7:5",
            ])
    }

    // MARK: - Clients

    /// Values of every kind, for every setting.
    private static let values: [JSONValue] = [
        .null, 5, -1.5, true, "", "x", "2026-01-01", "session", [], [1], ["a"], ["a", "a"], [:], ["default": 0.5],
        ["default": "x"], ["0.1": 5],
    ]

    @Test(arguments: 1...8) func `every entry that a client leaves out has an error`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for list in ["experiments", "instruments"] {
            let entries: [JSONValue] = (0..<20).map { position in
                var entry: JSONObject = [
                    "name": .string("experiment-\(position)"), "start": "2025-06-01", "end": "2036-01-01",
                    "stream_name": "s", "sample_rate": ["default": 1],
                ]
                if list == "experiments" { entry["groups"] = ["a"] }
                if list == "experiments" { entry["user_identifier_type"] = "session" }
                let names = Array(entry.names) + ["contextual_attributes", "schema_id", "schema_title", "sample_unit"]
                for _ in 0...Int(random.next() % 2) {
                    entry[names[Int(random.next() % UInt64(names.count))]] =
                        Self.values[Int(random.next() % UInt64(Self.values.count))]
                }
                return .object(entry)
            }
            let lines = entries.map { "  - \($0)\n" }.joined()
            let found = try check(["Experiments/a.yaml": "\(list):\n\(lines)"])
            let errors = Set(found.filter { $0.rule.severity == .error }.compactMap(\.location.line))
            let quarantined =
                list == "experiments"
                ? try ConfigurationList(experiments: .array(entries)).quarantined
                : try ConfigurationList(instruments: .array(entries)).quarantined
            #expect(!quarantined.isEmpty)
            let unfound = quarantined.filter { !errors.contains($0.position + 2) }
            #expect(unfound.isEmpty, "\(unfound)")
        }
    }
}
