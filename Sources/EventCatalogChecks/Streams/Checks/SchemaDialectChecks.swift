import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let dialectBeyondIntake = Rule(
        "dialect-beyond-intake", .warning, "The schema of a stream is of a draft that the intake does not have.",
        reason: "The intake has drafts 4 and 7, and refuses every event of a schema of another one.",
        mistake: tapStream(of: "https://json-schema.org/draft/2020-12/schema"),
        corrected: tapStream(of: "https://json-schema.org/draft-07/schema#"))

    /// A stream whose schema names a dialect, in a repository that allows draft 2020-12 as well.
    private static func tapStream(of dialect: String) -> RuleExample {
        let text = RuleExample.madeText(
            RuleExample.tapSchema([]).replacing("https://json-schema.org/draft-07/schema#", with: dialect))
        return [
            "Streams/example.yaml": "app.tap:\n  schema_title: app/tap\n",
            "Schemas/app/tap/current.yaml": text, "Schemas/app/tap/1.0.0.yaml": text,
            "Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings + "schemaDialects: [draft-07, 2020-12]\n",
        ]
    }
}

/// The check of the draft of JSON Schema that the newest version of a stream's schema is written in.
enum SchemaDialectChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        guard let title = stream.setting("schema_title")?.string,
            let version = context.schemas?.latest(title: title), version.schema.dialect.isLater
        else { return [] }
        return [
            stream.finding(
                .dialectBeyondIntake, at: ["schema_title"],
                "\(version.uri) is of \(version.schema.dialect.words), and the intake has drafts 4 and 7: it refuses "
                    + "the events.",
                remedy: "Write the schema in draft 7, unless the events go to another intake.")
        ]
    }
}
