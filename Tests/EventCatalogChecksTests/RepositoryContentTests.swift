import EventCatalog
import EventCatalogChecks
import EventSchema
import EventSchemaTools
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

/// Our own Schemas/ and Streams/.
@Suite struct RepositoryContentTests {
    private let schemas: SchemaRepository

    init() throws { schemas = try SchemaRepository(roots: [Checkout.file("Schemas").path]) }

    private func title(of uri: String) -> Substring { uri.prefix { !$0.isNumber } }

    @Test func `every example satisfies its schema`() throws {
        for version in schemas.versions {
            let examples = try #require(version.document["examples"]?.array)
            #expect(!examples.isEmpty)
            for example in examples {
                // A remote configuration is not an event: its $schema names its format.
                let isRemote = title(of: version.uri) == title(of: RemoteConfigurationSchema.uri)
                if !isRemote { #expect(example["$schema"]?.string == version.uri) }
                #expect(version.schema.findings(in: example) == [], "\(version.uri)")
            }
        }
    }

    @Test func `the versions of the repository are what their current files give`() throws {
        let made = Materialization(try SchemaTree(directory: Checkout.file("Schemas").path))
        #expect(made.findings == [] && made.titles.count == Set(schemas.versions.map { title(of: $0.uri) }).count)
    }

    @Test func `the folders of the repository have no errors and no warnings`() {
        let folders = CatalogFolders(
            streams: Checkout.file("Streams").path, schemaRoots: [Checkout.file("Schemas").path],
            experiments: Checkout.file("Experiments").path)
        let check = CatalogCheck(folders, asOf: UTCInstant(iso8601: "2026-01-01"))
        #expect(check.findings.filter { $0.rule.severity > .note } == [])
        #expect(check.fileCount > 10)
    }

    @Test func `the streams of the repository have no findings and show every feature`() throws {
        let catalog = try StreamCatalog(checking: Checkout.file("Streams").path, schemas: schemas)
        let streams = catalog.configurations.streams
        #expect(streams.count == 8)
        #expect(Set(streams.compactMap(\.sampling.unit)) == [.session, .device])
        #expect(Set(streams.compactMap(\.sampling.rate)) == [0, 0.1, 0.5, 1])
        #expect(
            Set(streams.compactMap(\.destination)) == ["eventgate-analytics-external", "eventgate-logging-external"])
        #expect(streams.contains { !$0.curation.isEmpty })
        // Error events go to streams that belong to the intake's service; a remote configuration is not an event.
        let others: Set<String> = ["error", "client/remote_configuration"]
        #expect(Set(streams.compactMap(\.schemaTitle)) == schemas.titles.subtracting(others))
    }
}
