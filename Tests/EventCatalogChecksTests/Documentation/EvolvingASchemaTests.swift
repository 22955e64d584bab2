import CatalogTestSupport
import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks
@testable import EventSchemaTools

/// The page about evolving a schema, `EvolvingASchema`. With `EVENT_RULES_WRITE=1` in the environment its table is
/// written anew.
@Suite struct EvolvingASchemaTests {
    private static let file = Checkout.file("Sources/EventSchemaTools/Documentation.docc/EvolvingASchema.md")
    private static let text = Result { try String(contentsOf: file, encoding: .utf8) }

    /// The blocks of YAML: both versions, the second one as people edit it, and the settings.
    private func blocks() throws -> [String] {
        try Self.text.get().matches(of: /```yaml\n([^`]+)```/).map { String($0.1) }
    }

    private func files(current: Bool = false, settings: Bool = false) throws -> [String: String] {
        let blocks = try blocks()
        var files = ["app/tap/1.0.0.yaml": blocks[0], "app/tap/1.1.0.yaml": blocks[1]]
        if current { files["app/tap/current.yaml"] = blocks[2] }
        if settings { files[".jsonschema-tools.yaml"] = blocks[3] }
        return files
    }

    private func check(_ files: [String: String]) throws -> CompatibilityCheck {
        try withFiles(files) { folder in
            CompatibilityCheck(try SchemaTree(directory: folder), asOf: UTCInstant(iso8601: "2026-01-01"))
        }
    }

    @Test func `the differences of the page are those of its versions`() throws {
        let lines = try withFiles(try files()) { folder in
            let versions = SchemaVersions(try SchemaTree(directory: folder))
            let schemas = try ["1.0.0", "1.1.0"].map { ($0, try #require(try versions.schema(of: "app/tap", $0))) }
            return SchemaDifferences([SchemaDifference("app/tap", old: schemas[0], new: schemas[1])]).lines
        }
        #expect(try Self.text.get().contains("```\n\(lines.joined(separator: "\n"))\n```"), "\(lines)")
    }

    @Test func `the break of the page is shown by its event`() throws {
        let findings = try check(try files()).findings
        #expect(findings.map(\.rule) == [.incompatibleChange, .readerChange])
        let problem = try #require(findings.first?.problem)
        #expect(try Self.text.get().contains("```\n\(problem)\n```"), "\(problem)")
    }

    @Test func `the waiver and the settings of the page accept the break`() throws {
        let waived = try check(try files(current: true))
        #expect(waived.findings.map(\.rule) == [.readerChange] && waived.waived.count == 1, "\(waived.findings)")
        let exempt = try check(try files(settings: true))
        #expect(exempt.findings.isEmpty && exempt.skipped == ["app/tap: 1.0.0 → 1.1.0"])
    }

    @Test func `the page ends with the table of policies, and has its remark`() throws {
        let text = try Self.text.get()
        let remark = SchemaChangePolicy.remark
        #expect(text.replacing("\n", with: " ").contains(remark))
        let head = "| change | kind | verdict |"
        let expected = (text.components(separatedBy: head).first ?? "") + SchemaChangePolicy.markdown + "\n"
        if ProcessInfo.processInfo.environment["EVENT_RULES_WRITE"] == "1" {
            try Data(expected.utf8).write(to: Self.file, options: .atomic)
        } else {
            #expect(text == expected, "EVENT_RULES_WRITE=1 swift test --filter EvolvingASchema writes the table anew")
        }
    }
}
