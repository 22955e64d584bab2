import EventCatalog
import EventSchema
import EventSchemaTools
import EventSupport

extension Rule {
    static let schemaSnakeCaseProperties = Rule(
        "schema-snake-case-properties", .error, "The name of a property is not in snake case.",
        reason: "Properties become columns of tables, whose names have no case.",
        mistake: .made("pageTitle: {type: string, description: The title of the page., maxLength: 9}"),
        corrected: .made("page_title: {type: string, description: What readers see as title., maxLength: 9}"))

    static let schemaRequiredPropertiesExist = Rule(
        "schema-required-properties-exist", .error, "A required name is none of the properties.",
        reason: "jsonschema-tools refuses it. Unless branches describe the property, any value is accepted.",
        mistake: .made(more: "required: [buton]\n"), corrected: .made(more: "required: [button]\n"))
}

/// The cases of jsonschema-tools about one schema, under their names.
enum RobustnessCases {
    /// A case: what it looks at, and how.
    struct Case: Sendable {
        /// The rule, whose id is the name of the case in `skipSchemaTestCases`.
        let rule: Rule
        /// Whether `current` is looked at as well as versions.
        let includesCurrent: Bool
        let mistakes: @Sendable (CheckedSchema) -> [SchemaMistake]

        init(
            _ rule: Rule, includesCurrent: Bool = false,
            _ mistakes: @escaping @Sendable (CheckedSchema) -> [SchemaMistake]
        ) {
            (self.rule, self.includesCurrent, self.mistakes) = (rule, includesCurrent, mistakes)
        }
    }

    static let all: [Case] = [
        Case(.schemaIsValid, includesCurrent: true, ValidityCase.mistakes),
        Case(.schemaIsSecure, includesCurrent: true) { $0.mistakes(SecurityCase.mistakes) },
        Case(.schemaSnakeCaseProperties, includesCurrent: true) { $0.mistakes(snakeCase) },
        Case(.schemaDeterministicTypes, DeterministicTypesCase.mistakes),
        Case(.schemaRequiredPropertiesExist) { schema in schema.mistakes(requiredProperties) },
        Case(.schemaExamplesSchemaMatchesSchemaID, ExampleChecks.otherSchemas),
        Case(.schemaExamplesAreValid, ExampleChecks.invalid),
        Case(.schemaEnforcedNumericBounds, includesCurrent: true, NumericBoundsCase.mistakes),
    ]

    /// The name of the case that compares the versions of a schema.
    static let compatibility = "schema-version-compatibility"

    /// The names of all cases: also those that look at more than one schema.
    static let names = all.map(\.rule.id) + [compatibility]

    private static func snakeCase(_ part: Subschema) -> [SchemaMistake] {
        guard part.isOfNamedProperties, !part.hasReferencedProperties else { return [] }
        return part.properties.names.filter { !isSnakeCase($0) }.map { name in
            SchemaMistake(
                .schemaSnakeCaseProperties, part.path + ["properties", name],
                "The name of the property “\(name)” is not in snake case.",
                remedy: "Rename it to “\(name.snakeCased)”.")
        }
    }

    /// Whether the name matches `^[$a-z]+[a-z0-9_]*$`.
    private static func isSnakeCase(_ name: String) -> Bool {
        func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        let rest = name.utf8.drop { isLower($0) || $0 == UInt8(ascii: "$") }
        return rest.count < name.utf8.count
            && rest.allSatisfy { isLower($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
    }

    private static func requiredProperties(_ part: Subschema) -> [SchemaMistake] {
        guard part.isUnconditional, !part.path.contains("items"), !part.path.contains("additionalProperties") else {
            return []
        }
        return part.required.enumerated().filter { part.properties[$0.element] == nil }.compactMap { index, name in
            // A closed object refuses every event, which is a mistake of its own.
            if part.isClosed, part.value["patternProperties"] == nil { return nil }
            guard let keyword = part.branches(describing: name) else {
                return part.mistake(.schemaRequiredPropertiesExist, ofRequired: name, at: index)
            }
            return part.mistake(
                .schemaRequiredPropertiesExist, ofRequired: name, at: index,
                " and is none of its own properties; each branch of \(keyword) describes it")
        }
    }
}
