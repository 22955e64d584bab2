import EventSchema
import EventStreams
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// The findings in the file of a project: they come first, and nothing follows from them.
@Suite struct ProjectFindingsTests {
    private static let declared = """
        attributes:
          basket_size: {field: basket.size, type: integer, sensitivity: low}
        destinations:
          shop-intake: {production: 'https://shop.example.org/v1/events'}
        ignored_settings: [importance]

        """
    private static let files = [
        "Experiments/a.yaml": "experiments: [a]\n",
        "Schemas/shop/purchase/1.0.0.yaml": """
        title: shop/purchase
        $id: /shop/purchase/1.0.0
        type: object
        properties:
          basket: {type: object, properties: {size: {type: integer, minimum: 0, maximum: 100}}}
        unknown: 1

        """,
        "Streams/shop.yaml": """
        shop.purchases:
          schema_title: shop/purchase
          destination_event_service: shop-intake
          importance: high
          producers:
            metrics_platform_client:
              provide_values: [basket_size]
              curation: {basket_size: {greater_than: 2}}

        """,
    ]

    private static func report<Result>(
        _ project: String, named name: String = "Project.yaml", _ body: (CheckReport) throws -> Result
    ) throws -> Result {
        try withProject(files.merging([name: project]) { $1 }) { try body(try $0.report()) }
    }

    /// The findings in streams, and all in the file of the project, as `FILE RULE`.
    private static func findings(_ project: String, named name: String = "Project.yaml") throws -> [String] {
        try report(project, named: name) { report in
            report.findings.map { "\($0.location.file.split(separator: "/").last ?? "") \($0.rule.id)" }
                .filter { $0.hasPrefix("shop.yaml") || $0.lowercased().hasPrefix("project") }
        }
    }

    @Test func `words that are declared have no findings`() throws {
        #expect(try Self.findings(Self.declared) == [])
    }

    @Test(arguments: [
        ("attributes:", "atributes:", ["Project.yaml unknown-project-setting"]),
        ("destinations:", "destination:", ["Project.yaml unknown-project-setting"]),
        ("ignored_settings:", "ignored_setings:", ["Project.yaml unknown-project-setting"]),
        (
            "attributes:\n  basket_size:", "attributes:\n  - basket_size:",
            ["Project.yaml invalid-project"]
        ),
    ])
    func `nothing follows from a setting that is misspelt or has another form`(
        text: String, mistake: String, expected: [String]
    ) throws {
        #expect(try Self.findings(Self.declared.replacing(text, with: mistake)) == expected)
    }

    @Test(arguments: ["Project.yml", "project.yaml"])
    func `nothing follows from a file of another name, which is an error`(name: String) throws {
        #expect(try Self.findings(Self.declared, named: name) == ["\(name) unread-file"])
        let severities = try Self.report(Self.declared, named: name) { report in
            report.findings.filter { $0.rule == .unreadFile }.map(\.severity)
        }
        #expect(severities == [.error])
    }

    @Test func `the findings of the project are the first of every report`() throws {
        try Self.report("atributes: {}\n") { report in
            #expect(report.findings.count > 2)
            let isFirst = report.findings.map { $0.location.file.hasSuffix("/Project.yaml") }
            #expect(isFirst == [true] + Array(repeating: false, count: report.findings.count - 1))
            #expect(report.gitHubCommands.first?.contains("Project.yaml") == true)
            let json = report.json(asOf: UTCInstant(seconds: 0), isStrict: false)["findings"]?.array
            #expect(json?.first?["file"]?.string?.hasSuffix("Project.yaml") == true)
            let results = report.sarif["runs"]?.array?.first?["results"]?.array
            #expect(results?.first?["ruleId"] == "unknown-project-setting")
            let cases = report.jUnit(isStrict: false).filter { $0.contains("<testcase") }
            #expect(cases.first?.contains("Project.yaml") == true)
            var lines: [String] = []
            var text = TextReport(report)
            text.forEachLine { lines.append($0.plain) }
            #expect(lines.first?.contains("Project.yaml") == true)
        }
    }
}
