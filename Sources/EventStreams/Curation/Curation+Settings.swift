package import EventSchema

extension Curation {
    /// Reads the setting `curation` of a stream: attribute → operator → operand. What does not fit has the effect that
    /// it has in a stream, without a remark.
    package init(settings: JSONValue) {
        var reader = SettingsReader(stream: "")
        self = reader.curation(SettingsField(settings))
    }
}

extension SettingsReader {
    /// The curation of a stream: attribute → operator → operand.
    ///
    /// What does not fit leaves the stream in use, with a remark. A rule needs a value of its attribute, whatever else
    /// is in it; an operand of the wrong type equals no value; only an unknown operator is ignored. So do the
    /// platform's own clients.
    mutating func curation(_ field: SettingsField) -> Curation {
        Curation(rules: map(field).compactMap { name, _ in rule(on: name, in: field) })
    }

    private mutating func rule(on name: String, in curation: SettingsField) -> Curation.Rule? {
        let operators = curation[name]
        let attribute = ContextualAttribute(name)
        guard let rules = operators.value else {
            remark(operators, "is null: \(Self.takenBack)")
            return nil
        }
        let names = Array((rules.object ?? [:]).names)
        if rules.object == nil, rules.array?.isEmpty != true {
            remark(operators, "must be an object of operators, \(operators.found); \(Self.onlyPresence)")
        } else if names.isEmpty {
            remark(operators, "has no operators; \(Self.onlyPresence)")
        }
        return Curation.Rule(
            attribute: attribute, conditions: names.compactMap { condition($0, on: attribute, in: operators) })
    }

    private mutating func condition(
        _ name: String, on attribute: ContextualAttribute, in operators: SettingsField
    ) -> Curation.Condition? {
        let field = operators[name]
        guard let known = CurationOperator(rawValue: name) else {
            let list = Self.names(CurationOperator.allCases)
            remark(field, "“\(name)” is no operator, so it is ignored; known are \(list)")
            return nil
        }
        guard let value = field.value else {
            remark(field, "is null: \(Self.takenBack)")
            return nil
        }
        let fitting = CurationOperator.applicable(to: attribute.type)
        if !fitting.contains(known) {
            remark(
                field,
                "does not fit \(attribute.name), whose type is \(attribute.type.word): \(known.consequence); fitting "
                    + "are \(Self.names(fitting))")
            return Curation.Condition(operator: known, operands: [.nothing])
        }
        return Curation.Condition(operator: known, operands: operands(value, of: known, attribute, at: field))
    }

    private mutating func operands(
        _ value: JSONValue, of known: CurationOperator, _ attribute: ContextualAttribute, at field: SettingsField
    ) -> [CurationOperand] {
        guard known.takesListOperand else { return [operand(field, of: known, attribute)] }
        guard let elements = value.array else {
            remark(field, "must be a list, \(field.found): \(known.consequence)")
            return [.nothing]
        }
        return elements.enumerated().map { operand(field.element($0, $1), of: known, attribute) }
    }

    private mutating func operand(
        _ field: SettingsField, of known: CurationOperator, _ attribute: ContextualAttribute
    ) -> CurationOperand {
        if let operand = field.value.flatMap({ CurationOperand($0, for: attribute.type) }) { return operand }
        let expected = CurationOperand.expected(for: attribute.type)
        let consequence = known.takesListOperand ? "no value equals it" : known.consequence
        remark(field, "must be \(expected), \(field.found): \(consequence)")
        return .nothing
    }

    /// Merging can only null a default, never remove it.
    private static let takenBack = "there is no such rule"
    private static let onlyPresence = "it drops events without a value, and no others"

    private static func names(_ operators: [CurationOperator]) -> String {
        operators.map(\.rawValue).joined(separator: ", ")
    }
}
