extension Rule {
    package static let invalidSchema = Rule(
        "invalid-schema", .error, "A schema cannot be compiled.",
        reason: "Clients and the intake cannot use it, so that every event that names it is refused.",
        mistake: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap("properties: {name: {type: strng}}")],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap()])

    static let schemaIdentity = Rule(
        "schema-identity", .error, "The $id or the title of a schema is not its path.",
        reason: "Clients find the file by the $schema of an event; the intake compares the title with the stream's.",
        mistake: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap(title: "app/tapped")],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap()])

    static let schemaTwins = Rule(
        "schema-twins", .error, "A schema version is there as YAML and as JSON, and the two differ.",
        reason: "Which of the two is used depends on the reader.",
        mistake: [
            "Schemas/app/tap/1.0.0.yaml": RuleExample.tap(),
            "Schemas/app/tap/1.0.0.json": #"{"title": "app/tap", "$id": "/app/tap/1.0.0", "maxProperties": 9}"#,
        ],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap()])

    static let schemaLocation = Rule(
        "schema-location", .error, "A schema is in a folder where no client looks for it.",
        reason: "A client that looks for the $schema of an event finds no file.",
        mistake: ["Schemas/1.0.0.yaml": RuleExample.tap()],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap()])

    package static let schemaRules = [invalidSchema, schemaIdentity, schemaTwins, schemaLocation]
}
