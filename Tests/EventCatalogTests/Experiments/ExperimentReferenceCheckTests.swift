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
}
