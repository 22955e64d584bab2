import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchema
import Foundation
import TestSupport
import Testing

/// The streams of production, read as a new project would read them.
@Suite(.needsCorpus)
struct RealConfigurationTests {
    @Test func `imported without schemas, they have one error: that no schemas were given`() throws {
        let response = try JSONValue(parsing: [UInt8](try Data(contentsOf: #require(Suites.productionStreams))))
        let files = try StreamImport(response: response).files
        try withFiles(Dictionary(uniqueKeysWithValues: files.map { ("Streams/\($0.name)", $0.text) })) { folder in
            let errors = CatalogCheck(streams: "\(folder)/Streams").findings.filter { $0.rule.severity == .error }
            #expect(errors.map(\.rule.id) == ["unknown-schema-title"])
            #expect(errors.first?.problem.hasPrefix("No schemas were given") == true)
        }
    }
}
