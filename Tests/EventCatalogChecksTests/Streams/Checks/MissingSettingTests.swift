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

    @Test(arguments: [
        (
            ["provide_values: [page_idd]", "curation: {page_id: {equels: 1}}", "unit: devise", "rate: 7"],
            [
                "misplaced-setting 3:3", "unknown-attribute 3:20", "misplaced-setting 4:3", "unknown-operator 4:24",
                "misplaced-setting 5:3", "invalid-sampling 5:3", "misplaced-setting 6:3", "rate-out-of-range 6:3",
            ]
        ),
        (
            ["sampel: {unti: device, rate: 7}"],
            ["unknown-setting 3:3", "unknown-setting 3:12", "rate-out-of-range 3:26"]
        ),
        (
            ["producer: {metrics_platform_clinet: {provide_values: [page_idd]}}"],
            ["unknown-setting 3:3", "unknown-setting 3:14", "unknown-attribute 3:57"]
        ),
    ])
    func `what is below a wrong name is checked as what was meant`(lines: [String], expected: [String]) throws {
        let text = (["s:", "  schema_title: app/tap"] + lines.map { "  \($0)" }).joined(separator: "\n")
        let found = try streamFindings(["a.yaml": text]).map { $0.replacing("a.yaml:", with: "") }
        #expect(Set(found).isSuperset(of: expected), "\(found)")
    }

    @Test func `a title under a misspelt name is compared, and a waived name is another program's`() throws {
        let title = "s:\n  schema_titel: app/tab\n"
        let found = try streamFindings(["a.yaml": title])
        #expect(found == ["unknown-schema-title a.yaml:2:3", "unknown-setting a.yaml:2:3"])
        let waiver = "# eventctl-allow unknown-setting until 2026-06-30: a reader of ours"
        #expect(try streamFindings(["a.yaml": tapStream(waiver, "sampel: {unit: devise, rate: 7}")]) == [])
    }

    @Test func `a title of which the spelling is wrong does not hide what its schema refuses`() throws {
        let client = "producers: {metrics_platform_client: {provide_values: [page_content_language]}}"
        let found = try streamFindings(["a.yaml": "s:\n  schema_title: /app/tap\n  \(client)\n"])
        #expect(found == ["unknown-schema-title a.yaml:2:3", "attribute-not-in-schema a.yaml:3:58"])
    }

    @Test func `a value of another kind is not taken for the setting`() throws {
        #expect(try streamFindings(["a.yaml": tapStream("sampel: 1")]) == ["unknown-setting a.yaml:3:3"])
    }

    @Test func `what is below a wrong name in the defaults is checked`() throws {
        let found = try streamFindings(["defaults.yaml": "sampel: {unit: devise, rate: 1}\n", "a.yaml": tapStream()])
        #expect(found == ["unknown-setting defaults.yaml:1:1", "invalid-sampling defaults.yaml:1:10"])
    }

    @Test func `a misspelt sensitivity is not also missing`() throws {
        let client = "producers: {metrics_platform_client: {provide_values: [page_id]}}"
        let stated = "t:\n  schema_title: app/tap\n  sensitivity: high\n"
        let found = try streamFindings(["a.yaml": tapStream("sensitivty: high", client), "b.yaml": stated])
        #expect(found == ["unknown-setting a.yaml:3:3"])
    }
}
