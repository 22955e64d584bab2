public import EventSchema

/// The result of one condition of a curation rule for an event.
public struct CurationFinding: Sendable, Hashable {
    /// The name of the attribute the rule is on.
    public let attribute: String
    /// The operator; `nil` for the condition that every rule has, that there is a value.
    public let `operator`: CurationOperator?
    /// The event's value; `nil` when it is missing or null, which no rule allows.
    public let value: JSONValue?
    /// Whether the condition holds.
    public let holds: Bool
}

extension Curation {
    /// The result of every condition of every rule for an event, in the order of the settings, to explain a verdict. A
    /// rule without an operator that applies has the condition only that there is a value.
    ///
    /// ``verdict(on:declaring:)``, which has the same parameters, passes if and only if all of them hold.
    public func findings(in event: JSONValue, declaring declared: [ContextualAttribute] = []) -> [CurationFinding] {
        rules.flatMap { rule in
            let rule = rule.declared(by: declared)
            let (name, value) = (rule.attribute.name, rule.value(in: event))
            if rule.conditions.isEmpty {
                return [CurationFinding(attribute: name, operator: nil, value: value, holds: value != nil)]
            }
            return rule.conditions.map { condition in
                CurationFinding(
                    attribute: name, operator: condition.operator, value: value,
                    holds: value.map(condition.holds) ?? false)
            }
        }
    }
}
