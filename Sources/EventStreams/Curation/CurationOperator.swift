/// How a curation rule compares a value with its operand. The raw value is the name used in stream settings.
public enum CurationOperator: String, Sendable, Hashable, CaseIterable {
    /// The value is the operand: same type, same value.
    case equals
    /// The value is not the operand.
    case notEquals = "not_equals"
    /// The value is above the operand; later, for dates.
    case greaterThan = "greater_than"
    /// The value is below the operand; earlier, for dates.
    case lessThan = "less_than"
    /// The value is not below the operand.
    case greaterThanOrEquals = "greater_than_or_equals"
    /// The value is not above the operand.
    case lessThanOrEquals = "less_than_or_equals"
    /// The value is an element of the operand.
    case `in`
    /// The value is no element of the operand.
    case notIn = "not_in"
    /// The list has the operand as an element, or the text has it as a part.
    case contains
    /// The list does not have the operand as an element, nor the text as a part.
    case doesNotContain = "does_not_contain"
    /// The list has every element of the operand; an empty operand passes.
    case containsAll = "contains_all"
    /// The list has at least one element of the operand; an empty operand fails.
    case containsAny = "contains_any"

    /// Whether the operand is a list.
    public var takesListOperand: Bool { [.in, .notIn, .containsAll, .containsAny].contains(self) }

    /// What an operand that equals no value means for events, in words.
    var consequence: String {
        switch self {
        case .notEquals, .notIn, .doesNotContain: "every value passes"
        default: "no value passes"
        }
    }

    /// The operators that can be used on a value of a type; on one of any type, all of them.
    public static func applicable(to type: ContextualAttributeType) -> [CurationOperator] {
        let equality: [CurationOperator] = [.equals, .notEquals, .in, .notIn]
        return switch type {
        case .any: allCases
        case .boolean: equality
        case .string: equality + [.contains, .doesNotContain]
        case .integer, .number, .dateTime:
            equality + [.greaterThan, .lessThan, .greaterThanOrEquals, .lessThanOrEquals]
        case .stringList: [.contains, .doesNotContain, .containsAll, .containsAny]
        }
    }
}
