import EventSchema
import EventStreams

/// A condition of a stream's curation as written: an attribute, an operator, an operand.
struct WrittenCondition: Hashable {
    let attribute: String
    /// `nil` for a rule without operators, which holds for every value.
    let `operator`: String?
    let operand: JSONValue

    /// The conditions of a curation block, in order; `nil` when it is no map of maps.
    static func conditions(of block: JSONValue?) -> [WrittenCondition]? {
        guard let block, block.array?.isEmpty != true else { return [] }
        guard let rules = block.object else { return nil }
        var conditions: [WrittenCondition] = []
        for (name, value) in rules {
            let attribute = ContextualAttribute.named(name)?.rawValue ?? name
            guard let operators = value.array?.isEmpty == true ? [:] : value.object else { return nil }
            if operators.isEmpty {
                conditions.append(WrittenCondition(attribute: attribute, operator: nil, operand: nil))
            }
            conditions += operators.map { WrittenCondition(attribute: attribute, operator: $0, operand: $1) }
        }
        return conditions
    }

    /// The condition as a clause: `page_id is less than 500`.
    var words: String { "\(attribute) \(predicate)" }

    private var predicate: String {
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
        case .isIn: "is one of \(value)"
        case .notIn: "is not one of \(value)"
        case .contains: "contains \(value)"
        case .doesNotContain: "does not contain \(value)"
        case .containsAll: "contains all of \(value)"
        case .containsAny: "contains any of \(value)"
        }
    }
}
