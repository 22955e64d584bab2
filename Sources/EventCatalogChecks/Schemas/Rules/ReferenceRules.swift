import EventCatalog
import EventSchemaTools

extension Rule {
    /// A schema that refers to a part, of which there are two versions.
    private static func reference(_ target: String, beside: String = "") -> RuleExample {
        let versions = ["1.0.0", "1.1.0"].map { version in
            (
                "Schemas/part/\(version).yaml",
                RuleExample.madeText(RuleExample.tapSchema([], path: "part").replacing("/1.0.0", with: "/\(version)"))
            )
        }
        let part = Dictionary(uniqueKeysWithValues: versions + [("Schemas/part/current.yaml", versions[1].1)])
        return RuleExample.current(more: "allOf: [{\(beside)$ref: '\(target)'}]\n").with(part)
    }

    static let referenceToCurrent = Rule(
        "reference-to-current", .error, "A $ref leads to current or latest instead of a version.",
        reason: "What it leads to changes, so that a version made today differs from the same version made tomorrow.",
        mistake: reference("/part/latest"), corrected: reference("/part/1.1.0"))

    static let uncomparedVersion = Rule(
        "uncompared-version", .warning, "Versions are not compared with what people edit: a schema is not here.",
        reason: "A version that was edited, or is not the one that current.yaml gives, is not found.",
        mistake: elsewhere([:]),
        corrected: elsewhere(["Schemas/part/1.0.0.yaml": part, "Schemas/part/current.yaml": part]))

    private static let part = RuleExample.madeText(RuleExample.tapSchema([], path: "part"))

    /// A schema that refers to a part, which another repository may have.
    private static func elsewhere(_ files: [String: String]) -> RuleExample {
        let site = "schemaBaseUris: [./, 'https://schemas.example.org/']\n"
        return RuleExample.current(more: "allOf: [{$ref: /part/1.0.0}]\n").with(files)
            .with(["Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings + site])
    }

    static let outdatedReference = Rule(
        "outdated-reference", .note, "A $ref leads to an older version although its major has a newer one.",
        reason: "Corrections of the newer version are missing. Nothing has to change unless they are wanted.",
        mistake: reference("/part/1.0.0"), corrected: reference("/part/1.1.0"))

    static let referenceSiblings = Rule(
        "reference-siblings", .warning, "Constraints stand beside a $ref.",
        reason:
            "Draft 7 ignores everything beside $ref; tools that merge it make versions that others read differently.",
        mistake: reference("/part/1.1.0", beside: "type: object, "), corrected: reference("/part/1.1.0"))

    static let nestedIdentifier = Rule(
        "nested-identifier", .warning, "A schema inside a schema has an $id or a $schema.",
        reason:
            "It becomes a document of its own: references in it are resolved from elsewhere, and some tools refuse it.",
        mistake: .version("page: {type: object, description: A page., $id: /page/1.0.0, properties: {}}"),
        corrected: .version("page: {type: object, description: A page., properties: {}}"))

    static let shortenedID = Rule(
        "shortened-id", .warning, "The $id of a schema is the end of its path only.",
        reason: "No reader finds the schema by its $id, so that the events that name it in $schema are refused.",
        mistake: deep("app/tap"), corrected: deep("dev/app/tap"))

    /// A schema in a folder `dev`.
    private static func deep(_ title: String) -> RuleExample {
        let text = RuleExample.madeText(RuleExample.tapSchema([], path: title))
        return RuleExample(files: [
            "Schemas/dev/app/tap/current.yaml": text, "Schemas/dev/app/tap/1.0.0.yaml": text,
            "Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings,
        ])
    }

    static let duplicateSchemaID = Rule(
        "duplicate-schema-id", .error, "Two files have the same $id.",
        reason: "Which of the two an event is checked against depends on the reader.",
        mistake: .version().with([
            "Schemas/old/app/tap/1.0.0.yaml": RuleExample.tapSchema([])
        ]),
        corrected: .version())

    static let collidingPaths = Rule(
        "colliding-paths", .error, "Two paths of a repository differ only in case.",
        reason: "On macOS and Windows they are one path, and a checkout loses one of the files.",
        mistake: .version().with([
            "Schemas/app/Tap/1.0.0.yaml": RuleExample.tapSchema([], path: "app/Tap")
        ]),
        corrected: .version())

    static let differingPropertyTypes = Rule(
        "differing-property-types", .warning, "A property has different types in schemas of one folder.",
        reason: "Their events are analysed together, and a column has one type.",
        mistake: sibling("integer, minimum: 0, maximum: 9"), corrected: sibling("string, maxLength: 9"))

    private static func sibling(_ type: String) -> RuleExample {
        RuleExample.version("page: {type: string, description: A page., maxLength: 9}").with([
            "Schemas/app/view/1.0.0.yaml":
                RuleExample.tapSchema(["page: {description: A page., type: \(type)}"], path: "app/view")
        ])
    }

    static let schemaTitleCase = Rule(
        "schema-title-case", .warning, "The title of a schema has capital letters.",
        reason: "Titles are in snake case, as the names of properties; some file systems cannot hold two cases.",
        mistake: titled("app/tapButton"), corrected: titled("app/tap_button"))

    private static func titled(_ title: String) -> RuleExample {
        RuleExample(files: ["Schemas/\(title)/1.0.0.yaml": RuleExample.tapSchema([], path: title)])
    }

    static let missingEnvelope = Rule(
        "missing-envelope", .error, "A closed schema lacks $schema or meta, which every event has.",
        reason: "Every event is refused: clients write both, and the intake needs them.",
        mistake: .version(more: "additionalProperties: false\n"), corrected: .version())

    static let missingExample = Rule(
        "missing-example", .note, "A version of an event's schema has no example.",
        reason: "Examples are the first thing readers look for; canary events are made from them.",
        mistake: .version("$schema: {type: string, description: The schema., maxLength: 99}"),
        corrected: .version(
            "$schema: {type: string, description: The schema., maxLength: 99}",
            more: "examples: [{$schema: /app/tap/1.0.0}]\n"))

    static let repeatedExampleID = Rule(
        "repeated-example-id", .note, "Several examples have one meta.id.",
        reason: "An identifier is unique; readers drop an event whose id they have seen.",
        mistake: .version(more: "examples: [{meta: {id: a1}}, {meta: {id: a1}}]\n"),
        corrected: .version(more: "examples: [{meta: {id: a1}}, {meta: {id: a2}}]\n"))

    static let personalExample = Rule(
        "personal-example", .warning, "An example has an address that may be somebody's.",
        reason: "Examples are public, and are sent as canary events every hour.",
        mistake: .version(more: "examples: [{button: jo@mail.org}]\n"),
        corrected: .version(more: "examples: [{button: jo@example.org}]\n"))
}
