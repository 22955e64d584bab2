import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

/// The checks on the streams and schemas of production: every finding there was looked at.
@Suite(.needsCorpus) struct ProductionStreamCheckTests {
    private func findings(_ change: (inout JSONObject) -> Void = { _ in }) throws -> [CatalogFinding] {
        let bytes = try Data(contentsOf: #require(Suites.productionStreams))
        var streams = try #require(JSONValue(parsing: [UInt8](bytes))["streams"]?.object)
        change(&streams)
        let roots = try [#require(Suites.schemasSecondary), #require(Suites.schemasPrimary)]
        return try withFiles(["production.yaml": "\(JSONValue.object(streams))"]) { folder in
            CatalogCheck(streams: folder, schemaRoots: roots.map { $0.appending(path: "jsonschema").path }).findings
        }
    }

    @Test func `attributes and curation of production have two mistakes`() throws {
        let prefixes = ["attribute", "sensitivity", "curation", "operator", "operand", "examples"]
        let found = try findings().filter { finding in prefixes.contains { finding.rule.id.contains($0) } }
        #expect(found.map(\.rule.id) == ["older-attribute-name", "repeated-attribute"])
        #expect(found.first?.problem == "“page_namespace” is the older name of page_namespace_id.")
        #expect(found.last?.problem == "“performer_session_id” is in the list twice.")
    }

    @Test func `an attribute that no version of a schema of production has is found`() throws {
        let name = "android.product_metrics.article_toolbar_interaction"
        let found = try findings { streams in
            var stream = streams[name] ?? [:]
            let place = ["producers", "metrics_platform_client", "provide_values"]
            stream.set(["page_title", "mediawiki_skin", "performer_is_bot"], at: place[...])
            streams[name] = stream
        }
        #expect(found.filter { $0.rule.id == "attribute-not-in-schema" }.map(\.problem).count == 1)
        #expect(found.contains { $0.problem.contains("has no field mediawiki.skin") })
    }
}
