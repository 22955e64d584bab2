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
        let json = JSONValue.object(["changes": sample["changes"] ?? .null, "errors": [], "experiments": []]).jsonText
        #expect(text.replacing("\n", with: "").contains(json), "\(json)")
    }
}
