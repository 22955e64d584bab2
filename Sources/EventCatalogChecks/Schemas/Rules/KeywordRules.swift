import EventCatalog
import EventSchemaTools

extension Rule {
    static let unknownKeyword = Rule(
        "unknown-keyword", .warning, "A keyword of a schema does not exist in its draft of JSON Schema.",
        reason: "It has no effect. A misspelt limit limits nothing, and nobody notices.",
        mistake: .version("name: {type: string, description: A name., maxLenght: 9}"),
        corrected: .version("name: {type: string, description: A name., maxLength: 9}"))

    static let ineffectiveKeyword = Rule(
        "ineffective-keyword", .warning, "A keyword has no effect on values of the type that the schema names.",
        reason:
            "minLength does not limit an integer: the limit that its author meant is missing, or the type is wrong.",
        mistake: .version("count: {type: integer, description: A count., minLength: 1, minimum: 0, maximum: 9}"),
        corrected: .version("count: {type: integer, description: A count., minimum: 0, maximum: 9}"))

    static let crossedLimits = Rule(
        "crossed-limits", .error, "The limits of a schema exclude each other.",
        reason: "No value is within them, so that every event that has the property is refused.",
        mistake: .version("count: {type: integer, description: A count., minimum: 10, maximum: 1}"),
        corrected: .version("count: {type: integer, description: A count., minimum: 1, maximum: 10}"))

    static let fractionalMultiple = Rule(
        "fractional-multiple", .warning, "The intake refuses some multiples of a fraction in multipleOf.",
        reason: "It divides doubles: 0.07 / 0.01 is not whole there, and the event is dropped as invalid.",
        mistake: .version("price: {type: number, description: Euros., minimum: 0, maximum: 9, multipleOf: 0.01}"),
        corrected: .version("price_cents: {type: integer, description: Cents., minimum: 0, maximum: 900}"))

    static let impossibleValue = Rule(
        "impossible-value", .error, "A value of enum or const is refused by the rest of its schema.",
        reason: "An event with the value is refused although the schema lists it.",
        mistake: .version("size: {type: string, description: A size., enum: [small, 2]}"),
        corrected: .version("size: {type: string, description: A size., enum: [small, '2']}"))

    static let invalidDefault = Rule(
        "invalid-default", .error, "The default of a property is refused by its schema.",
        reason: "The intake fills in the default and then refuses the event that lacked the property.",
        mistake: .version("size: {type: string, description: A size., maxLength: 9, default: 1}"),
        corrected: .version("size: {type: string, description: A size., maxLength: 9, default: '1'}"))

    static let impossibleRequired = Rule(
        "impossible-required", .error, "A name is required in an object that may not have it.",
        reason: "Every event is refused: without the property, and with it.",
        mistake: page("required: [ids]"), corrected: page("required: [id]"))

    private static func page(_ required: String) -> RuleExample {
        .version(
            "page: {type: object, description: The page., additionalProperties: false, \(required), "
                + "properties: {id: {type: integer, description: Its number., minimum: 0, maximum: 9}}}")
    }

    static let undeclaredRequired = Rule(
        "undeclared-required", .warning, "A name is required of the elements of a list or map that do not declare it.",
        reason: "Its values are not checked, and the name is probably misspelt.",
        mistake: .version(
            "taps: {type: array, description: All taps., maxItems: 9, items: "
                + "{type: object, required: [names], properties: {name: {type: string, maxLength: 9}}}}"),
        corrected: .version(
            "taps: {type: array, description: All taps., maxItems: 9, items: "
                + "{type: object, required: [name], properties: {name: {type: string, maxLength: 9}}}}"))

    static let closedPart = Rule(
        "closed-part", .error, "A part of allOf in a version is closed and lacks the properties of the other parts.",
        reason: "Each part is applied alone: the closed one refuses what the other parts add.",
        mistake: .version(
            more: "allOf:\n  - {properties: {x: {type: string, maxLength: 9}}, additionalProperties: false}\n"),
        corrected: .version(more: "allOf:\n  - {properties: {x: {type: string, maxLength: 9}}}\n"))
}
