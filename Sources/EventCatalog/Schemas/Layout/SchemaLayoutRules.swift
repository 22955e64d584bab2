extension Rule {
    package static let schemaToolsSetting = Rule(
        "schema-tools-setting", .error,
        "A setting of .jsonschema-tools.yaml is unknown or has a value of another type.",
        reason: "It has no effect: versions are made and checked with the setting's default.",
        mistake: repository(setting: "logLevl"), corrected: repository(setting: "logLevel"))

    /// A schema and the version that is made from it, in a repository without links whose settings have this one too.
    private static func repository(setting: String) -> RuleExample {
        let schema = """
            title: app/tap
            description: A tap on a button.
            $id: /app/tap/1.0.0
            $schema: 'https://json-schema.org/draft-07/schema#'
            type: object
            properties:
              button:
                description: The label of the button.
                type: string
                maxLength: 64

            """
        let settings = "contentTypes: [yaml]\nshouldSymlinkExtensionless: false\nshouldSymlinkLatest: false\n"
        return [
            "Schemas/app/tap/current.yaml": schema, "Schemas/app/tap/1.0.0.yaml": schema,
            "Schemas/.jsonschema-tools.yaml": "\(setting): info\n\(settings)",
        ]
    }
}
