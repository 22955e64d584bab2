import EventCatalog
import EventSchema
import EventStreams

extension EditorSchema {
    /// The name of a contextual attribute, today's or an older one.
    static func attribute(_ vocabulary: Vocabulary) -> JSONObject {
        let described = vocabulary.attributes.compactMap { word in
            word.description.map { JSONValue.object(["description": .string($0), "const": .string(word.name)]) }
        }
        let others = vocabulary.attributes.filter { $0.description == nil }.map(\.name)
        let older = vocabulary.olderSpellings.map(\.name)
        let lists = [(others, "A contextual attribute."), (older, "An older name.")].filter { !$0.0.isEmpty }
        return [
            "description": "A contextual attribute.",
            "anyOf": .array(
                described
                    + lists.map { names, description in
                        ["description": .string(description), "enum": .array(names.map(JSONValue.string))]
                    }),
        ]
    }

    /// The rules of curation: attribute → operator → operand.
    static func curation(_ vocabulary: Vocabulary) -> JSONObject {
        let attributes =
            vocabulary.attributes.map { (name: $0.name, attribute: $0.attribute) } + vocabulary.olderSpellings
        return [
            "description": """
            The conditions that an event must satisfy to be collected. An event without a value of an attribute that \
            is named here is dropped.
            """,
            "type": ["object", "array", "null"], "maxItems": 0,
            "properties": .object(
                JSONObject(attributes.map { ($0, reference(curationDefinition(of: $1, vocabulary))) })),
            "additionalProperties": false,
        ]
    }

    /// The name of the definition of the conditions on an attribute.
    private static func curationDefinition(of attribute: ContextualAttribute, _ vocabulary: Vocabulary) -> String {
        attribute == .agentClientPlatform && vocabulary.platforms != nil
            ? ofPlatform : "curation_\(attribute.type.rawValue)"
    }

    private static let ofPlatform = "curation_platform"

    /// The definitions of the conditions on attributes of each type, and on the platform where a project lists some.
    static func curationRules(_ vocabulary: Vocabulary) -> JSONObject {
        var rules = JSONObject(ofAttributes.map { ("curation_\($0.rawValue)", curationRules(of: $0)) })
        if let platforms = vocabulary.platforms { rules[ofPlatform] = curationRules(of: .string, among: platforms) }
        return rules
    }

    private static func curationRules(of type: ContextualAttributeType, among words: [String]? = nil) -> JSONValue {
        let operators = CurationOperator.applicable(to: type).map { ($0.rawValue, operand(of: $0, type, words)) }
        return [
            "description": "The conditions on the attribute, all of which must hold.", "type": "object",
            "minProperties": 1, "properties": .object(JSONObject(operators)), "additionalProperties": false,
        ]
    }

    /// The types that the platform's attributes have.
    private static let ofAttributes = ContextualAttributeType.allCases.filter { $0 != .any }

    private static func operand(
        of known: CurationOperator, _ type: ContextualAttributeType, _ words: [String]?
    ) -> JSONValue {
        var one: JSONObject =
            switch type {
            case .string, .stringList: ["type": "string"]
            case .integer, .number: ["type": "number"]
            case .boolean: ["type": "boolean"]
            case .any: [:]
            case .dateTime: ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]"]
            }
        if let words { one["enum"] = .array(words.map(JSONValue.string)) }
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
