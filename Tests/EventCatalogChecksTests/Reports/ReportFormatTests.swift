import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct ReportFormatTests {
    private static let title = "schema_title: analytics/product_metrics/app/base"
    private static let waiver = "# eventctl-allow unknown-setting until 2026-06-30: a consumer “of ours” reads it"
    /// Every kind of finding: an error, one with edits, a warning, one without a line, a waived one, and odd names.
    private static let files = [
        "Streams/a.yaml": """
        a:
          \(title)
          "<b>&'\\"]]>, %:\\e\\uFFFFé": 1
        # eventctl-allow unknown-seting until 2026-06-30: x
        b:
          \(title)
          \(waiver)
          ownr: 1
        c:
          \(title)
          old: 1
        # eventctl-allow unknown-setting until 2026-06-30: x
        d:
          \(title)
        """,
        "Streams/b c,d%.yaml": "# nothing\n",
    ]

    /// The report with a baseline that has one of the findings.
    private func withReport(_ body: (CheckReport, ExampleProject) throws -> Void) throws {
        try withProject(Self.files) { project in
            let old = try project.report().findings.filter { $0.problem.contains("“old”") }
            try Baseline(old + old + old, in: project.folders.all).write(to: "\(project.path)/baseline.json")
            try body(try project.report(), project)
        }
    }

    @Test func `the JSON report follows its schema, and has every finding`() throws {
        let text = try Data(contentsOf: Checkout.file("Examples/CI/check-report.schema.json"))
        let schema = try Schema(JSONValue(parsing: [UInt8](text)))
        try withReport { report, _ in
            let json = report.json(asOf: UTCInstant(seconds: 0), isStrict: false)
            #expect(schema.findings(in: .object(json)) == [])
            #expect(json["as_of"] == "1970-01-01T00:00:00Z")
            #expect(json["findings"]?.array?.count == report.findings.count)
            #expect(json["waived"]?.array?.first?["waiver"]?["line"] == 7)
            #expect(json["known"]?.array?.count == 1)
            var wrong = json
            wrong["findings"] = [["rule": "x"]]
            #expect(schema.findings(in: .object(wrong)) != [])
        }
        try withProject(["Streams/a.yaml": "a:\n  \(Self.title)\n"]) { project in
            let json = try project.report().json(asOf: UTCInstant(seconds: 0), isStrict: true)
            #expect(schema.findings(in: .object(json)) == [])
            #expect(json["failed"] == false)
        }
    }

    @Test func `the SARIF log has the members that SARIF 2.1.0 requires`() throws {
        try withReport { report, project in
            let sarif = report.sarif
            #expect(sarif["version"] == "2.1.0")
            let run = try #require(sarif["runs"]?.array?.first)
            #expect(run["tool"]?["driver"]?["name"]?.string?.isEmpty == false)
            let version = try #require(run["tool"]?["driver"]?["version"]?.string)
            #expect(
                version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil
                    && run["tool"]?["driver"]?["semanticVersion"] == run["tool"]?["driver"]?["version"])
            let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
            #expect(rules.map { $0["id"]?.string } == Rule.all.map(\.id))
            #expect(rules.allSatisfy { $0["help"]?["text"]?.string?.isEmpty == false })
            let results = try #require(run["results"]?.array)
            #expect(results.count == report.findings.count + report.waived.count + report.known.count)
            for result in results {
                #expect(result["message"]?["text"]?.string?.isEmpty == false)
                let index = try #require(result["ruleIndex"]?.number?.int64.map(Int.init))
                #expect(rules[index]["id"] == result["ruleId"])
                let place = try #require(result["locations"]?.array?.first?["physicalLocation"])
                let uri = try #require(place["artifactLocation"]?["uri"]?.string)
                #expect(URL(string: uri)?.path.hasPrefix(project.path) == true, "\(uri)")
                #expect((place["region"] == nil) == (place["region"]?["startLine"] == nil))
            }
            #expect(results.count { $0["suppressions"]?.array?.isEmpty == false } == 1)
            #expect(results.allSatisfy { $0["suppressions"] != nil && $0["baselineState"] != nil })
            #expect(results.count { $0["baselineState"] == "unchanged" } == 2)
            let fixes = results.compactMap { $0["fixes"]?.array?.first?["artifactChanges"]?.array?.first }
            #expect(fixes.first?["replacements"]?.array?.first?["insertedContent"]?["text"] == "unknown-setting")
        }
    }

    @Test func `commands for GitHub are one line each, with escaped properties and messages`() throws {
        try withReport { report, project in
            let commands = report.gitHubCommands.map { $0.replacing("\(project.path)/", with: "") }
            #expect(commands.count == report.findings.count)
            #expect(
                commands.contains {
                    $0.hasPrefix(
                        "::error file=Streams/b c%2Cd%25.yaml,title=error%3A unreadable-file::The file is empty.%0A")
                })
            #expect(
                commands.contains {
                    $0.hasPrefix(
                        "::warning file=Streams/a.yaml,line=3,col=3,title=warning%3A unread-setting::“<b>&'\"]]>, %25:")
                })
            #expect(commands.contains { $0.hasPrefix("::notice file=baseline.json,line=2,col=3,") })
            #expect(commands.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
        }
    }

    /// Fails when the name of the file has the escape that people read.
    @Test func `a command for GitHub names the real file, whatever its name`() throws {
        let location = SourceLocation(file: "a\nb,c:d%\r.yaml", line: 1, column: 2)
        let rule = try #require(Rule.withID("unreadable-file"))
        let finding = CatalogFinding(rule, location, "“x\ny” is wrong.", remedy: "Mend it.")
        let command = CheckReport([finding], fileCount: 1, sources: SourceFiles()).gitHubCommands[0]
        #expect(command.hasPrefix("::error file=a%0Ab%2Cc%3Ad%25%0D.yaml,line=1,col=2,"), "\(command)")
        #expect(command.contains(#"“x\u{a}y” is wrong."#), "\(command)")
    }

    @Test(arguments: [(false, 2), (true, 3)]) func `the JUnit report is XML whose failures are those of the check`(
        isStrict: Bool, failures: Int
    ) throws {
        try withReport { report, project in
            #expect(report.findings.count { $0.rule.severity == .error } == 2)
            let counter = ElementCounter()
            let parser = XMLParser(data: Data(report.jUnit(isStrict: isStrict).joined(separator: "\n").utf8))
            parser.delegate = counter
            #expect(parser.parse(), "\(String(describing: parser.parserError))")
            #expect(counter.elements["failure"] == failures)
            for name in ["testsuite", "testsuites"] {
                let attributes = try #require(counter.attributes[name])
                #expect(attributes["failures"] == "\(failures)" && attributes["errors"] == "0")
                #expect(attributes["tests"] == "\(report.findings.count + 1)" && attributes["name"] != nil)
            }
            #expect(counter.attributes["testsuite"]?["id"] == "0")
            #expect(counter.attributes["testsuite"]?["package"] == "eventctl")
            #expect(counter.elements["skipped"] == 1)
            #expect(counter.elements["testcase"] == report.findings.count + 1)
        }
    }

    @Test func `without findings the JUnit report has one test case, which passes`() throws {
        try withProject(["Streams/a.yaml": "a:\n  \(Self.title)\n"]) { project in
            let lines = try project.report().jUnit(isStrict: true)
            #expect(lines.count { $0.contains("<testcase") } == 1)
            #expect(lines.contains { $0.contains("tests=\"1\" failures=\"0\"") })
        }
    }

    @Test func `two checks of the same files give the same bytes`() throws {
        try withReport { report, project in
            let again = try project.report()
            let texts = [report, again].map { report in
                [report.sarif, report.json(asOf: UTCInstant(seconds: 0), isStrict: true)]
                    .map { JSONValue.object($0).jsonText }
            }
            #expect(texts[0] == texts[1])
        }
    }
}

/// Counts elements of a document and keeps the attributes of the latest element of each name.
private final class ElementCounter: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var attributes: [String: [String: String]] = [:]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements[name, default: 0] += 1
        self.attributes[name] = attributes
    }
}
