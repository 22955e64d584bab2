import Testing

/// Settings that are written under another name or in another block: one finding, and none that they are missing.
@Suite struct MissingSettingTests {
    @Test(
        arguments: [
            ("schema_titel: app/tap\n  owner: me\n  description: d", ["2:3"]),
            ("schema: app/tap\n  owner: me\n  description: d", ["2:3"]),
            ("schema_title: app/tap\n  owners: me\n  desciption: d", ["3:3", "4:3"]),
            ("schema_title: app/tap\n  Owner: me\n  description: d", ["3:3"]),
            (
                "schema_title: app/tap\n  owner: me\n  description: d\n  sample: {units: session, ratio: 1}",
                ["5:12", "5:28"]
            ),
            (
                "schema_title: app/tap\n  owner: me\n  description: d\n  sample: {unit: session, sample_rate: 1}",
                ["5:27"]
            ),
        ])
    func `a setting under a wrong name is not also missing`(settings: String, places: [String]) throws {
        let other = "t:\n  schema_title: app/tap\n  owner: me\n  description: d\n"
        let found = try streamFindings(["a.yaml": "s:\n  \(settings)\n", "b.yaml": other])
        #expect(found == places.map { "unknown-setting a.yaml:\($0)" })
    }

    @Test func `a setting in another block is not also missing`() throws {
        let text = "s:\n  sample: {schema_title: app/tap, unit: session}\n  rate: 1\n"
        let found = try streamFindings(["a.yaml": text])
        #expect(found == ["misplaced-setting a.yaml:2:12", "misplaced-setting a.yaml:3:3"])
    }

    @Test func `a misspelt sensitivity is not also missing`() throws {
        let client = "producers: {metrics_platform_client: {provide_values: [page_id]}}"
        let stated = "t:\n  schema_title: app/tap\n  sensitivity: high\n"
        let found = try streamFindings(["a.yaml": tapStream("sensitivty: high", client), "b.yaml": stated])
        #expect(found == ["unknown-setting a.yaml:3:3"])
    }
}
