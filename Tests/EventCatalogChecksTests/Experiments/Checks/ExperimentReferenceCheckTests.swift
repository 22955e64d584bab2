import CatalogTestSupport
import EventCatalog
import Testing

/// The streams and schemas that experiments and instruments name.
@Suite struct ExperimentReferenceCheckTests {
    private static let stream = "app.search:\n  schema_title: analytics/product_metrics/app/base\n"

    @Test(
        arguments: [
            ("app.search", stream, []), ("app.serch", stream, ["unknown-stream 3:5"]),
            ("app.search", "'/^app\\./':\n  schema_title: analytics/product_metrics/app/base\n", []),
            ("app.search", stream + "  topics: 5\n", ["invalid-setting 3:3"]),
            ("app.search", "t: [\n", ["invalid-syntax 2:1"]),
        ] as [(String, String, [String])])
    func `a stream that is in no file is found, as far as the files can be read`(
        name: String, streams: String, expected: [String]
    ) throws {
        let experiment = ExperimentCheckTests.experiment(["stream_name": name])
        let found = try check(["Streams/a.yaml": streams, "Experiments/a.yaml": experiment])
        #expect(found.map(\.place) == expected)
    }

    @Test func `a folder or a file that is not read has no streams`() throws {
        for other in ["Streams/old/b.yaml", "Streams/b.json"] {
            let found = try check([
                "Streams/a.yaml": Self.stream, other: "app.serch:\n  schema_title: t\n",
                "Experiments/a.yaml": ExperimentCheckTests.experiment(["stream_name": "app.serch"]),
            ])
            #expect(found.map(\.rule.id) == ["unknown-stream", "unread-file"])
        }
    }

    @Test func `a stream is not looked for where no streams are checked`() throws {
        #expect(
            try check(["Experiments/a.yaml": ExperimentCheckTests.experiment(["stream_name": "no.such.stream"])]) == [])
    }

    @Test func `an unknown stream has the nearest name as its remedy`() throws {
        let found = try check([
            "Streams/a.yaml": Self.stream,
            "Experiments/a.yaml": ExperimentCheckTests.experiment(["stream_name": "app.serch"]),
        ])
        #expect(found.map(\.remedy) == ["Did you mean “app.search”?"])
    }

    @Test func `an entry whose schema its stream does not take is found`() throws {
        let experiment = ExperimentCheckTests.experiment(["schema_id": "/analytics/product_metrics/server/base/1.0.0"])
        let instrument = ExperimentCheckTests.instrument(
            "name: i\nsample_rate: {default: 1}\nschema_title: analytics/product_metrics/server/base")
        let found = try check([
            "Streams/a.yaml": Self.stream, "Experiments/a.yaml": experiment, "Experiments/b.yaml": instrument,
        ])
        #expect(found.map(\.place) == ["schema-mismatch 3:5", "schema-mismatch 7:5"])
    }

    @Test(
        arguments: [
            ("[performer_name]", "moderate", ["sensitivity-too-low 3:29"]),
            ("[performer_name]", "high", []), ("[performer_name]", nil, []),
            ("[agent_app_install_id]", "moderate", ["sensitivity-too-low 3:29"]),
            ("[page_id, performer_edit_count_bucket]", nil, ["attribute-not-in-schema 3:38"]),
            ("[performer_session_id]", "moderate", []),
        ] as [(String, String?, [String])])
    func `attributes are held to the sensitivity and the schema of the stream`(
        list: String, sensitivity: String?, expected: [String]
    ) throws {
        let stream = Self.stream + (sensitivity.map { "  sensitivity: \($0)\n" } ?? "")
        let experiment = ExperimentCheckTests.experiment(["contextual_attributes": list])
        let found = try check(["Streams/a.yaml": stream, "Experiments/a.yaml": experiment])
        #expect(found.map(\.place) == expected)
        let instrument = ExperimentCheckTests.instrument(
            "name: i\nsample_rate: {default: 1}\ncontextual_attributes: \(list)")
        let rules = try check(["Streams/a.yaml": stream, "Experiments/a.yaml": instrument]).map(\.rule.id)
        #expect(rules == found.map(\.rule.id))
    }

    @Test(
        arguments: [
            ("2026-05-30", ["stream-expires-first 4:5"]), ("2026-05-31", []), ("2026-06-30", []),
            ("2025-12-30", ["stream-expires-first 4:5", "expired-stream 3:3"]),
        ])
    func `a stream that expires before the end is found there`(expires: String, expected: [String]) throws {
        let found = try check([
            "Streams/a.yaml": Self.stream + "  expires: \(expires)\n",
            "Experiments/a.yaml": ExperimentCheckTests.experiment(),
        ])
        #expect(found.map(\.place) == expected)
    }

    @Test func `a start that cannot be read hides no end that is too late`() throws {
        let found = try check([
            "Streams/a.yaml": Self.stream + "  expires: 2026-03-31\n",
            "Experiments/a.yaml": ExperimentCheckTests.experiment(["start": "soon"]),
        ])
        #expect(found.map(\.place) == ["invalid-date 3:5", "stream-expires-first 4:5"])
    }

    @Test func `the finding on a stream that expires first has its name and its day`() throws {
        let found = try check([
            "Streams/a.yaml": Self.stream + "  expires: 2026-03-31\n",
            "Experiments/a.yaml": ExperimentCheckTests.experiment(),
        ])
        #expect(
            found.map(\.problem) == ["The stream “app.search” expires on 2026-03-31, before the experiment ends."])
    }

    @Test(arguments: [
        ("2025-06-01", "2026-06-01", "0", ["switched-off-stream 5:5"]), ("2025-06-01", "2026-06-01", "0.5", []),
        ("2026-02-01", "2026-06-01", "0", []), ("2025-06-01", "2025-06-30", "0", ["ended-experiment 4:5"]),
    ])
    func `a running experiment on a stream at rate 0 is found`(
        start: String, end: String, rate: String, expected: [String]
    ) throws {
        let found = try check([
            "Streams/a.yaml": Self.stream + "  sample: {unit: session, rate: \(rate)}\n",
            "Experiments/a.yaml": ExperimentCheckTests.experiment([
                "start": start, "end": end, "stream_name": "app.search",
            ]),
        ])
        #expect(found.filter { $0.rule.id != "zero-rate" }.map(\.place) == expected)
    }

    @Test(arguments: [
        ("pageview", "{default: 0.5}", ["pageview-unit-in-app 7:5"]), ("pageview", "{default: 1}", []),
        ("pageview", "{default: 1, 0.1: [enwiki]}", ["pageview-unit-in-app 7:5"]), ("session", "{default: 0.5}", []),
    ])
    func `an instrument on a stream of apps cannot be drawn by page view`(
        unit: String, rate: String, expected: [String]
    ) throws {
        let found = try check([
            "Streams/a.yaml": Self.stream,
            "Experiments/a.yaml": ExperimentCheckTests.instrument(
                "name: i\nsample_rate: \(rate)\nsample_unit: \(unit)"),
        ])
        #expect(found.map(\.place) == expected)
    }
}
