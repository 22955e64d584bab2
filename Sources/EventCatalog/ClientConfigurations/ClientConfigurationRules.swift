extension Rule {
    static let invalidClientConfiguration = Rule(
        "invalid-client-configuration", .error, "A remote configuration of clients has a value that they do not use.",
        reason: "Clients ignore the setting, the bundle or the whole document, and keep their present settings.",
        mistake: .clientConfiguration(
            #""networkConfiguration": {"endpoint": "https://intake.example.org", "method": "put"}"#),
        corrected: .clientConfiguration(
            #""networkConfiguration": {"endpoint": "https://intake.example.org", "method": "post"}"#))

    static let unknownClientSetting = Rule(
        "unknown-client-setting", .error, "A remote configuration of clients has a setting that they do not know.",
        reason: "It has no effect. A mistyped name leaves the setting that was meant at its default.",
        mistake: .clientConfiguration(#""sessionConfiguration": {"foregroundTimeOut": 60}"#),
        corrected: .clientConfiguration(#""sessionConfiguration": {"foregroundTimeout": 60}"#))

    static let laterClientSetting = Rule(
        "later-client-setting", .note,
        "A remote configuration of a later version of Snowplow's format has a setting that clients do not know.",
        reason: "They pass over it. Snowplow's trackers may read it, if the document is for them too.",
        mistake: .later(#""sessionConfiguration": {"maximumTimeout": 60}"#),
        corrected: .later(#""sessionConfiguration": {"foregroundTimeout": 60}"#))

    static let duplicateNamespace = Rule(
        "duplicate-namespace", .error, "Two bundles of a remote configuration have the same namespace.",
        reason: "Clients use the first and ignore the other.",
        mistake: .clientConfiguration(#""sessionConfiguration": {}}, {"namespace": "app""#),
        corrected: .clientConfiguration(#""sessionConfiguration": {}}, {"namespace": "other""#))

    package static let clientConfigurationRules = [
        invalidClientConfiguration, unknownClientSetting, laterClientSetting, duplicateNamespace,
    ]
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
