public import EventSchema

/// The result of curation for an event.
public enum CurationVerdict: Sendable, Hashable {
    /// Every rule holds.
    case passes
    /// A rule does not hold; with no operator, the attribute's value is missing or null, which no rule allows.
    case fails(attribute: ContextualAttribute, operator: CurationOperator?)
}

/// The rules that decide by an event's contextual attributes whether a stream collects it, compiled once.
///
/// All rules must hold. A rule on an attribute that the event lacks, or has as null, drops the event whatever else is
/// in the rule; false, 0 and the empty string are values like others.
public struct Curation: Sendable, Equatable {
    /// All conditions on one attribute.
    struct Rule: Sendable, Equatable {
        let attribute: ContextualAttribute
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

    /// The attributes that rules look at, in the order of the settings.
    public var attributes: [ContextualAttribute] { rules.map(\.attribute) }

    /// Applies the rules to an event after context was added to it. Values are read at the attributes' fields.
    ///
    /// ```swift
    /// switch stream.curation.verdict(on: event) {
    /// case .passes: print("collected")
    /// case .fails(let attribute, let rule): print("dropped by", attribute, rule?.rawValue ?? "")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - declared: attributes of an app's own, with their fields. Of one that is not among them, the value is that of
    ///     the property with its name; without such a value, that of the path at which its name splits at the first
    ///     underscore. None unless given.
    /// - Returns: whether all rules hold, or the first that does not.
    /// - Complexity: linear in the number of rules and the sizes of their lists.
    public func verdict(on event: JSONValue, declaring declared: [ContextualAttribute] = []) -> CurationVerdict {
        for rule in rules {
            let rule = rule.declared(by: declared)
            guard let value = rule.value(in: event) else { return .fails(attribute: rule.attribute, operator: nil) }
            for condition in rule.conditions where !condition.holds(for: value) {
                return .fails(attribute: rule.attribute, operator: condition.operator)
            }
        }
        return .passes
    }
}

extension Curation.Rule {
    /// The rule with the field and the type that an app declares for its attribute. Settings do not say the type of an
    /// app's own attribute, so a text that a date is compared with becomes an instant here.
    func declared(by declared: [ContextualAttribute]) -> Curation.Rule {
        guard attribute.isOwn, let own = declared.first(where: { $0 == attribute }) else { return self }
        return Curation.Rule(
            attribute: own, conditions: own.type == .dateTime ? conditions.map(\.comparingInstants) : conditions)
    }

    /// The value of the attribute; `nil` when it is missing or null.
    func value(in event: JSONValue) -> JSONValue? {
        guard attribute.isOwn else { return Self.value(at: attribute.path, in: event) }
        return attribute.paths.lazy.compactMap { Self.value(at: $0, in: event) }.first
    }

    private static func value(at path: [String], in event: JSONValue) -> JSONValue? {
        var value = event
        for name in path {
            guard let member = value[name] else { return nil }
            value = member
        }
        if value.isNull { return nil }  // in a conditional expression, `nil` would be JSON's null
        return value
    }
}

extension Curation.Condition {
    /// The condition with each text as the instant that it names.
    fileprivate var comparingInstants: Curation.Condition {
        Curation.Condition(
            operator: self.operator,
            operands: operands.map { operand in
                guard case .text(let text) = operand else { return operand }
                return UTCInstant(rfc3339: text).map(CurationOperand.instant) ?? .nothing
            })
    }

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
