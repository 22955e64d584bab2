import EventSchema

extension SettingsReader {
    /// The curation of a stream: attribute → operator → operand.
    ///
    /// A rule that does not fit is set aside alone, with a remark: the stream and its other rules work, as in the
    /// platform's own clients, which ignore what they do not understand.
    mutating func curation(_ field: SettingsField) -> Curation {
        Curation(rules: map(field).compactMap { name, _ in rule(on: name, in: field) })
    }

    private mutating func rule(on name: String, in curation: SettingsField) -> Curation.Rule? {
        let operators = curation[name]
        let attribute = ContextualAttribute.named(name)
        if attribute == nil {
            remark(operators, "“\(name)” is no contextual attribute this library knows; events without it are dropped")
        }
        if operators.value != nil, operators.value?.object == nil, operators.value?.array?.isEmpty != true {
            setAside(operators, "must be an object of operators, \(operators.found)")
            return nil
        }
        let names = Array((operators.value?.object ?? [:]).names)
        let conditions = names.compactMap { condition($0, on: attribute, in: operators) }
        if names.isEmpty { remark(operators, "has no operators: there is no rule on \(name)") }
        return conditions.isEmpty
            ? nil
            : Curation.Rule(
                name: attribute?.rawValue ?? name, attribute: attribute, path: attribute?.path ?? Self.path(of: name),
                conditions: conditions)
    }

    private mutating func condition(
        _ name: String, on attribute: ContextualAttribute?, in operators: SettingsField
    ) -> Curation.Condition? {
        let field = operators[name]
        guard let known = CurationOperator(rawValue: name) else {
            setAside(field, "“\(name)” is no operator; known are \(Self.names(CurationOperator.allCases))")
            return nil
        }
        let fitting = CurationOperator.fitting(attribute?.type)
        if let attribute, !fitting.contains(known) {
            setAside(
                field,
                "does not fit \(attribute.rawValue), whose type is \(attribute.type); fitting are "
                    + "\(Self.names(fitting))"
            )
            return nil
        }
        guard let value = field.value else {
            // Merging can only null a default, never remove it: null is how a rule is taken back.
            remark(field, "is null: there is no such rule")
            return nil
        }
        return operands(value, of: known, attribute, at: field).map {
            Curation.Condition(operator: known, operands: $0)
        }
    }

    private mutating func operands(
        _ value: JSONValue, of known: CurationOperator, _ attribute: ContextualAttribute?, at field: SettingsField
    ) -> [CurationOperand]? {
        var fields = [field]
        if known.takesList {
            guard let elements = value.array else {
                setAside(field, "must be a list, \(field.found)")
                return nil
            }
            fields = elements.enumerated().map(field.element)
        }
        var operands: [CurationOperand] = []
        for field in fields {
            guard let operand = field.value.flatMap({ CurationOperand($0, for: attribute?.type) }) else {
                setAside(field, "must be \(CurationOperand.expected(for: attribute?.type)), \(field.found)")
                return nil
            }
            operands.append(operand)
        }
        return operands
    }

    private mutating func setAside(_ field: SettingsField, _ message: String) {
        remark(field, "\(message); this rule is set aside")
    }

    /// Where an attribute stands by the platform's rule: its name splits at the first underscore.
    private static func path(of name: String) -> [String] {
        name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }

    private static func names(_ operators: [CurationOperator]) -> String {
        operators.map(\.rawValue).joined(separator: ", ")
    }
}
