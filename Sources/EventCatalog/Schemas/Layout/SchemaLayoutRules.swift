extension Rule {
    static let schemaToolsSetting = Rule(
        "schema-tools-setting", .error,
        "A setting of .jsonschema-tools.yaml is unknown or has a value of another type.",
        reason: "It has no effect: versions are made and checked with the setting's default.",
        mistake: RuleExample.made().with(["Schemas/.jsonschema-tools.yaml": settings("logLevl")]),
        corrected: RuleExample.made().with(["Schemas/.jsonschema-tools.yaml": settings("logLevel")]))

    private static func settings(_ name: String) -> String {
        "\(name): info\ncontentTypes: [yaml]\nshouldSymlinkExtensionless: false\nshouldSymlinkLatest: false\n"
    }
}
