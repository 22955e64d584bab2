extension Evaluator {
    /// What is wrong with an object, in ajv's order of keywords.
    func objectFailures(of object: Int, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure] {
        if fillsDefaults, !isComposite { fillDefaults(into: object, rules) }
        var failures = countFailures(document.count(object), rules, at: location)
        failures += requiredFailures(of: object, rules, at: location)
        failures += dependencyFailures(of: object, rules, at: location)
        failures += nameFailures(of: object, rules, at: location)
        failures += propertyFailures(of: object, rules, at: location)
        failures += patternFailures(of: object, rules, at: location)
        failures += additionalFailures(of: object, rules, at: location)
        return failures
    }

    /// The values in an object by the numbers that their names have in the rules.
    private func values(of object: Int, _ rules: ObjectRules) -> [Int: Int] {
        guard takeNames(of: object) else { return [:] }
        var values: [Int: Int] = [:]
        for name in document.names(of: object) {
            if let number = rules.names.number(of: document.string(name)) { values[number] = name + 1 }
        }
        return values
    }

    private func fillDefaults(into object: Int, _ rules: ObjectRules) {
        guard !rules.defaults.isEmpty, progress.state.take(rules.defaults.count) else { return }
        let (values, size) = (values(of: object, rules), document.size)
        for (name, value) in rules.defaults where rules.names.number(of: name).flatMap({ values[$0] }) == nil {
            document.add(name, value, to: object)
        }
        spendAdded(since: size)
    }

    private func countFailures(_ count: Int, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure] {
        var failures: [Failure] = []
        if count > rules.maximumCount {
            let message = "has \(count) properties, at most \(rules.maximumCount) are allowed"
            failures.append(failure(at: location.keyword("maxProperties"), message))
        }
        if count < rules.minimumCount {
            let message = "has \(count) properties, at least \(rules.minimumCount) are needed"
            failures.append(failure(at: location.keyword("minProperties"), message))
        }
        return failures
    }

    private func requiredFailures(of object: Int, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure] {
        guard !rules.required.isEmpty, progress.state.take(rules.required.count) else { return [] }
        let values = values(of: object, rules)
        let missing = rules.required.filter { name in rules.names.number(of: name).flatMap { values[$0] } == nil }
        return missing.map { name in
            failure(
                at: location.keyword("required"), "the property \"\(name)\" is missing", detail: .missing(name))
        }
    }

    private func dependencyFailures(of object: Int, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure]
    {
        var failures: [Failure] = []
        for dependency in rules.dependencies where has(dependency.name, object) {
            let keyword = location.keyword(dependency.keyword, dependency.name)
            switch dependency.demand {
            case .names(let names):
                for needed in names where !has(needed, object) {
                    let message = "the property \"\(needed)\" is missing, which \"\(dependency.name)\" requires"
                    failures.append(failure(at: keyword, message, detail: .missing(needed)))
                }
            case .schema(let node):
                if let broken = failure(of: object, node, at: keyword) { failures.append(broken) }
            }
        }
        return failures
    }

    /// Whether an object has a name.
    private func has(_ name: String, _ object: Int) -> Bool {
        takeNames(of: object) && document.value(of: name, in: object) != nil
    }

    private func nameFailures(of object: Int, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure] {
        guard rules.nameSchema >= 0 else { return [] }
        let keyword = location.keyword("propertyNames")
        guard takeNames(of: object) else { return [] }
        let causes = document.names(of: object).compactMap { name in
            let inner = keyword.instance(document.string(name))
            return Failure(of: compositeFailures(of: name, rules.nameSchema, at: inner), at: inner)
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "a property has a name that is not allowed", causes: causes)]
    }

    private func propertyFailures(of object: Int, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure] {
        let keyword = location.keyword("properties")
        guard progress.state.take(rules.declared.count) else { return [] }
        let values = values(of: object, rules)
        let causes = rules.declared.compactMap { number in
            let name = rules.names.names[number]
            return values[number].flatMap { value in
                failure(of: value, rules.properties[number], at: keyword.keyword(name).instance(name))
            }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "a property does not satisfy its schema", causes: causes)]
    }

    private func patternFailures(of object: Int, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure] {
        let keyword = location.keyword("patternProperties")
        var causes: [Failure] = []
        for (pattern, node) in rules.patterns {
            guard takeNames(of: object) else { return [] }
            for position in document.names(of: object) {
                let name = document.string(position)
                guard progress.state.matches(pattern, name) else { continue }
                let inner = keyword.keyword(pattern.source).instance(name)
                if let broken = failure(of: position + 1, node, at: inner) { causes.append(broken) }
            }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "a property does not satisfy its schema", causes: causes)]
    }

    private func additionalFailures(of object: Int, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure]
    {
        let node: NodeID
        let isRefused: Bool
        switch rules.additional {
        case .allowed: return []
        case .refused(let refusing): (node, isRefused) = (refusing, true)
        case .schema(let schema): (node, isRefused) = (schema, false)
        }
        let keyword = location.keyword("additionalProperties")
        guard takeNames(of: object) else { return [] }
        var causes: [Failure] = []
        for position in document.names(of: object) {
            let name = document.string(position)
            guard !rules.cover(name, &progress.state) else { continue }
            let inner = keyword.instance(name)
            if isRefused {
                causes.append(failure(at: inner, "the schema does not have this property"))
            } else if let broken = failure(of: position + 1, node, at: inner) {
                causes.append(broken)
            }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "an additional property is not allowed", causes: causes)]
    }
}

extension ObjectRules {
    /// Whether `properties` or `patternProperties` cover that name.
    fileprivate func cover(_ name: String, _ state: inout Tables.State) -> Bool {
        if let number = names.number(of: name), properties[number] >= 0 { return true }
        guard state.take(patterns.count) else { return false }
        return patterns.contains { state.matches($0.pattern, name) }
    }
}
