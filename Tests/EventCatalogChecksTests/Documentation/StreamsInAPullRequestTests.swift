import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// The page about reviewing a change of streams, `StreamsInAPullRequest`.
@Suite struct StreamsInAPullRequestTests {
    private static let text = Result {
        try String(
            contentsOf: Checkout.file("Sources/EventCatalogChecks/Documentation.docc/StreamsInAPullRequest.md"),
            encoding: .utf8)
    }

    @Test func `the change of one stream is described as on the page`() throws {
        func stream(_ attribute: String, _ rate: Double) -> [String: String] {
            let text = """
                app.search:
                  schema_title: t
                  sample: {unit: device, rate: \(rate)}
                  producers: {metrics_platform_client: {provide_values: [\(attribute)]}}
                  consumers: {tables: [event.app_search], people: [search-team]}

                """
            return ["a.yaml": text]
        }
        let text = try Self.text.get()
        let attributes = try StreamComparison(stream("mediawiki_database", 0.5), stream("performer_name", 0.2))
        #expect(text.contains("```\n" + attributes.lines.map { $0 + "\n" }.joined()), "\(attributes.lines)")
        let sample = try StreamComparison(stream("page_id", 0.5), stream("page_id", 0.2)).json
        let json = JSONValue.object([
            "changes": sample["changes"] ?? .null, "errors": [], "experiments": [], "project": [],
        ]).jsonText
        #expect(text.replacing("\n", with: "").contains(json), "\(json)")
    }

    @Test func `the history has the form of the page`() throws {
        func commit(_ text: String) -> HistoryCommit {
            let words = text.split(separator: " ").map(String.init)
            return HistoryCommit(hash: words[1], date: words[0], author: "a", mayHaveEarlier: false)
        }
        let (first, second) = (commit("2025-01-02 4f0c2a91"), commit("2025-03-11 90d1e7b2"))
        let history = StreamHistory(streams: [
            StreamHistory.Stream(
                entry: .init(name: "app.search", first: first, state: .present),
                attributes: [
                    .init(name: "mediawiki_skin", first: second, state: .present),
                    .init(name: "performer_name", first: nil, state: .notCommitted),
                    .init(name: "page_title", first: first, state: .removed(second)),
                ], owner: "search-team", expires: "2026-12-31"),
            StreamHistory.Stream(
                entry: .init(
                    name: "app.old_toolbar", first: commit("2024-06-20 1b7795cd"),
                    state: .removed(commit("2025-02-03 c51aa0f3"))),
                attributes: [], owner: "web-team", expires: "2025-01-31"),
        ])
        let table = history.table().joined(separator: "\n")
        #expect(try Self.text.get().contains("```\n\(table)\n```"), "\(table)")
    }
}
