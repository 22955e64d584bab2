import EventSchema
import EventSupport

/// The check of a remote configuration of clients, by the document's schema.
package struct ClientConfigurationCheck: Sendable {
    /// What is wrong with the document, ordered by location.
    package let findings: [CatalogFinding]

    /// Reads and checks a file.
    ///
    /// - Throws: ``CatalogError`` when it cannot be read.
    package init(file: String) throws(CatalogError) { try self.init(file: file, in: SourceFiles()) }

    /// Reads and checks a file of a command.
    ///
    /// - Throws: ``CatalogError`` when it cannot be read.
    package init(file: String, in sources: SourceFiles) throws(CatalogError) {
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
            let path = finding.instanceLocation.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
                .map { JSONPointer.unescape($0) }
            let place = path.isEmpty ? "The document" : "“\(path.joined(separator: "."))”"
            let location = document.location(at: document.existing(path))
            guard finding.keywordLocation.hasSuffix("/additionalProperties") else {
                return CatalogFinding(
                    .invalidClientConfiguration, location, "\(place): \(finding.message).",
                    remedy: "Correct the value; the article “Configuring clients from afar” lists what each may be.")
            }
            return CatalogFinding(
                .unknownClientSetting, location, "\(place) is no setting of clients.", remedy: remedy(for: path.last))
        }
    }

    /// A second bundle of a namespace, which the schema cannot find.
    private static func duplicates(in document: SourceDocument) -> [CatalogFinding] {
        var lines: [String: Int] = [:]
        return (document.value["configurationBundle"]?.array ?? []).enumerated().compactMap { index, bundle in
            guard let namespace = bundle["namespace"]?.string else { return nil }
            let location = document.location(at: ["configurationBundle", String(index), "namespace"])
            guard let first = lines[namespace] else {
                lines[namespace] = location.line ?? 0
                return nil
            }
            return CatalogFinding(
                .duplicateNamespace, location, "The namespace “\(namespace)” has a bundle on line \(first) already.",
                remedy: "Join the two bundles, or rename one.")
        }
    }

    private static func remedy(for name: String?) -> String {
        guard let suggestion = name.flatMap({ names.nearest(to: $0) }), suggestion != name else {
            return "Remove it; the article “Configuring clients from afar” lists the settings."
        }
        return "Did you mean “\(suggestion)”?"
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
