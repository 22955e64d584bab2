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
        let isLater = Self.isLater(document.value["$schema"]?.string ?? "")
        let invalidities = (Self.schema?.findings(in: document) ?? []).map { finding in
            isLater && finding.rule == .unknownClientSetting
                ? CatalogFinding(.laterClientSetting, finding.location, finding.problem, remedy: Self.adviceOnLater)
                : finding
        }
        findings = (document.findings + invalidities + Self.duplicates(in: document)).sortedWithoutDuplicates()
    }

    private static let adviceOnLater = "Keep it if Snowplow's trackers read the document too, otherwise remove it."

    /// Whether a document is of a later version of Snowplow's format 1 than the latest that is known, 1-0-2.
    private static func isLater(_ schema: String) -> Bool {
        guard let version = schema.firstMatch(of: /remote_config\/jsonschema\/1-(\d+)-(\d+)/),
            let revision = Int(version.1), let addition = Int(version.2)
        else { return false }
        return (revision, addition) > (0, 2)
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
