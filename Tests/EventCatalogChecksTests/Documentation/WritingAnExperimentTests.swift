import EventStreams
import Foundation
import TestSupport
import Testing

@testable import EventCatalog

/// The page about writing an experiment, `WritingAnExperiment`.
@Suite struct WritingAnExperimentTests {
    private static let text = Result {
        try String(
            contentsOf: Checkout.file("Sources/EventCatalog/Documentation.docc/WritingAnExperiment.md"), encoding: .utf8
        )
    }

    @Test func `the file of the page has no findings beside the stream that it names`() throws {
        let block = try #require(try Self.text.get().firstMatch(of: /```yaml\n([^`]+)```/))
        let stream = """
            app.search:
              schema_title: analytics/product_metrics/app/base
              sensitivity: moderate
            """
        let found = try check(["Experiments/search.yaml": String(block.1), "Streams/search.yaml": stream])
        #expect(found.map(\.description) == [])
    }

    @Test func `every setting is in the table of the page`() throws {
        let rows = try Self.text.get().split(separator: "\n").filter { $0.hasPrefix("| `") }
        for list in ExperimentList.allCases {
            for setting in list.settings {
                #expect(rows.contains { $0.contains("`\(setting)`") }, "\(setting)")
            }
        }
    }
}
