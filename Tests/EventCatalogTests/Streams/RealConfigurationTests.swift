import EventCatalog
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

/// Every rule over the streams of production, which are what the rules have to be right about.
///
/// Each finding was looked at. A rule that reports what nobody would change is noise and has to be made narrower; a new
/// rule adds its line to the table.
@Suite(.needsCorpus)
struct RealConfigurationTests {
    /// The number of findings of each rule that has any.
    private static let expected = [
        // webrequest.frontend.text.v1 has two prefixes and one topic without them.
        "ignored-topic-prefixes": 1,
        // Streams of programs that write to Kafka themselves.
        "missing-destination": 12,
        // One stream lists page_namespace beside page_namespace_id.
        "older-attribute-name": 1,
        // One stream lists performer_session_id twice.
        "repeated-attribute": 1,
        // The schemas of these streams are not in the corpus, which has two repositories in part.
        "unknown-schema-title": 180,
    ]

    @Test func `the findings of each rule on the streams of production are those that were looked at`() throws {
        let findings = try Self.findings()
        let counts = Dictionary(grouping: findings, by: \.rule.id).mapValues(\.count)
        let rules = Set(counts.keys).union(Self.expected.keys)
        for rule in rules.sorted() {
            let lines = findings.filter { $0.rule.id == rule }.prefix(20).map(\.description).joined(separator: "\n")
            #expect(counts[rule, default: 0] == Self.expected[rule, default: 0], "\(rule)\n\(lines)")
        }
    }

    @Test func `imported without schemas, they have one error: that no schemas were given`() throws {
        let response = try JSONValue(parsing: [UInt8](try Data(contentsOf: #require(Suites.productionStreams))))
        let files = try StreamImport(response: response).files
        try withFiles(Dictionary(uniqueKeysWithValues: files.map { ("Streams/\($0.name)", $0.text) })) { folder in
            let errors = CatalogCheck(streams: "\(folder)/Streams").findings.filter { $0.rule.severity == .error }
            #expect(errors.map(\.rule.id) == ["unknown-schema-title"])
            #expect(errors.first?.problem.hasPrefix("No schemas were given") == true)
        }
    }

    /// The findings of streams, as of the first day of 2026. Those of the schemas alone are not among them.
    private static func findings() throws -> [CatalogFinding] {
        let bytes = [UInt8](try Data(contentsOf: #require(Suites.productionStreams)))
        let streams = try #require(JSONValue(parsing: bytes)["streams"])
        let roots = [Suites.schemasSecondary, Suites.schemasPrimary].compactMap {
            $0?.appending(path: "jsonschema").path
        }
        // JSON is YAML too.
        return try withFiles(["Streams/production.yaml": streams.jsonText]) { folder in
            let asOf = UTCInstant(iso8601: "2026-01-01")
            return CatalogCheck(streams: "\(folder)/Streams", schemaRoots: roots, asOf: asOf).findings
                .filter { $0.location.file.hasPrefix(folder) }
        }
    }
}
