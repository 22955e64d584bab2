extension Evaluator {
    /// What is wrong with an object, in ajv's order of keywords.
    func failures(of object: inout JSONObject, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure] {
        if fillsDefaults, !isComposite {
            for (name, value) in rules.defaults { object.insert(value, forNewName: name) }
        }
        var failures = countFailures(of: object, rules, at: location)
        for name in rules.required where object.position(of: name) == nil {
            let message = "the property \"\(name)\" is missing"
            failures.append(failure(at: location.keyword("required"), message, detail: .missing(name)))
        }
        failures += dependencyFailures(of: &object, rules, at: location)
        failures += nameFailures(of: object, rules, at: location)
        failures += propertyFailures(of: &object, rules, at: location)
        failures += patternFailures(of: &object, rules, at: location)
        failures += additionalFailures(of: &object, rules, at: location)
        return failures
    }

    private func countFailures(of object: JSONObject, _ rules: ObjectRules, at location: EvaluationLocation)
        -> [Failure]
    {
        let count = object.count
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

    private func dependencyFailures(
        of object: inout JSONObject, _ rules: ObjectRules, at location: EvaluationLocation
    ) -> [Failure] {
        var failures: [Failure] = []
        for (name, dependency) in rules.dependencies where object.position(of: name) != nil {
            let keyword = location.keyword("dependencies", name)
            switch dependency {
            case .names(let names):
                for needed in names where object.position(of: needed) == nil {
                    let message = "the property \"\(needed)\" is missing, which \"\(name)\" requires"
                    failures.append(failure(at: keyword, message, detail: .missing(needed)))
                }
            case .schema(let node):
                var instance = JSONValue.object(object)
                if let broken = Failure(of: self.failures(of: &instance, node, at: keyword), at: keyword) {
                    failures.append(broken)
                }
                if fillsDefaults, let filled = instance.object { object = filled }
            }
        }
        return failures
    }

    private func nameFailures(of object: JSONObject, _ rules: ObjectRules, at location: EvaluationLocation) -> [Failure]
    {
        guard rules.nameSchema >= 0 else { return [] }
        let keyword = location.keyword("propertyNames")
        let causes = object.names.compactMap { name in
            var instance = JSONValue.string(name)
            let inner = keyword.instance(name)
            return Failure(of: compositeFailures(of: &instance, rules.nameSchema, at: inner), at: inner)
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "a property has a name that is not allowed", causes: causes)]
    }

    private func propertyFailures(of object: inout JSONObject, _ rules: ObjectRules, at location: EvaluationLocation)
        -> [Failure]
    {
        let keyword = location.keyword("properties")
        var causes: [Failure] = []
        for number in rules.declared {
            let name = rules.names.names[number]
            guard let position = object.position(of: name) else { continue }
            let inner = keyword.keyword(name).instance(name)
            if let broken = memberFailure(of: &object, position, rules.properties[number].node, at: inner) {
                causes.append(broken)
            }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "a property does not satisfy its schema", causes: causes)]
    }

    private func patternFailures(of object: inout JSONObject, _ rules: ObjectRules, at location: EvaluationLocation)
        -> [Failure]
    {
        let keyword = location.keyword("patternProperties")
        var causes: [Failure] = []
        for (pattern, node) in rules.patterns {
            for position in object.indices where pattern.matches(object[position].name) {
                let inner = keyword.keyword(pattern.source).instance(object[position].name)
                if let broken = memberFailure(of: &object, position, node, at: inner) { causes.append(broken) }
            }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "a property does not satisfy its schema", causes: causes)]
    }

    private func additionalFailures(of object: inout JSONObject, _ rules: ObjectRules, at location: EvaluationLocation)
        -> [Failure]
    {
        let node: NodeID
        let isRefused: Bool
        switch rules.additional {
        case .allowed: return []
        case .refused(let refusing): (node, isRefused) = (refusing, true)
        case .schema(let schema): (node, isRefused) = (schema, false)
        }
        let keyword = location.keyword("additionalProperties")
        var causes: [Failure] = []
        for position in object.indices where !rules.cover(object[position].name) {
            let inner = keyword.instance(object[position].name)
            if isRefused {
                causes.append(failure(at: inner, "the schema does not have this property"))
            } else if let broken = memberFailure(of: &object, position, node, at: inner) {
                causes.append(broken)
            }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "an additional property is not allowed", causes: causes)]
    }

    /// Evaluates the member at that position, which is written back when defaults may have changed it.
    private func memberFailure(
        of object: inout JSONObject, _ position: Int, _ node: NodeID, at location: EvaluationLocation
    ) -> Failure? {
        var value = object[position].value
        let broken = Failure(of: failures(of: &value, node, at: location), at: location)
        if fillsDefaults { object.replaceValue(at: position, with: value) }
        return broken
    }
}

extension ObjectRules {
    /// Whether `properties` or `patternProperties` cover that name.
    fileprivate func cover(_ name: String) -> Bool {
        if let number = names.number(of: name), properties[number].node >= 0 { return true }
        return patterns.contains { $0.pattern.matches(name) }
    }
}
