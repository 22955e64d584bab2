import EventCatalog
import EventCatalogChecks
import EventStreams
import EventSupport
import Testing

@Suite struct WaiverTests {
    private static let title = "schema_title: analytics/product_metrics/app/base"
    private static let waiver = "# eventctl-allow unknown-setting until 2026-06-30: a consumer of ours reads it"

    /// The findings that count and those that are waived, in `Streams/a.yaml`.
    private func check(
        _ text: String, asOf: String = "2026-01-01", others: [String: String] = [:]
    ) throws -> (findings: [String], waived: [String]) {
        try withProject(others.merging(["Streams/a.yaml": text]) { $1 }) { project in
            let report = try project.report(asOf: asOf)
            return (project.lines(report.findings), project.lines(report.waived.map(\.finding)))
        }
    }

    /// Texts of a stream, and the lines of `unknown-setting` that count.
    @Test(arguments: [
        ("\(waiver)\na:\n  \(title)\n  topcs: 1\n  ownr: 1\n", []),
        ("a:\n  \(title)\n  \(waiver)\n  topcs: 1\n  ownr: 1\n", [5]),
        ("a:\n  \(title)\n  \(waiver)\n  # another comment\n\n  topcs: 1\n", []),
        ("\(waiver)\na:\n  \(title)\nb:\n  \(title)\n  ownr: 1\n", [6]),
        ("a:\n  \(title)\n\(waiver)\n  sample:\n    unit: session\n    unitt: 1\n  ownr: 1\n", [7]),
        ("a:\n  \(title)\n  \(waiver)\n  sample: {\n    unitt: 1\n  }\n  ownr: 1\n", [7]),
    ])
    func `a waiver covers the item below it with all that is indented more`(text: String, lines: [Int]) throws {
        let found = try check(text).findings.filter { $0.hasSuffix(" unknown-setting") }
        #expect(found == lines.map { "Streams/a.yaml:\($0) unknown-setting" })
    }

    @Test func `a waiver above a list covers its elements, indented or not, and one above an element covers that one`()
        throws
    {
        let attributes = "  producers:\n    metrics_platform_client:\n"
        let waiver = "# eventctl-allow repeated-attribute until 2026-06-30: to be seen"
        let list = "      provide_values:\n      - page_id\n      - page_id\n"
        let head = "a:\n  \(Self.title)\n\(attributes)"
        #expect(try check("\(head)      \(waiver)\n\(list)").findings == [])
        let element = "      provide_values:\n      - page_id\n      \(waiver)\n      - page_id\n      - page_id\n"
        #expect(try check(head + element).findings == ["Streams/a.yaml:9 repeated-attribute"])
    }

    @Test(arguments: [
        "eventctl-alow", "Eventctl-Allow", "EVENTCTL-ALLOW", "eventctl_allow", "eventctl allow", "evenctl-allow",
        "eventctl-allows",
    ])
    func `a misspelt waiver is a finding with the right spelling`(keyword: String) throws {
        let text = "# \(keyword) unknown-setting until 2026-06-30: x\na:\n  \(Self.title)\n  ownr: 1\n"
        try withProject(["Streams/a.yaml": text]) { project in
            let findings = try project.report().findings
            #expect(
                project.lines(findings) == ["Streams/a.yaml:1 malformed-waiver", "Streams/a.yaml:4 unknown-setting"])
            #expect(findings.first?.remedy == "Did you mean “eventctl-allow”?")
            #expect(findings.first?.edits.map(\.text) == [keyword])
        }
    }

    @Test(arguments: [
        "eventctl-allowed names are in the wiki", "the eventctl-alow of last year", "eventctl allows this",
    ])
    func `a comment about waivers is a comment`(comment: String) throws {
        #expect(try check("# \(comment)\na:\n  \(Self.title)\n").findings == [])
    }

    @Test func `a waiver of one rule leaves the findings of another`() throws {
        let text = "\(Self.waiver)\na:\n  topcs: 1\n"
        let (findings, waived) = try check(text)
        #expect(findings == ["Streams/a.yaml:2 missing-schema-title"])
        #expect(waived == ["Streams/a.yaml:3 unknown-setting"])
    }

    @Test func `a waiver in the defaults covers what is found there for every stream`() throws {
        let defaults =
            "# eventctl-allow unknown-destination until 2026-06-30: it is new\ndestination_event_service: mine\n"
        let text = "a:\n  \(Self.title)\nb:\n  \(Self.title)\n"
        let (findings, waived) = try check(text, others: ["Streams/defaults.yaml": defaults])
        #expect(findings == [])
        #expect(waived == ["Streams/defaults.yaml:2 unknown-destination"])
    }

    @Test func `a mistake in the defaults is one finding, however many streams have it`() throws {
        let text = "a:\n  \(Self.title)\nb:\n  \(Self.title)\n"
        let (findings, _) = try check(text, others: ["Streams/defaults.yaml": "destination_event_service: mine\n"])
        #expect(findings == ["Streams/defaults.yaml:1 unknown-destination"])
    }

    @Test func `a waiver in a schema covers the finding below it, and one at the top what is about the whole file`()
        throws
    {
        let schema = "title: a/b\n# eventctl-allow schema-identity until 2026-06-30: moved\n$id: /c/1.0.0\n"
        let twin =
            "# eventctl-allow schema-twins until 2026-06-30: the JSON file goes\n"
            + "title: a/b\n$id: /a/b/1.0.0\n"
        let json = #"{"title": "a/b", "$id": "/a/b/1.0.0", "type": "object"}"#
        for files in [
            ["Schemas/a/b/1.0.0.yaml": schema], ["Schemas/a/b/1.0.0.yaml": twin, "Schemas/a/b/1.0.0.json": json],
        ] {
            try withProject(files) { project in
                let report = try project.report()
                #expect(report.findings == [])
                #expect(report.waived.count == 1)
            }
        }
    }

    @Test(arguments: [
        ("2026-06-30T23:59:59Z", []),
        ("2026-07-01", ["Streams/a.yaml:1 expired-waiver", "Streams/a.yaml:4 unknown-setting"]),
    ])
    func `a waiver holds through its last day; afterwards it is reported, and its finding counts`(
        asOf: String, findings: [String]
    ) throws {
        #expect(try check("\(Self.waiver)\na:\n  \(Self.title)\n  topcs: 1\n", asOf: asOf).findings == findings)
    }

    @Test(arguments: [
        ("# eventctl-allow", "names no rule"), ("# eventctl-allow until 2026-06-30: x", "names no rule"),
        ("# eventctl-allow unknown-seting until 2026-06-30: x", "“unknown-seting”"),
        ("# eventctl-allow nothing-of-the-sort until 2026-06-30: x", "eventctl rules"),
        ("# eventctl-allow unknown-setting: x", "no date"),
        ("# eventctl-allow unknown-setting 2026-06-30: x", "no date"),
        ("# eventctl-allow unknown-setting until 2026-06-31: x", "not a day"),
        ("# eventctl-allow unknown-setting until 30.6.2026: x", "not a day"),
        ("# eventctl-allow unknown-setting until 2026-06-30", "no reason"),
        ("# eventctl-allow unknown-setting until 2026-06-30:  ", "no reason"),
        ("# eventctl-allow unknown-setting until 2026-06-30 x", "colon"),
        ("# eventctl-allow unknown-setting, invalid-setting until 2026-06-30: x", "more than one"),
        ("# eventctl-allow unknown-setting invalid-setting until 2026-06-30: x", "more than one"),
        ("#eventctl-allow", "names no rule"),
    ])
    func `a waiver that is incomplete waives nothing and says what is missing`(comment: String, message: String) throws
    {
        try withProject(["Streams/a.yaml": "\(comment)\na:\n  \(Self.title)\n  topcs: 1\n"]) { project in
            let report = try project.report()
            #expect(project.lines(report.findings).first == "Streams/a.yaml:1 malformed-waiver")
            #expect(report.findings.first.map { "\($0)" }?.contains(message) == true, "\(report.findings)")
            #expect(report.findings.last?.rule.id == "unknown-setting")
        }
    }

    @Test func `a waiver behind a value is malformed; a comment that only begins like one is a comment`() throws {
        let text = "a:\n  \(Self.title)\n  topcs: 1 \(Self.waiver)\n# eventctl-allowed is not a waiver\n"
        #expect(
            try check(text).findings == ["Streams/a.yaml:3 unknown-setting", "Streams/a.yaml:3 malformed-waiver"])
    }

    @Test(arguments: ["a:\n  \(title)\n\(waiver)\n", "\(waiver)\na:\n  \(title)\n"])
    func `a waiver without a finding, or without an item, is unused`(text: String) throws {
        #expect(try check(text).findings.map { $0.split(separator: " ").last } == ["unused-waiver"])
    }

    @Test(arguments: ["invalid-syntax", "duplicate-key", "unresolved-alias", "yaml-tag", "unreadable-file"])
    func `what keeps a file from being read cannot be waived`(rule: String) throws {
        let text = "# eventctl-allow \(rule) until 2026-06-30: a draft\na:\n  b: [\n"
        let (findings, waived) = try check(text, others: ["Streams/b.yaml": "b:\n  \(Self.title)\n"])
        #expect(findings == ["Streams/a.yaml:1 malformed-waiver", "Streams/a.yaml:4 invalid-syntax"])
        #expect(waived == [])
    }

    @Test(arguments: [
        ("  \(title)\n  sample: {unit: sesion, rate: 1}\n", "", ["Streams/a.yaml:4 invalid-sampling"]),
        ("  \(title)\n", "b: [\n", ["Streams/a.yaml:5 invalid-syntax"]),
        (
            "  \(title)\n", "b:\n  topcs: 1\n  \(title)\n",
            [
                "Streams/a.yaml:1 unused-waiver", "Streams/a.yaml:5 unknown-setting",
            ]
        ),
        ("  \(title)\n", "", ["Streams/a.yaml:1 unused-waiver"]),
    ])
    func `a waiver is unused only where no error hides its finding`(
        settings: String, others: String, findings: [String]
    ) throws {
        let waiver = "# eventctl-allow zero-rate until 2026-06-30: switched off"
        #expect(try check("\(waiver)\na:\n\(settings)\(others)").findings == findings)
    }

    @Test func `a waiver is not unused while another file cannot be read`() throws {
        let waiver = "# eventctl-allow duplicate-stream until 2026-06-30: it moves"
        let found = try check("\(waiver)\na:\n  \(Self.title)\n", others: ["Streams/b.yaml": "a: [\n"])
        #expect(found.findings == ["Streams/b.yaml:2 invalid-syntax"])
    }

    @Test(arguments: ["\r\n", "\r"]) func `lines that end otherwise are lines`(end: String) throws {
        let text = "\u{FEFF}\(Self.waiver)\na:\n  \(Self.title)\n  topcs: 1\nc:\n  \(Self.title)\n  topcs: 1\n"
        let (findings, waived) = try check(text.replacing("\n", with: end))
        #expect(findings == ["Streams/a.yaml:7 unknown-setting"])
        #expect(waived == ["Streams/a.yaml:4 unknown-setting"])
    }

    @Test func `a separator of Unicode in a comment ends a line, as it does for the reader of YAML`() throws {
        let text =
            "# one\u{2028}# two\u{85}\(Self.waiver)\na:\n  \(Self.title)\n  topcs: 1\nc:\n  \(Self.title)\n  topcs: 1\n"
        let (findings, waived) = try check(text)
        #expect(findings == ["Streams/a.yaml:9 unknown-setting"])
        #expect(waived == ["Streams/a.yaml:6 unknown-setting"])
    }

    @Test func `a folder of streams whose errors are waived is read`() throws {
        try withProject(["Streams/a.yaml": "\(Self.waiver)\na:\n  \(Self.title)\n  topcs: 1\n"]) { project in
            let catalog = try StreamCatalog(checking: "\(project.path)/Streams", schemas: nil)
            #expect(catalog.findings == [])
            #expect(catalog.configurations["a"] != nil)
            try project.write("a:\n  \(Self.title)\n  topcs: 1\n", to: "Streams/a.yaml")
            #expect(throws: CatalogError.self) {
                try StreamCatalog(checking: "\(project.path)/Streams", schemas: nil)
            }
        }
    }

    /// Files of random lines, most of which are no YAML.
    @Test func `in any text each waiver is read or malformed`() throws {
        let lines = [
            Self.waiver, "  \(Self.waiver)", "# eventctl-allow invalid-setting until 2026-06-30: x",
            "# eventctl-allow x",
            "a:", "b:", "  \(Self.title)", "  topcs: 1", "- c", "  - d", "{", "}", "]", "", "# e", "---", "%f", "\t",
            "\"",
            "g: |",
        ]
        var random = SeededGenerator(seed: 17)
        for _ in 0..<40 {
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                lines.randomElement(using: &random) ?? ""
            }
            try withProject(["Streams/a.yaml": text.joined(separator: "\n")]) { project in
                let report = try project.report()
                let malformed = report.findings.count { $0.rule.id == "malformed-waiver" }
                #expect(malformed == text.count { $0 == "# eventctl-allow x" }, "\(text)")
                let used = Set(report.waived.map(\.location)).count
                let unused = report.findings.count { $0.rule.id == "unused-waiver" }
                #expect(used + unused <= text.count { $0.contains(" until ") }, "\(text)")
            }
        }
    }
}
