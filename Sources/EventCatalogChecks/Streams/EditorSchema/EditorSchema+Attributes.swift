import EventSchema
import EventStreams

extension EditorSchema {
    /// The name of a contextual attribute, today's or an older one.
    static let attribute: JSONObject = [
        "description": "A contextual attribute.",
        "anyOf": [
            ["enum": .array(ContextualAttribute.builtIn.map { .string($0.name) })],
            [
                "description": "An older name.",
                "enum": .array(ContextualAttribute.olderSpellings.map { .string($0.name) }),
            ],
        ],
    ]

    /// The rules of curation: attribute → operator → operand.
    static let curation: JSONObject = [
        "description": """
        The conditions that an event must satisfy to be collected. An event without a value of an attribute that is \
        named here is dropped.
        """,
        "type": ["object", "array", "null"], "maxItems": 0,
        "properties": .object(
            JSONObject(
                (ContextualAttribute.builtIn.map { ($0.name, $0) }
                    + ContextualAttribute.olderSpellings.map { ($0.name, $0.attribute) })
                    .map { ($0, reference("curation_\($1.type.rawValue)")) })),
        "additionalProperties": false,
    ]

    static let curationRules: [(ContextualAttributeType, JSONObject)] = ofAttributes.map { type in
        let operators = CurationOperator.applicable(to: type).map { ($0.rawValue, operand(of: $0, type)) }
        return (
            type,
            [
                "description": "The conditions on the attribute, all of which must hold.", "type": "object",
                "minProperties": 1, "properties": .object(JSONObject(operators)), "additionalProperties": false,
            ]
        )
    }

    /// The types that the platform's attributes have.
    private static let ofAttributes = ContextualAttributeType.allCases.filter { $0 != .any }

    private static func operand(of known: CurationOperator, _ type: ContextualAttributeType) -> JSONValue {
        let one: JSONObject =
            switch type {
            case .string, .stringList: ["type": "string"]
            case .integer, .number: ["type": "number"]
            case .boolean: ["type": "boolean"]
            case .any: [:]
            case .dateTime: ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]"]
            }
        var schema: JSONObject = known.takesListOperand ? ["type": "array", "items": .object(one)] : one
        schema["description"] = .string(description(of: known))
        return .object(schema)
    }

    private static func description(of known: CurationOperator) -> String {
        switch known {
        case .equals: "The value is this one."
        case .notEquals: "The value is another one."
        case .greaterThan: "The value is above this one; later, for dates."
        case .lessThan: "The value is below this one; earlier, for dates."
        case .greaterThanOrEquals: "The value is this one or above it."
        case .lessThanOrEquals: "The value is this one or below it."
        case .in: "The value is one of these."
        case .notIn: "The value is not one of these."
        case .contains: "The list has this element, or the text has this part."
        case .doesNotContain: "The list does not have this element, or the text does not have this part."
        case .containsAll: "The list has all of these."
        case .containsAny: "The list has one of these at least."
        }
    }
}
