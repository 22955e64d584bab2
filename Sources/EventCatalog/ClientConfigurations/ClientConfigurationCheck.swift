import EventSchema
import EventSupport

extension Rule {
    package static let invalidClientConfiguration = Rule(
        "invalid-client-configuration", .error, "A remote configuration of clients has a value that they do not use.",
        reason: "Clients ignore the setting, the bundle or the whole document, and keep their present settings.",
        mistake: .clientConfiguration(
            #""networkConfiguration": {"endpoint": "https://intake.example.org", "method": "put"}"#),
        corrected: .clientConfiguration(
            #""networkConfiguration": {"endpoint": "https://intake.example.org", "method": "post"}"#))

    package static let unknownClientSetting = Rule(
        "unknown-client-setting", .error, "A remote configuration of clients has a setting that they do not know.",
        reason: "It has no effect. A mistyped name leaves the setting that was meant at its default.",
        mistake: .clientConfiguration(#""sessionConfiguration": {"foregroundTimeOut": 60}"#),
        corrected: .clientConfiguration(#""sessionConfiguration": {"foregroundTimeout": 60}"#))

    package static let laterClientSetting = Rule(
        "later-client-setting", .note,
        "A remote configuration of a later version of Snowplow's format has a setting that clients do not know.",
        reason: "They pass over it. Snowplow's trackers may read it, if the document is for them too.",
        mistake: .later(#""sessionConfiguration": {"maximumTimeout": 60}"#),
        corrected: .later(#""sessionConfiguration": {"foregroundTimeout": 60}"#))

    package static let duplicateNamespace = Rule(
        "duplicate-namespace", .error, "Two bundles of a remote configuration have the same namespace.",
        reason: "Clients use the first and ignore the other.",
        mistake: .clientConfiguration(#""sessionConfiguration": {}}, {"namespace": "app""#),
        corrected: .clientConfiguration(#""sessionConfiguration": {}}, {"namespace": "other""#))
}

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

extension RuleExample {
    /// A remote configuration with one bundle, which has these members besides its namespace.
    fileprivate static func clientConfiguration(_ members: String, version: String = "1-0-2") -> RuleExample {
        let format = "com.snowplowanalytics.mobile/remote_config/jsonschema/\(version)"
        return [
            CatalogFolders.defaultClientConfiguration: """
            {
              "$schema": "https://iglucentral.com/schemas/\(format)",
              "configurationVersion": 1,
              "configurationBundle": [
                {"namespace": "app", \(members)}
              ]
            }

            """
        ]
    }

    fileprivate static func later(_ members: String) -> RuleExample {
        clientConfiguration(members, version: "1-1-0")
    }
}
