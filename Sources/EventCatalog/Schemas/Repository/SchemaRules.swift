extension Rule {
    package static let invalidSchema = Rule(
        "invalid-schema", .error, "A schema cannot be compiled.",
        reason: "Clients and the intake cannot use it, so that every event that names it is refused.",
        mistake: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap("  type: strng")],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap("  type: string")])

    static let schemaIdentity = Rule(
        "schema-identity", .error, "The $id or the title of a schema is not its path.",
        reason: "Clients find the file by the $schema of an event; the intake compares the title with the stream's.",
        mistake: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap("  type: string", title: "app/tapped")],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap("  type: string")])

    static let schemaTwins = Rule(
        "schema-twins", .error, "A schema version is there as YAML and as JSON, and the two differ.",
        reason: "Which of the two is used depends on the reader.",
        mistake: [
            "Schemas/app/tap/1.0.0.yaml": RuleExample.tap("  type: string"),
            "Schemas/app/tap/1.0.0.json": #"{"title": "app/tap", "$id": "/app/tap/1.0.0", "type": "object"}"#,
        ],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap("  type: string")])

    static let schemaLocation = Rule(
        "schema-location", .error, "A schema is in a folder where no client looks for it.",
        reason: "A client that looks for the $schema of an event finds no file.",
        mistake: ["Schemas/1.0.0.yaml": RuleExample.tap("  type: string")],
        corrected: ["Schemas/app/tap/1.0.0.yaml": RuleExample.tap("  type: string")])

    package static let schemaRules = [invalidSchema, schemaIdentity, schemaTwins, schemaLocation]
}

extension RuleExample {
    /// The text of version 1.0.0 of a schema at `app/tap`.
    fileprivate static func tap(_ constraint: String, title: String = "app/tap") -> String {
        "title: \(title)\n$id: /app/tap/1.0.0\ntype: object\nproperties:\n  name:\n  \(constraint)\n"
    }
}
