import EventSchema

extension SettingsReader {
    /// The curation of a stream: attribute → operator → operand. Anything that does not fit breaks the stream, since an
    /// event that a rule meant to drop must not get through.
    mutating func curation(_ field: SettingsField) -> Curation {
        Curation(rules: map(field).compactMap { name, _ in rule(on: name, in: field) })
    }

    private mutating func rule(on name: String, in curation: SettingsField) -> Curation.Rule? {
        guard let attribute = ContextualAttribute.named(name) else {
            reject(curation[name], "“\(name)” is no contextual attribute this library knows")
            return nil
        }
        let operators = curation[name]
        let conditions = map(operators).compactMap { name, _ in condition(name, on: attribute, in: operators) }
        guard !conditions.isEmpty else {
            remark(operators, "has no operators: there is no rule on \(name)")
            return nil
        }
        return Curation.Rule(attribute: attribute, path: attribute.path, conditions: conditions)
    }

    private mutating func condition(
        _ name: String, on attribute: ContextualAttribute, in operators: SettingsField
    ) -> Curation.Condition? {
        let field = operators[name]
        guard let known = CurationOperator(rawValue: name) else {
            let names = CurationOperator.allCases.map(\.rawValue).joined(separator: ", ")
            reject(field, "“\(name)” is no operator; known are \(names)")
            return nil
        }
        guard CurationOperator.fitting(attribute.type).contains(known) else {
            let names = CurationOperator.fitting(attribute.type).map(\.rawValue).joined(separator: ", ")
            reject(field, "does not fit \(attribute.rawValue), whose type is \(attribute.type); fitting are \(names)")
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
        _ value: JSONValue, of known: CurationOperator, _ attribute: ContextualAttribute, at field: SettingsField
    ) -> [CurationOperand]? {
        let fields: [SettingsField]
        if known.takesList {
            guard let elements = list(field) else { return nil }
            fields = elements.enumerated().map(field.element)
        } else {
            fields = [field]
        }
        let operands = fields.compactMap { field -> CurationOperand? in
            if let operand = field.value.flatMap({ CurationOperand($0, for: attribute.type) }) { return operand }
            reject(field, "must be \(CurationOperand.expected(for: attribute.type)), \(field.found)")
            return nil
        }
        return operands.count == fields.count ? operands : nil
    }
}
