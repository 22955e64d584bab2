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
        findings =
            (document.findings + Self.invalidities(in: document) + Self.duplicates(in: document))
            .sortedWithoutDuplicates()
    }

    private static let schema: Schema? = {
        do { return try Schema(JSONValue(parsing: RemoteConfigurationSchema.document)) } catch {
            assertionFailure("the built-in schema is invalid: \(error)")
            return nil
        }
    }()

    private static func invalidities(in document: SourceDocument) -> [CatalogFinding] {
        (schema?.findings(in: document.value) ?? []).map { finding in
            let path = JSONPointer.tokens(of: finding.instanceLocation)
            let place = path.isEmpty ? "The document" : "“\(path.joined(separator: "."))”"
            let location = document.location(at: document.existing(path))
            guard finding.keywordLocation.hasSuffix("/additionalProperties") else {
                return CatalogFinding(
                    .invalidClientConfiguration, location, "\(place): \(finding.message).",
                    remedy: "Correct the value; the article “Configuring clients from afar” lists what each may be.")
            }
            return CatalogFinding(
                .unknownClientSetting, location, "\(place) is not a setting of clients.", remedy: remedy(for: path.last)
            )
        }
    }

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

    private static func remedy(for name: String?) -> String {
        name.flatMap { name in names.filter { $0 != name }.suggestion(for: name) }
            ?? "Remove it; the article “Configuring clients from afar” lists the settings."
    }

    /// The names of all settings in the schema.
    private static let names: [String] = {
        func names(in schema: JSONValue?) -> [String] {
            let properties = schema?["properties"]?.object ?? [:]
            let own = properties.flatMap { [$0.name] + names(in: $0.value) }
            return own + (schema?["items"].map { names(in: $0) } ?? [])
        }
        do { return names(in: try JSONValue(parsing: RemoteConfigurationSchema.document)) } catch { return [] }
    }()
}
