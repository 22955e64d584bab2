extension Evaluator {
    /// What is wrong with an array, in ajv's order of keywords.
    func arrayFailures(of array: Int, _ rules: ArrayRules, at location: EvaluationLocation) -> [Failure] {
        if fillsDefaults, !isComposite { fillDefaults(into: array, rules) }
        guard progress.state.take(document.count(array)) else { return [] }
        let elements = document.elements(of: array)
        var failures = countFailures(elements.count, rules, at: location)
        failures += itemFailures(of: elements, rules, at: location)
        failures += containsFailures(of: elements, rules, at: location)
        if rules.isUnique, canRead(array, steps: Tables.hashSteps),
            let repeated = elements.map(document.tree).firstRepeated
        {
            failures.append(failure(at: location.keyword("uniqueItems"), "element \(repeated) equals an earlier one"))
        }
        return failures
    }

    /// Like ajv, which assigns by index: an element behind a gap that has no default stays missing.
    private func fillDefaults(into array: Int, _ rules: ArrayRules) {
        guard progress.state.take(rules.defaults.count) else { return }
        let size = document.size
        for (index, value) in rules.defaults where index == document.count(array) { document.add(value, to: array) }
        spendAdded(since: size)
    }

    /// Spends what defaults take that were filled in since the document had a size.
    func spendAdded(since size: Int) { _ = progress.state.spend(Self.bytesOfDefaults * (document.size - size)) }

    private func countFailures(_ count: Int, _ rules: ArrayRules, at location: EvaluationLocation) -> [Failure] {
        var failures: [Failure] = []
        if count > rules.maximumCount {
            let message = "has \(count) elements, at most \(rules.maximumCount) are allowed"
            failures.append(failure(at: location.keyword("maxItems"), message))
        }
        if count < rules.minimumCount {
            let message = "has \(count) elements, at least \(rules.minimumCount) are needed"
            failures.append(failure(at: location.keyword("minItems"), message))
        }
        return failures
    }

    private func itemFailures(of elements: [Int], _ rules: ArrayRules, at location: EvaluationLocation) -> [Failure] {
        switch rules.items {
        case .any: return []
        case .all(let node):
            return grouped(at: location.keyword("items"), elements, in: 0...) { _, keyword in (node, keyword) }
        case .each(let nodes, let rest):
            var failures = grouped(at: location.keyword(rules.firstKeyword), elements, in: 0..., until: nodes.count) {
                index, keyword in
                (nodes[index], keyword.keyword(String(index)))
            }
            if case .schema(let node) = rest {
                failures += grouped(at: location.keyword(rules.restKeyword), elements, in: nodes.count...) {
                    _, keyword in
                    (node, keyword)
                }
            }
            return failures
        }
    }

    /// Evaluates elements, each by its schema and keyword location, into at most one failure.
    private func grouped(
        at keyword: EvaluationLocation, _ elements: [Int], in range: PartialRangeFrom<Int>, until end: Int = .max,
        schema: (Int, EvaluationLocation) -> (NodeID, EvaluationLocation)
    ) -> [Failure] {
        var causes: [Failure] = []
        for index in stride(from: range.lowerBound, to: min(end, elements.count), by: 1) {
            let (node, location) = schema(index, keyword)
            if let broken = failure(of: elements[index], node, at: location.instance(String(index))) {
                causes.append(broken)
            }
        }
        return causes.isEmpty ? [] : [failure(at: keyword, "an element does not satisfy its schema", causes: causes)]
    }

    private func containsFailures(of elements: [Int], _ rules: ArrayRules, at location: EvaluationLocation) -> [Failure]
    {
        guard rules.contains >= 0 else { return [] }
        let (keyword, mark) = (location.keyword("contains"), mark)
        var trials: [Failure] = []
        var contained = 0
        for (index, element) in elements.enumerated() {
            let inner = keyword.instance(String(index))
            if let broken = Failure(of: compositeFailures(of: element, rules.contains, at: inner), at: inner) {
                trials.append(broken)
            } else {
                contained += 1
                if contained == rules.minimumContained, rules.maximumContained == .max {
                    dropFailures(since: mark)
                    return []
                }
            }
        }
        return boundFailures(contained, rules, at: location, trials)
    }

    private func boundFailures(
        _ contained: Int, _ rules: ArrayRules, at location: EvaluationLocation, _ trials: [Failure]
    ) -> [Failure] {
        if contained > rules.maximumContained {
            let message = "\(contained) elements satisfy the schema of contains, at most \(rules.maximumContained) may"
            return [failure(at: location.keyword("maxContains"), message)]
        }
        guard contained < rules.minimumContained else { return [] }
        guard contained > 0 else {
            let message = "no element satisfies the schema of contains"
            return [failure(at: location.keyword("contains"), message, trials: trials)]
        }
        let message = "\(contained) elements satisfy the schema of contains, at least \(rules.minimumContained) must"
        return [failure(at: location.keyword("minContains"), message, trials: trials)]
    }
}

extension [JSONValue] {
    /// The index of the first element that equals an earlier one, or `nil` when all differ.
    ///
    /// - Complexity: linear on average.
    var firstRepeated: Int? {
        if count <= 8 {
            return indices.first { index in self[..<index].contains(self[index]) }
        }
        var seen = Set<JSONValue>(minimumCapacity: count)
        return indices.first { !seen.insert(self[$0]).inserted }
    }
}
