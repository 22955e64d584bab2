import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventStreams
import Foundation
import TestSupport
import Testing

/// The page about writing a stream, `WritingAStream`.
@Suite struct WritingAStreamTests {
    private static let text = Result {
        try String(
            contentsOf: Checkout.file("Sources/EventCatalog/Documentation.docc/WritingAStream.md"), encoding: .utf8)
    }

    /// The YAML files of the page: their paths are on the line before.
    private static func files() throws -> [String: String] {
        let blocks = try text.get().matches(of: /`(Streams\/[a-z]+\.yaml)`[^`]*```yaml\n([^`]+)```/)
        return Dictionary(blocks.map { (String($0.1), String($0.2)) }) { first, _ in first }
    }

    @Test func `every YAML block is a file of streams, and together the files have no findings`() throws {
        let files = try Self.files()
        #expect(try files.count == Self.text.get().split(separator: "```yaml").count - 1)
        try withFiles(files) { folder in
            let check = CatalogCheck(
                streams: "\(folder)/Streams", schemaRoots: [Checkout.file("Schemas").path],
                asOf: UTCInstant(iso8601: "2026-01-01"))
            let serious = check.findings.filter { $0.rule.severity > .note }
            #expect(serious.isEmpty, "\(serious.map(\.description))")
        }
    }

    @Test func `each stream of the page has a valid example event`() throws {
        try withFiles(try Self.files()) { folder in
            let streams = try StreamFolder(directory: "\(folder)/Streams")
            let schemas = try SchemaRepository(roots: [Checkout.file("Schemas").path], isStrict: false)
            #expect(streams.names.count >= 4)
            for name in streams.names {
                let example = try #require(StreamDescription(of: name, in: streams, schemas)?.example)
                #expect(example.isValid && example.passesCuration, "\(name): \(example.findings)")
            }
        }
    }

    @Test func `every attribute is on the page, in the line of its sensitivity`() throws {
        let lines = try Self.text.get().replacing("\n  ", with: " ").split(separator: "\n")
        for sensitivity in Sensitivity.allCases {
            let attributes = ContextualAttribute.builtIn.filter { $0.sensitivity == sensitivity }
            let names = attributes.map { "`\($0.name)`" }.joined(separator: ", ")
            #expect(lines.contains("- \(sensitivity): \(names)."))
        }
    }

    @Test func `every setting and every operator is on the page`() throws {
        let text = try Self.text.get()
        let settings = [
            "schema_title", "destination_event_service", "sample.unit", "sample.rate", "sample.salt", "topics",
            "topic_prefixes", "canary_events_enabled", "message_key_fields", "consumers", "provide_values", "curation",
            "enrich_fields_from_http_headers", "use_edge_uniques", "description", "owner", "expires", "sensitivity",
            "links",
        ]
        for name in settings + CurationOperator.allCases.map(\.rawValue) + SamplingUnit.allCases.map(\.rawValue) {
            #expect(text.contains("`\(name)`"), "\(name)")
        }
    }
}
