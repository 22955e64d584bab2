extension Evaluator {
    /// What is wrong with any value, in ajv's order of keywords.
    func generalFailures(of value: Int, _ rules: GeneralRules, at location: EvaluationLocation) -> [Failure] {
        var failures = referenceFailures(of: value, rules, at: location)
        if let reference = rules.dynamicReference {
            let keyword = location.keyword(reference.keyword)
            if let broken = failure(of: value, reference.node, at: keyword) { failures.append(broken) }
        }
        failures += listFailures(of: value, rules, at: location)
        if rules.not >= 0, satisfies(value, rules.not, at: location.keyword("not")) {
            failures.append(failure(at: location.keyword("not"), "satisfies the schema that it must not satisfy"))
        }
        failures += anyOfFailures(of: value, rules, at: location)
        failures += oneOfFailures(of: value, rules, at: location)
        failures += allOfFailures(of: value, rules, at: location)
        failures += conditionalFailures(of: value, rules, at: location)
        return failures
    }

    /// What is wrong with a value that must be one of those that the schema lists.
    @inline(never)
    private func listFailures(of value: Int, _ rules: GeneralRules, at location: EvaluationLocation) -> [Failure] {
        var failures: [Failure] = []
        if let constant = rules.constant, canRead(value), progress.state.take(constant.number?.steps ?? 1),
            constant != document.tree(value)
        {
            failures.append(failure(at: location.keyword("const"), "must be \(constant.jsonText)"))
        }
        if let enumeration = rules.enumeration, canRead(value), progress.state.take(enumeration.others.steps),
            !enumeration.contains(document.tree(value))
        {
            failures.append(failure(at: location.keyword("enum"), enumeration.message))
        }
        return failures
    }

    /// Whether a value may be made a tree, which takes steps for each byte of it and of its defaults, and recurses.
    func canRead(_ value: Int, steps: Int = 1) -> Bool {
        guard progress.state.take(steps * document.size(of: value)),
            progress.state.take(steps * document.addedSize(of: value))
        else { return false }
        let isTooDeep = document.isNested(deeperThan: program.tables.limits.maximumDepth, at: value)
        if isTooDeep { progress.state.exceedDepth() }
        return !isTooDeep
    }

    /// What is wrong with the members or elements that no other keyword evaluates. What others evaluate is only known
    /// where they are satisfied.
    func unevaluatedFailures(of value: Int, _ rules: GeneralRules, at location: EvaluationLocation) -> [Failure] {
        let isObject = document.node(value).kind == .object
        let schema = isObject ? rules.unevaluatedProperties : rules.unevaluatedItems
        guard isObject || document.node(value).kind == .array, schema >= 0 else { return [] }
        let keyword = location.keyword(isObject ? "unevaluatedProperties" : "unevaluatedItems")
        let children = isObject ? document.names(of: value) : document.elements(of: value)
        let numbers = program.tables.unevaluated(in: document.json(value), location.node, &progress.state)
        let causes = numbers.compactMap { number in
            let token = isObject ? document.string(children[number]) : String(number)
            let child = isObject ? children[number] + 1 : children[number]
            return failure(of: child, schema, at: keyword.instance(token))
        }
        guard !causes.isEmpty else { return [] }
        let subject = isObject ? "a property" : "an element"
        return [failure(at: keyword, "\(subject) that nothing else evaluates is not allowed", causes: causes)]
    }

    private func referenceFailures(of value: Int, _ rules: GeneralRules, at location: EvaluationLocation)
        -> [Failure]
    {
        guard let reference = rules.reference else { return [] }
        var inner = self
        if reference.isCompiledSeparately { inner.isComposite = false }
        let keyword = location.keyword("$ref")
        return inner.failure(of: value, reference.node, at: keyword).map { [$0] } ?? []
    }

    /// Whether a value satisfies a schema. Failures are not kept.
    private func satisfies(_ value: Int, _ id: NodeID, at location: EvaluationLocation) -> Bool {
        let mark = mark
        let isSatisfied = compositeFailures(of: value, id, at: location).isEmpty
        dropFailures(since: mark)
        return isSatisfied
    }

    private func anyOfFailures(of value: Int, _ rules: GeneralRules, at location: EvaluationLocation)
        -> [Failure]
    {
        guard !rules.anyOf.isEmpty else { return [] }
        let (keyword, mark) = (location.keyword("anyOf"), mark)
        var causes: [Failure] = []
        for (index, node) in rules.anyOf.enumerated() {
            let inner = keyword.keyword(String(index))
            guard let broken = Failure(of: compositeFailures(of: value, node, at: inner), at: inner) else {
                dropFailures(since: mark)
                return []
            }
            causes.append(broken)
        }
        return [failure(at: keyword, "satisfies none of the \(causes.count) alternatives", causes: causes)]
    }

    private func oneOfFailures(of value: Int, _ rules: GeneralRules, at location: EvaluationLocation)
        -> [Failure]
    {
        guard !rules.oneOf.isEmpty else { return [] }
        let (keyword, mark) = (location.keyword("oneOf"), mark)
        var causes: [Failure] = []
        var trials: [Failure] = []
        var satisfied: [Int] = []
        for (index, node) in rules.oneOf.enumerated() {
            let inner = keyword.keyword(String(index))
            if let broken = Failure(of: compositeFailures(of: value, node, at: inner), at: inner) {
                causes.append(broken)
            } else {
                satisfied.append(index)
                // ajv looks no further than the second.
                if satisfied.count == 2 { trials = causes }
            }
        }
        if satisfied.count == 1 {
            dropFailures(since: mark)
            return []
        }
        guard satisfied.isEmpty else {
            let message = "satisfies \(satisfied.count) alternatives, exactly one is allowed"
            return [failure(at: keyword, message, trials: trials, detail: .satisfied(satisfied))]
        }
        return [failure(at: keyword, "satisfies none of the \(causes.count) alternatives", causes: causes)]
    }

    private func allOfFailures(of value: Int, _ rules: GeneralRules, at location: EvaluationLocation)
        -> [Failure]
    {
        let keyword = location.keyword("allOf")
        var causes: [Failure] = []
        for (index, node) in rules.allOf.enumerated() {
            let inner = keyword.keyword(String(index))
            if let broken = failure(of: value, node, at: inner) { causes.append(broken) }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "does not satisfy all the schemas", causes: causes)]
    }

    private func conditionalFailures(
        of value: Int, _ rules: GeneralRules, at location: EvaluationLocation
    ) -> [Failure] {
        guard let conditional = rules.conditional else { return [] }
        let holds = satisfies(value, conditional.condition, at: location.keyword("if"))
        let branch = holds ? conditional.then : conditional.otherwise
        guard branch >= 0 else { return [] }
        let keyword = location.keyword(holds ? "then" : "else")
        return failure(of: value, branch, at: keyword).map { [$0] } ?? []
    }
}

extension Enumeration {
    /// The allowed values are the schema's, so they may be printed; no more than a few are.
    fileprivate var message: String {
        let shown = values.prefix(10).map(\.jsonText).joined(separator: ", ")
        return "must be one of \(shown)\(values.count > 10 ? ", … (\(values.count) values)" : "")"
    }
}
