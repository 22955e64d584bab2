extension Evaluator {
    /// What is wrong with any value, in ajv's order of keywords.
    func failures(of instance: inout JSONValue, _ rules: GeneralRules, at location: EvaluationLocation) -> [Failure] {
        var failures = referenceFailures(of: &instance, rules, at: location)
        if let constant = rules.constant, constant != instance {
            failures.append(failure(at: location.keyword("const"), "must be \(constant.jsonText)"))
        }
        if let enumeration = rules.enumeration, !enumeration.contains(instance) {
            failures.append(failure(at: location.keyword("enum"), enumeration.message))
        }
        if rules.not >= 0, compositeFailures(of: &instance, rules.not, at: location.keyword("not")).isEmpty {
            failures.append(failure(at: location.keyword("not"), "satisfies the schema that it must not satisfy"))
        }
        failures += anyOfFailures(of: &instance, rules, at: location)
        failures += oneOfFailures(of: &instance, rules, at: location)
        failures += allOfFailures(of: &instance, rules, at: location)
        failures += conditionalFailures(of: &instance, rules, at: location)
        return failures
    }

    private func referenceFailures(of instance: inout JSONValue, _ rules: GeneralRules, at location: EvaluationLocation)
        -> [Failure]
    {
        guard let reference = rules.reference else { return [] }
        var inner = self
        if reference.isCompiledSeparately { inner.isComposite = false }
        let keyword = location.keyword("$ref")
        let broken = Failure(of: inner.failures(of: &instance, reference.node, at: keyword), at: keyword)
        return broken.map { [$0] } ?? []
    }

    private func anyOfFailures(of instance: inout JSONValue, _ rules: GeneralRules, at location: EvaluationLocation)
        -> [Failure]
    {
        guard !rules.anyOf.isEmpty else { return [] }
        let keyword = location.keyword("anyOf")
        var causes: [Failure] = []
        for (index, node) in rules.anyOf.enumerated() {
            let inner = keyword.keyword(String(index))
            guard let broken = Failure(of: compositeFailures(of: &instance, node, at: inner), at: inner) else {
                return []
            }
            causes.append(broken)
        }
        return [failure(at: keyword, "satisfies none of the \(causes.count) alternatives", causes: causes)]
    }

    private func oneOfFailures(of instance: inout JSONValue, _ rules: GeneralRules, at location: EvaluationLocation)
        -> [Failure]
    {
        guard !rules.oneOf.isEmpty else { return [] }
        let keyword = location.keyword("oneOf")
        var causes: [Failure] = []
        var trials: [Failure] = []
        var satisfied: [Int] = []
        for (index, node) in rules.oneOf.enumerated() {
            let inner = keyword.keyword(String(index))
            if let broken = Failure(of: compositeFailures(of: &instance, node, at: inner), at: inner) {
                causes.append(broken)
            } else {
                satisfied.append(index)
                // ajv looks no further than the second.
                if satisfied.count == 2 { trials = causes }
            }
        }
        if satisfied.count == 1 { return [] }
        guard satisfied.isEmpty else {
            let message = "satisfies \(satisfied.count) alternatives, exactly one is allowed"
            return [failure(at: keyword, message, trials: trials, detail: .satisfied(satisfied))]
        }
        return [failure(at: keyword, "satisfies none of the \(causes.count) alternatives", causes: causes)]
    }

    private func allOfFailures(of instance: inout JSONValue, _ rules: GeneralRules, at location: EvaluationLocation)
        -> [Failure]
    {
        let keyword = location.keyword("allOf")
        var causes: [Failure] = []
        for (index, node) in rules.allOf.enumerated() {
            let inner = keyword.keyword(String(index))
            if let broken = Failure(of: failures(of: &instance, node, at: inner), at: inner) { causes.append(broken) }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "does not satisfy all the schemas", causes: causes)]
    }

    private func conditionalFailures(
        of instance: inout JSONValue, _ rules: GeneralRules, at location: EvaluationLocation
    ) -> [Failure] {
        guard let conditional = rules.conditional else { return [] }
        let holds = compositeFailures(of: &instance, conditional.condition, at: location.keyword("if")).isEmpty
        let branch = holds ? conditional.then : conditional.otherwise
        guard branch >= 0 else { return [] }
        let keyword = location.keyword(holds ? "then" : "else")
        return Failure(of: failures(of: &instance, branch, at: keyword), at: keyword).map { [$0] } ?? []
    }
}

extension Enumeration {
    /// The allowed values are the schema's, so they may be printed; no more than a few are.
    fileprivate var message: String {
        let shown = values.prefix(10).map(\.jsonText).joined(separator: ", ")
        return "must be one of \(shown)\(values.count > 10 ? ", … (\(values.count) values)" : "")"
    }
}
