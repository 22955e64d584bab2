public import EventSchema

/// The result of curation for an event.
public enum CurationVerdict: Sendable, Hashable {
    /// Every rule holds.
    case passes
    /// A rule does not hold; with no operator, the attribute's value is missing or null, which no rule allows.
    /// The attribute is `nil` when the rule names an unknown one.
    case fails(attribute: ContextualAttribute?, operator: CurationOperator?)
}

/// The rules that decide by an event's contextual attributes whether a stream collects it, compiled once.
///
/// All rules must hold. A rule on an attribute that the event lacks, or has as null, drops the event whatever else is
/// in the rule; false, 0 and the empty string are values like others.
public struct Curation: Sendable, Equatable {
    /// All conditions on one attribute.
    struct Rule: Sendable, Equatable {
        /// The name in the settings; of a known attribute, today's.
        let name: String
        /// `nil` for an unknown name.
        let attribute: ContextualAttribute?
        let path: [String]
        let conditions: [Condition]
    }

    /// One operator and what it compares with: one operand, or the elements of a list.
    struct Condition: Sendable, Equatable {
        let `operator`: CurationOperator
        let operands: [CurationOperand]
    }

    let rules: [Rule]

    /// No rules: every event passes.
    public static let none = Curation(rules: [])

    /// Whether there are no rules.
    public var isEmpty: Bool { rules.isEmpty }

    /// The known attributes that rules look at, in the order of the settings.
    public var attributes: [ContextualAttribute] { rules.compactMap(\.attribute) }

    /// Applies the rules to an event after context was added to it. Values are read at the attributes' paths.
    ///
    /// ```swift
    /// switch stream.curation.verdict(on: event) {
    /// case .passes: print("collected")
    /// case .fails(let attribute, let rule): print("dropped by", attribute?.rawValue ?? "", rule?.rawValue ?? "")
    /// }
    /// ```
    ///
    /// - Complexity: linear in the number of rules and the sizes of their lists.
    public func verdict(on event: JSONValue) -> CurationVerdict {
        for rule in rules {
            guard let value = rule.value(in: event) else { return .fails(attribute: rule.attribute, operator: nil) }
            for condition in rule.conditions where !condition.holds(for: value) {
                return .fails(attribute: rule.attribute, operator: condition.operator)
            }
        }
        return .passes
    }
}

extension Curation.Rule {
    func value(in event: JSONValue) -> JSONValue? {
        var value = event
        for name in path {
            guard let member = value[name] else { return nil }
            value = member
        }
        if value.isNull { return nil }
        return value
    }
}

extension Curation.Condition {
    func holds(for value: JSONValue) -> Bool {
        switch self.operator {
        case .equals, .in: operands.contains { $0.equals(value) }
        case .notEquals, .notIn: !operands.contains { $0.equals(value) }
        case .greaterThan: operands.allSatisfy { $0.isBelow(value) == true }
        case .lessThanOrEquals: operands.allSatisfy { $0.isBelow(value) == false }
        case .lessThan: operands.allSatisfy { $0.isBelow(value) == false && !$0.equals(value) }
        case .greaterThanOrEquals: operands.allSatisfy { $0.isBelow(value) == true || $0.equals(value) }
        case .contains: operands.allSatisfy { $0.isContained(in: value) }
        case .doesNotContain: !operands.contains { $0.isContained(in: value) }
        case .containsAll: value.array.map { list in operands.allSatisfy { $0.isElement(of: list) } } ?? false
        case .containsAny: value.array.map { list in operands.contains { $0.isElement(of: list) } } ?? false
        }
    }
}

extension CurationOperand {
    fileprivate func isElement(of list: [JSONValue]) -> Bool { list.contains { equals($0) } }

    /// Whether a list has the operand as an element, or a text as a part.
    fileprivate func isContained(in value: JSONValue) -> Bool {
        switch (self, value) {
        case (_, .array(let list)): isElement(of: list)
        case (.text(let part), .string(let text)): part.isEmpty || text.utf8.contains(part.utf8)
        default: false
        }
    }
}

extension String.UTF8View {
    /// Whether the bytes stand here in a row. Byte by byte, and without allocating.
    fileprivate func contains(_ part: String.UTF8View) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
