import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let operandOutsideSchema = Rule(
        "operand-outside-schema", .error, "An attribute is compared with a value that the stream's schema refuses.",
        reason:
            "No valid event has the value: the condition is probably mistyped, and has no effect or drops all events.",
        mistake: .client(
            "provide_values: [agent_release_status]\ncuration:\n  agent_release_status: {equals: production}"),
        corrected: .client("provide_values: [agent_release_status]\ncuration:\n  agent_release_status: {equals: prod}"))

    static let curationNeverPasses = Rule(
        "curation-never-passes", .error, "No value of an attribute passes its rule of curation.",
        reason: "The stream drops every event.",
        mistake: .curation("page_id: {greater_than: 5, less_than: 3}"),
        corrected: .curation("page_id: {greater_than: 3, less_than: 5}"))

    static let curationAlwaysPasses = Rule(
        "curation-always-passes", .note, "Every value of an attribute passes a condition of curation.",
        reason: "The condition drops only events without a value. It may be mistyped, or left over.",
        mistake: .curation("page_id: {not_in: []}"), corrected: .curation("page_id: {not_in: [1]}"))
}

/// Checks of what curation lets pass: rules that no value passes, conditions that every value passes, and operands
/// that the schema refuses.
///
/// The client's own `Curation` decides about each value.
enum CurationSatisfiabilityChecks {
    static func findings(in curation: AuthoredCuration, of stream: AuthoredStream, _ context: StreamCheckContext)
        -> [CatalogFinding]
    {
        let title = stream.setting("schema_title")?.string ?? ""
        return curation.rules.flatMap { rule in
            let limits = context.limits.limits(of: rule.attribute, in: title)
            return findings(in: rule, within: limits, of: title) { stream.location(of: $0) }
        }
    }

    private static func findings(
        in rule: AuthoredCurationRule, within limits: FieldLimits?, of title: String,
        at location: ([String]) -> SourceLocation
    ) -> [CatalogFinding] {
        let outside = rule.conditions.map { outsideFindings(in: $0, on: rule.attribute, limits, title, at: location) }
        let remaining = AuthoredCurationRule(
            attribute: rule.attribute,
            conditions: zip(rule.conditions, outside).filter { $1.isEmpty }.map { $0.0 })
        return outside.flatMap { $0 } + satisfiabilityFindings(in: remaining, within: limits, of: title)
    }

    private static func satisfiabilityFindings(
        in rule: AuthoredCurationRule, within limits: FieldLimits?, of title: String
    ) -> [CatalogFinding] {
        guard isNeverTrue(rule.conditions, of: rule, within: limits) else {
            return rule.conditions.filter { isAlwaysTrue($0, of: rule, within: limits) }.map(always)
        }
        if let conflict = conflict(in: rule, within: nil) { return [never(conflict, rule, of: nil)] }
        return [never(conflict(in: rule, within: limits) ?? rule.conditions, rule, of: title)]
    }

    // MARK: - Operands

    /// A finding for each operand that no event by the schema can have.
    private static func outsideFindings(
        in condition: AuthoredCurationRule.Condition, on attribute: ContextualAttribute, _ limits: FieldLimits?,
        _ title: String, at location: ([String]) -> SourceLocation
    ) -> [CatalogFinding] {
        let comparesWhole: [CurationOperator] = [.equals, .notEquals, .in, .notIn]
        let isCompared = comparesWhole.contains(condition.operator) || attribute.type == .stringList
        // Two texts of one instant are equal; the schema may take one of them only.
        guard let limits, isCompared, attribute.type != .dateTime else { return [] }
        return condition.operands.enumerated().filter { !limits.allows($0.element) }.map { position, operand in
            CatalogFinding(
                .operandOutsideSchema, location(condition.path(ofOperandAt: position)),
                "The schema \(title) does not take \(operand) as \(attribute.name).",
                remedy: limits.enumeration.map { "It takes \($0.map(\.description).joined(separator: ", "))." }
                    ?? "Write a value that the schema takes, or remove the condition.")
        }
    }

    // MARK: - Contradictions

    /// The fewest conditions that no value passes together; `nil` when a value passes all conditions.
    private static func conflict(
        in rule: AuthoredCurationRule, within limits: FieldLimits?
    ) -> [AuthoredCurationRule.Condition]? {
        let conditions = rule.conditions
        guard isNeverTrue(conditions, of: rule, within: limits) else { return nil }
        let pairs = conditions.indices.flatMap { later in conditions[..<later].map { [$0, conditions[later]] } }
        let smaller = conditions.map { [$0] } + pairs
        return smaller.first { isNeverTrue($0, of: rule, within: limits) } ?? conditions
    }

    private static func isNeverTrue(
        _ conditions: [AuthoredCurationRule.Condition], of rule: AuthoredCurationRule, within limits: FieldLimits?
    ) -> Bool {
        guard !conditions.isEmpty,
            let domain = CurationDomain(of: rule.attribute.type, under: conditions, within: limits)
        else { return false }
        return !domain.values.contains(where: rule.passes(conditions))
    }

    private static func isAlwaysTrue(
        _ condition: AuthoredCurationRule.Condition, of rule: AuthoredCurationRule, within limits: FieldLimits?
    ) -> Bool {
        guard let domain = CurationDomain(of: rule.attribute.type, under: [condition], within: limits) else {
            return false
        }
        return domain.values.allSatisfy(rule.passes([condition]))
    }

    // MARK: - Findings

    private static func never(
        _ conflict: [AuthoredCurationRule.Condition], _ rule: AuthoredCurationRule, of title: String?
    ) -> CatalogFinding {
        let conditions = conflict.map(\.text).joined(separator: " and ")
        let taken = title.map { " that the schema \($0) takes" } ?? ""
        let location = conflict.map(\.location).max() ?? SourceLocation(file: "")
        return CatalogFinding(
            .curationNeverPasses, location,
            "No value of \(rule.attribute.name)\(taken) passes \(conditions), so that every event is dropped.",
            remedy: conflict.count == 1 ? "Change the operand." : "Remove one of the conditions, or change its operand."
        )
    }

    private static func always(_ condition: AuthoredCurationRule.Condition) -> CatalogFinding {
        CatalogFinding(
            .curationAlwaysPasses, condition.location, "Every value passes \(condition.text).",
            remedy: "Change the operand, or remove the condition.")
    }
}
