import EventCatalog
import Testing

/// Entries of a file of streams at the wrong level or in the wrong file.
@Suite struct MisplacedEntryTests {
    @Test(
        arguments: [
            ("streams:\n  s:\n    schema_title: app/tap\n", ["misplaced-entry a.yaml:1:1"]),
            ("streams:\n  schema_title: app/tap\n", []), ("streams:\n  mine: 5\n", ["missing-schema-title a.yaml:1:1"]),
            ("schema_title: app/tap\nsample: {unit: session, rate: 1}\n", ["misplaced-entry a.yaml:1:1"]),
            ("s:\nschema_title: app/tap\nsample: {unit: session, rate: 1}\n", ["misplaced-entry a.yaml:2:1"]),
            (tapStream() + "sample: {unit: session, rate: 1}\n", ["misplaced-entry a.yaml:3:1"]),
            ("sample: {schema_title: app/tap}\n", []),
            ("experiments:\n- {name: e}\ninstruments:\n- {name: i}\n", ["misplaced-entry a.yaml:1:1"]),
            ("experiments: {schema_title: app/tap}\n", []),
        ])
    func `settings without a name, a map around the streams and experiments are one finding`(
        text: String, expected: [String]
    ) throws {
        let found = try streamFindings(["a.yaml": text])
        #expect(found.filter { !$0.hasPrefix("unread-setting") } == expected)
    }

    @Test(arguments: ["default.yaml", "Defaults.yaml", "defualts.yaml"])
    func `the defaults under another name are read, and reported`(name: String) throws {
        let files = [name: "owner: me\nsample: {unit: session, rate: 0}\n", "x.yaml": tapStream()]
        #expect(try streamFindings(files) == ["misplaced-entry \(name)", "zero-rate \(name):2:25"])
        #expect(try streamFindings(files, \.remedy).first == "Did you mean “defaults.yaml”? Rename it. \(name)")
    }

    @Test func `beside the defaults, another file of settings is not a second one`() throws {
        let files = ["default.yaml": "owner: me\n", "defaults.yaml": "owner: you\n", "x.yaml": tapStream()]
        #expect(try streamFindings(files) == ["misplaced-entry default.yaml"])
    }

    @Test(
        arguments: [
            ("app.foo: {schema_title: app/tap}", ["misplaced-entry defaults.yaml:1:1"]),
            ("app.foo: {sample: {unit: session, rate: 1}}", ["misplaced-entry defaults.yaml:1:1"]),
            ("mine: {description: a}", ["unread-setting defaults.yaml:1:1"]),
            ("sample: {unit: session, rate: 1}", []),
        ])
    func `a stream in the defaults is named`(text: String, expected: [String]) throws {
        #expect(try streamFindings(["defaults.yaml": text, "x.yaml": tapStream()]) == expected)
    }

    @Test func `a misplaced entry may have the stream of an experiment`() throws {
        let found = try check([
            "Streams/a.yaml": "streams:\n  app.serch:\n    schema_title: analytics/product_metrics/app/base\n",
            "Experiments/a.yaml": ExperimentCheckTests.experiment(["stream_name": "app.serch"]),
        ])
        #expect(found.map(\.rule.id) == ["misplaced-entry"])
    }
}
