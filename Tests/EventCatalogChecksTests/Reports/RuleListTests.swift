import EventCatalog
import EventCatalogChecks
import Foundation
import TestSupport
import Testing

/// The list of rules in the documentation. With `EVENT_RULES_WRITE=1` in the environment it is written anew.
@Suite struct RuleListTests {
    @Test func `the page of the rules ends with the table of all`() throws {
        let file = Checkout.file("Sources/EventCatalogChecks/Documentation.docc/RulesOfAFinding.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let parts = text.split(separator: "| rule | severity |", maxSplits: 1, omittingEmptySubsequences: false)
        let expected = parts[0] + Rule.table + "\n"
        if ProcessInfo.processInfo.environment["EVENT_RULES_WRITE"] == "1" {
            try Data(expected.utf8).write(to: file, options: .atomic)
        } else {
            #expect(text == expected, "EVENT_RULES_WRITE=1 swift test --filter RuleListTests writes the table anew")
        }
    }

    @Test func `the example of the documentation is what a check reports`() throws {
        let page = try String(
            contentsOf: Checkout.file("Sources/EventCatalogChecks/Documentation.docc/ReadingAFinding.md"),
            encoding: .utf8)
        let text =
            "shop.orders:\n  schema_title: analytics/product_metrics/app/base\n  sampel: {unit: session, rate: 0.1}\n"
        try withProject(["Streams/shop.yaml": text]) { project in
            var lines: [String] = []
            var report = TextReport(try project.report())
            report.forEachLine { lines.append($0.plain.replacing("\(project.path)/", with: "")) }
            #expect(page.contains(lines.dropLast().joined(separator: "\n")))
        }
    }
}
