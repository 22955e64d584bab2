/// The quick verdict: yes or no, without reasons, and without allocation for a valid instance.
extension Program {
    /// Validation recurses; an instance that would need more levels than this, of schemas applied one within the other,
    /// is refused rather than risking the stack. Plain recursive schemas need two levels for each level of JSON.
    static let maximumDepth = 1_100

    /// Whether the instance satisfies the schema.
    func accepts(_ instance: JSONValue) -> Bool {
        guard hasSharedNodes else { return accepts(instance, root, Recursion(visits: UnlimitedVisits())) }
        let visits = LimitedVisits(maximumVisits(for: instance))
        return accepts(instance, root, Recursion(visits: visits)) && !visits.isExceeded
    }

    /// Where a validation is: how deep, and how many visits to shared schemas it has left.
    private struct Recursion<Visits: VisitBudget> {
        /// The number of schemas that have been applied to get here, one within the other.
        var level = 0
        let visits: Visits
    }

    /// Where no schema is shared, visits are not counted, so that they cost nothing.
    private struct UnlimitedVisits: VisitBudget {
        func consume() -> Bool { true }
    }

    /// Whether the instance satisfies the schema of a node.
    private func accepts(_ instance: JSONValue, _ id: NodeID, _ recursion: Recursion<some VisitBudget>) -> Bool {
        let node = nodes[Int(id)]
        guard !node.refusesAll, recursion.level < Self.maximumDepth else { return false }
        var recursion = recursion
        recursion.level &+= 1
        if node.isShared, !recursion.visits.consume() { return false }
        switch instance {
        case .null: guard node.types.contains(.null) else { return false }
        case .bool: guard node.types.contains(.boolean) else { return false }
        case .number(let number): guard accepts(number, node) else { return false }
        case .string(let text): guard accepts(text, node) else { return false }
        case .array(let elements):
            guard node.types.contains(.array) else { return false }
            if node.array >= 0, !accepts(elements, arrays[Int(node.array)], recursion) { return false }
        case .object(let object):
            guard node.types.contains(.object) else { return false }
            if node.object >= 0, !accepts(object, objects[Int(node.object)], recursion) { return false }
        }
        return node.general < 0 || accepts(instance, generals[Int(node.general)], recursion)
    }

    // MARK: - Numbers and strings, apart so that the frames of what recurses stay small

    @inline(never)
    private func accepts(_ number: JSONNumber, _ node: Node) -> Bool {
        node.accepts(number) && (node.number < 0 || numbers[Int(node.number)].value.accept(number))
    }

    @inline(never)
    private func accepts(_ text: String, _ node: Node) -> Bool {
        node.types.contains(.string) && (node.string < 0 || strings[Int(node.string)].accept(text))
    }

    // MARK: - Objects

    private func accepts(_ object: JSONObject, _ rules: Shared<ObjectRules>, _ recursion: Recursion<some VisitBudget>)
        -> Bool
    {
        guard object.count >= rules.value.minimumCount, object.count <= rules.value.maximumCount else { return false }
        var requiredSeen: UInt64 = 0
        for (name, value) in object.members {
            var isCovered = false
            if let number = rules.value.names.number(of: name) {
                let property = rules.value.properties[number]
                requiredSeen |= property.requiredBit
                if property.node >= 0 {
                    isCovered = true
                    guard accepts(value, property.node, recursion) else { return false }
                }
            }
            for (pattern, node) in rules.value.patterns where pattern.matches(name) {
                isCovered = true
                guard accepts(value, node, recursion) else { return false }
            }
            switch rules.value.additional {
            case .allowed: break
            case .refused: guard isCovered else { return false }
            case .schema(let node): guard isCovered || accepts(value, node, recursion) else { return false }
            }
            if rules.value.nameSchema >= 0, !accepts(.string(name), rules.value.nameSchema, recursion) {
                return false
            }
        }
        guard requiredSeen == rules.value.requiredBits else { return false }
        for name in rules.value.furtherRequired where object.position(of: name) == nil { return false }
        return rules.value.dependencies.isEmpty
            || rules.value.dependencies.allSatisfy { accepts(object, $0, recursion) }
    }

    private func accepts(
        _ object: JSONObject, _ rule: (name: String, dependency: ObjectRules.Dependency),
        _ recursion: Recursion<some VisitBudget>
    )
        -> Bool
    {
        guard object.position(of: rule.name) != nil else { return true }
        switch rule.dependency {
        case .names(let names): return names.allSatisfy { object.position(of: $0) != nil }
        case .schema(let node): return accepts(.object(object), node, recursion)
        }
    }

    // MARK: - Arrays

    private func accepts(_ elements: [JSONValue], _ rules: Shared<ArrayRules>, _ recursion: Recursion<some VisitBudget>)
        -> Bool
    {
        guard elements.count >= rules.value.minimumCount, elements.count <= rules.value.maximumCount else {
            return false
        }
        switch rules.value.items {
        case .any: break
        case .all(let node): guard elements.allSatisfy({ accepts($0, node, recursion) }) else { return false }
        case .each(let nodes, let rest):
            for (element, node) in zip(elements, nodes) where !accepts(element, node, recursion) { return false }
            if case .schema(let node) = rest {
                guard elements.dropFirst(nodes.count).allSatisfy({ accepts($0, node, recursion) }) else {
                    return false
                }
            }
        }
        if rules.value.contains >= 0, !elements.contains(where: { accepts($0, rules.value.contains, recursion) }) {
            return false
        }
        return !rules.value.isUnique || elements.firstRepeated == nil
    }

    // MARK: - Every kind of value

    private func accepts(_ instance: JSONValue, _ rules: Shared<GeneralRules>, _ recursion: Recursion<some VisitBudget>)
        -> Bool
    {
        if let reference = rules.value.reference, !accepts(instance, reference.node, recursion) { return false }
        if let constant = rules.value.constant, constant != instance { return false }
        if let enumeration = rules.value.enumeration, !enumeration.contains(instance) { return false }
        if rules.value.not >= 0, accepts(instance, rules.value.not, recursion) { return false }
        if !rules.value.anyOf.isEmpty, !rules.value.anyOf.contains(where: { accepts(instance, $0, recursion) }) {
            return false
        }
        if !rules.value.oneOf.isEmpty, !acceptsExactlyOne(instance, rules.value.oneOf, recursion) { return false }
        guard rules.value.allOf.allSatisfy({ accepts(instance, $0, recursion) }) else { return false }
        guard let conditional = rules.value.conditional else { return true }
        let branch = accepts(instance, conditional.condition, recursion) ? conditional.then : conditional.otherwise
        return branch < 0 || accepts(instance, branch, recursion)
    }

    private func acceptsExactlyOne(
        _ instance: JSONValue, _ branches: [NodeID], _ recursion: Recursion<some VisitBudget>
    ) -> Bool {
        var accepted = 0
        for branch in branches where accepts(instance, branch, recursion) {
            accepted += 1
            if accepted > 1 { return false }
        }
        return accepted == 1
    }
}

extension Node {
    @inline(__always)
    func accepts(_ number: JSONNumber) -> Bool {
        if types.contains(.number) { return true }
        return types.contains(integers.holds(for: number) ? .integer : .fraction)
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
