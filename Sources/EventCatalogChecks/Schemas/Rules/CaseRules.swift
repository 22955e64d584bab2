import EventCatalog
import EventSchemaTools

/// The cases of jsonschema-tools: the id of a rule is the name of its case in `skipSchemaTestCases`.
extension Rule {
    static let schemaStructure = Rule(
        "schema-structure", .error, "The files of a schema are not in the layout of jsonschema-tools.",
        reason: "The tools make and find versions by these paths. The case cannot be skipped.",
        mistake: RuleExample.version().with(["Schemas/.jsonschema-tools.yaml": RuleExample.toolSettings]),
        corrected: .made())

    static let schemaIsSecure = Rule(
        "schema-is-secure", .error, "A pattern, a format or unique items without a limit of the length.",
        reason: "A long value takes long to check, which stops the intake.",
        mistake: .made("day: {type: string, description: A day., format: date}"),
        corrected: .made("day: {type: string, description: A day., format: date, maxLength: 10}"))

    static let schemaSnakeCaseProperties = Rule(
        "schema-snake-case-properties", .error, "The name of a property is not in snake case.",
        reason: "Properties become columns of tables, whose names have no case.",
        mistake: .made("pageTitle: {type: string, description: The title of the page., maxLength: 9}"),
        corrected: .made("page_title: {type: string, description: What readers see as title., maxLength: 9}"))

    static let schemaDeterministicTypes = Rule(
        "schema-deterministic-types", .error, "A property has no type, or more than one.",
        reason: "Properties become columns of tables, which have one type.",
        mistake: .made("page: {type: [string, 'null'], description: A page., maxLength: 9}"),
        corrected: .made("page: {type: string, description: A page., maxLength: 9}"))

    static let schemaRequiredPropertiesExist = Rule(
        "schema-required-properties-exist", .error, "A required name is none of the properties.",
        reason: "jsonschema-tools refuses it. Unless branches describe the property, any value is accepted.",
        mistake: .made(more: "required: [buton]\n"), corrected: .made(more: "required: [button]\n"))

    static let schemaExamplesSchemaMatchesSchemaID = Rule(
        "schema-examples-$schema-matches-schema-$id", .error,
        "The $schema of an example is not the $id of the schema.",
        reason: "The example is an event of another schema; as a canary event it is refused, or checked by that one.",
        mistake: example("/app/tap/1.1.0"), corrected: example("/app/tap/1.0.0"))

    private static func example(_ id: String) -> RuleExample {
        .made(
            "$schema: {type: string, description: The schema of the event., maxLength: 99}",
            more: "examples: [{$schema: \(id)}]\n")
    }

    static let schemaExamplesAreValid = Rule(
        "schema-examples-are-valid", .error, "An example is refused by its schema.",
        reason: "Readers copy the example, and canary events are made from it.",
        mistake: .made(more: "examples: [{button: 1}]\n"), corrected: .made(more: "examples: [{button: start}]\n"))

    static let schemaEnforcedNumericBounds = Rule(
        "schema-enforced-numeric-bounds", .error, "A number has no bounds, or some that are beyond the limits.",
        reason: "JavaScript rounds integers beyond 9007199254740991, so that readers see other numbers than were sent.",
        mistake: .made("count: {type: integer, description: A count., minimum: 0, maximum: 100000000000000000}"),
        corrected: .made("count: {type: integer, description: A count., minimum: 0, maximum: 1000000}"))

    static let unknownSkip = Rule(
        "unknown-skip", .warning, "skipSchemaTestCases names a case that does not exist.",
        reason: "The case that is meant is not skipped.",
        mistake: skip("'^/app/tap/1.0.0$'", "schema-deterministic-type"),
        corrected: skip("'^/app/tap/1.0.0$'", "schema-deterministic-types"))

    static let unusedSkip = Rule(
        "unused-skip", .warning, "An expression of skipSchemaTestCases is found in the $id of no schema.",
        reason: "It skips nothing, or will skip a schema that is added later.",
        mistake: skip("'^/app/tip/1.0.0$'", "schema-deterministic-types"),
        corrected: skip("'^/app/tap/1.0.0$'", "schema-deterministic-types"))

    static let skipOfNeighbours = Rule(
        "skip-of-neighbours", .warning, "An expression of skipSchemaTestCases hits more schemas than it names.",
        reason: "It is searched for anywhere in the $id: 1.1 also hits 1.10, and mistakes there go unnoticed.",
        mistake: neighbours("app/tap/1.0.1"), corrected: neighbours("app/tap/1.0.1$"))

    private static func skip(_ pattern: String, _ name: String) -> RuleExample {
        RuleExample.made().with(["Schemas/.jsonschema-tools.yaml": settings(pattern, name)])
    }

    private static func neighbours(_ pattern: String) -> RuleExample {
        let versions = ["1.0.1", "1.0.10"].map { version in
            (
                "Schemas/app/tap/\(version).yaml",
                RuleExample.madeText(RuleExample.tapSchema([]).replacing("/1.0.0", with: "/\(version)"))
            )
        }
        return RuleExample(
            files: Dictionary(uniqueKeysWithValues: versions + [("Schemas/app/tap/current.yaml", versions[1].1)])
        ).with(["Schemas/.jsonschema-tools.yaml": settings("'\(pattern)'", "schema-is-valid")])
    }

    private static func settings(_ pattern: String, _ name: String) -> String {
        RuleExample.toolSettings + "skipSchemaTestCases:\n  \(pattern): [\(name)]\n"
    }
}
