package import EventSchema
import EventStreams

/// A condition of a stream's curation as written: an attribute, an operator, an operand.
package struct WrittenCondition: Hashable {
    package let attribute: String
    /// `nil` for a rule without operators, which holds for every value.
    package let `operator`: String?
    let operand: JSONValue

    /// The conditions of a curation block, in order; `nil` when it is not a map of maps.
    package static func conditions(of block: JSONValue?) -> [WrittenCondition]? {
        guard let block, block.array?.isEmpty != true else { return [] }
        guard let rules = block.object else { return nil }
        var conditions: [WrittenCondition] = []
        for (name, value) in rules {
            let attribute = ContextualAttribute(name: name)?.name ?? name
            guard let operators = value.array?.isEmpty == true ? [:] : value.object else { return nil }
            if operators.isEmpty {
                conditions.append(WrittenCondition(attribute: attribute, operator: nil, operand: nil))
            }
            conditions += operators.map { WrittenCondition(attribute: attribute, operator: $0, operand: $1) }
        }
        return conditions
    }

    /// The condition as a clause: `page_id is less than 500`.
    package var words: String { "\(attribute) \(predicate)" }

    /// The clause without its subject.
    package var predicate: String {
        let value = operand.words
        return switch self.operator.map({ CurationOperator(rawValue: $0) }) {
        case nil: "has a value"
        case .some(nil): "\(self.operator ?? "") \(value)"
        case .equals: "is \(value)"
        case .notEquals: "is not \(value)"
        case .greaterThan: "is greater than \(value)"
        case .lessThan: "is less than \(value)"
        case .greaterThanOrEquals: "is \(value) or more"
        case .lessThanOrEquals: "is \(value) or less"
        case .in: "is one of \(value)"
        case .notIn: "is not one of \(value)"
        case .contains: "contains \(value)"
        case .doesNotContain: "does not contain \(value)"
        case .containsAll: "contains all of \(value)"
        case .containsAny: "contains any of \(value)"
        }
    }
}

extension StreamConfiguration {
    /// What the curation of the stream lets through, in words: one text for each attribute.
    var curationWords: [String] {
        var words: [(attribute: String, predicates: [String])] = []
        for condition in WrittenCondition.conditions(of: .object(curationInForce)) ?? [] {
            if words.last?.attribute != condition.attribute { words.append((condition.attribute, [])) }
            words[words.count - 1].predicates.append(condition.predicate)
        }
        return words.map { "\($0.attribute) \($0.predicates.joined(separator: " and "))" }
    }

    /// The block of curation without what clients ignore: rules and operands that are null, unknown operators.
    private var curationInForce: JSONObject {
        let block = JSONValue.object(settings)[path: ["producers", "metrics_platform_client", "curation"]]
        var rules = JSONObject()
        for (name, value) in block?.object ?? [:] where !value.isNull {
            var operators = value.object ?? [:]
            for (key, operand) in operators where operand.isNull || CurationOperator(rawValue: key) == nil {
                operators[key] = nil
            }
            rules[name] = .object(operators)
        }
        return rules
    }

    /// The same as a sentence.
    package var curationSentence: String {
        let words = curationWords
        if words.isEmpty { return "every event that is in sample" }
        return "only events where \(words.joined(separator: ", and where ")); an event without a value of "
            + (words.count == 1 ? "the attribute" : "one of the attributes") + " is dropped"
    }
}
