extension Evaluator {
    /// What is wrong with any value, in ajv's order of keywords.
    func failures(of instance: inout JSONValue, _ rules: GeneralRules, at place: Place) -> [Failure] {
        var failures = referenceFailures(of: &instance, rules, at: place)
        if let constant = rules.constant, constant != instance {
            failures.append(failure(at: place.keyword("const"), "must be \(constant.jsonText)"))
        }
        if let enumeration = rules.enumeration, !enumeration.contains(instance) {
            failures.append(failure(at: place.keyword("enum"), enumeration.complaint))
        }
        if rules.not >= 0, compositeFailures(of: &instance, rules.not, at: place.keyword("not")).isEmpty {
            failures.append(failure(at: place.keyword("not"), "satisfies the schema that it must not satisfy"))
        }
        failures += anyOfFailures(of: &instance, rules, at: place)
        failures += oneOfFailures(of: &instance, rules, at: place)
        failures += allOfFailures(of: &instance, rules, at: place)
        failures += conditionalFailures(of: &instance, rules, at: place)
        return failures
    }

    private func referenceFailures(of instance: inout JSONValue, _ rules: GeneralRules, at place: Place) -> [Failure] {
        guard let reference = rules.reference else { return [] }
        var inner = self
        if reference.isSeparate { inner.isComposite = false }
        let keyword = place.keyword("$ref")
        let broken = Failure(of: inner.failures(of: &instance, reference.node, at: keyword), at: keyword)
        return broken.map { [$0] } ?? []
    }

    private func anyOfFailures(of instance: inout JSONValue, _ rules: GeneralRules, at place: Place) -> [Failure] {
        guard !rules.anyOf.isEmpty else { return [] }
        let keyword = place.keyword("anyOf")
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

    private func oneOfFailures(of instance: inout JSONValue, _ rules: GeneralRules, at place: Place) -> [Failure] {
        guard !rules.oneOf.isEmpty else { return [] }
        let keyword = place.keyword("oneOf")
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

    private func allOfFailures(of instance: inout JSONValue, _ rules: GeneralRules, at place: Place) -> [Failure] {
        let keyword = place.keyword("allOf")
        var causes: [Failure] = []
        for (index, node) in rules.allOf.enumerated() {
            let inner = keyword.keyword(String(index))
            if let broken = Failure(of: failures(of: &instance, node, at: inner), at: inner) { causes.append(broken) }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "does not satisfy all the schemas", causes: causes)]
    }

    private func conditionalFailures(
        of instance: inout JSONValue, _ rules: GeneralRules, at place: Place
    ) -> [Failure] {
        guard let conditional = rules.conditional else { return [] }
        let holds = compositeFailures(of: &instance, conditional.condition, at: place.keyword("if")).isEmpty
        let branch = holds ? conditional.then : conditional.otherwise
        guard branch >= 0 else { return [] }
        let keyword = place.keyword(holds ? "then" : "else")
        return Failure(of: failures(of: &instance, branch, at: keyword), at: keyword).map { [$0] } ?? []
    }
}

extension Enumeration {
    /// The allowed values are the schema's, so they may be printed; no more than a few are.
    fileprivate var complaint: String {
        let shown = values.prefix(10).map(\.jsonText).joined(separator: ", ")
        return "must be one of \(shown)\(values.count > 10 ? ", … (\(values.count) values)" : "")"
    }
}
