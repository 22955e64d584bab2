import EventSchema
import EventSupport

/// The check of a remote configuration of clients, by the document's schema.
package struct ClientConfigurationCheck: Sendable {
    /// What is wrong with the document, ordered by location.
    package let findings: [CatalogFinding]

    /// Reads and checks a file, which may be one of the files of a command.
    ///
    /// - Throws: ``CatalogError`` when it cannot be read.
    package init(file: String, in sources: SourceFiles = SourceFiles()) throws(CatalogError) {
        let document = try sources.checkedDocument(in: file)
        let invalidities = Self.schema?.findings(in: document) ?? []
        findings = (document.findings + invalidities + Self.duplicates(in: document)).sortedWithoutDuplicates()
    }

    private static let schema: SettingsSchema? = {
        do {
            return SettingsSchema(
                try JSONValue(parsing: RemoteConfigurationSchema.document), of: "clients",
                invalid: .invalidClientConfiguration, unknown: .unknownClientSetting,
                advice: "The article “Configuring clients from afar” has every setting.")
        } catch {
            assertionFailure("the built-in schema is not JSON: \(error)")
            return nil
        }
    }()

    /// A second bundle of a namespace, which the schema cannot find.
    private static func duplicates(in document: SourceDocument) -> [CatalogFinding] {
        let bundles = (document.value["configurationBundle"]?.array ?? []).enumerated().map { index, bundle in
            (
                namespace: bundle["namespace"]?.string,
                location: document.location(at: ["configurationBundle", String(index), "namespace"])
            )
        }
        return bundles.repetitions(by: \.namespace).map { first, again in
            CatalogFinding(
                .duplicateNamespace, again.location,
                "The namespace “\(again.namespace ?? "")” has a bundle on line \(first.location.line ?? 0) already.",
                remedy: "Join the two bundles, or rename one.")
        }
    }
}
