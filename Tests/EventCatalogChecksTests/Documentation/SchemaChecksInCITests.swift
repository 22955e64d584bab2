import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

/// The page about checks of schemas, `SchemaChecksInCI`.
@Suite struct SchemaChecksInCITests {
    private static let text = Result {
        try String(
            contentsOf: Checkout.file("Sources/EventCatalogChecks/Documentation.docc/SchemaChecksInCI.md"),
            encoding: .utf8)
    }

    @Test func `the repository of the page has no findings, and without its skip one`() throws {
        let blocks = try Self.text.get().matches(of: /`(Schemas\/[a-z_\/.-]+\.yaml)`[^`]*```yaml\n([^`]+)```/)
        var files = Dictionary(blocks.map { (String($0.1), String($0.2)) }) { first, _ in first }
        #expect(files.count == 2)
        files["Schemas/shop/order_paid/1.0.0.yaml"] = RuleExample.madeText(
            try #require(files["Schemas/shop/order_paid/current.yaml"]))
        #expect(try check(files) == [])
        files["Schemas/.jsonschema-tools.yaml"] = RuleExample.toolSettings
        #expect(try check(files).map(\.rule.id) == ["schema-snake-case-properties"])
    }

    @Test func `every case is on the page, and every rule that it names exists`() throws {
        let text = try Self.text.get()
        for name in RobustnessCases.all.map(\.rule.id) { #expect(text.contains("`\(name)`"), "\(name)") }
        let named = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap { line in
            line.matches(of: /`([a-z]+(?:-[a-z]+)+)`/).map { String($0.1) }
        }
        #expect(!named.isEmpty)
        for id in named { #expect(Rule.withID(id) != nil, "\(id)") }
    }
}
