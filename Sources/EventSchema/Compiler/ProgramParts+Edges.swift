extension ProgramParts {
    /// The schemas that a schema applies to the same value of an instance.
    func schemasInPlace(_ node: Node) -> [NodeID] {
        var nodes: [NodeID] = []
        if node.general >= 0 {
            let rules = generals[Int(node.general)]
            nodes += rules.anyOf + rules.oneOf + rules.allOf + [rules.not]
            if let reference = rules.reference { nodes.append(reference.node) }
            if let reference = rules.dynamicReference { nodes.append(reference.node) }
            if let conditional = rules.conditional {
                nodes += [conditional.condition, conditional.then, conditional.otherwise]
            }
        }
        if node.object >= 0 {
            for dependency in objects[Int(node.object)].dependencies {
                if case .schema(let schema) = dependency.demand { nodes.append(schema) }
            }
        }
        return nodes.filter { $0 >= 0 }
    }

    /// The schemas that a schema applies to members, their names, and elements.
    private func schemasWithin(_ node: Node) -> [NodeID] {
        var nodes: [NodeID] = []
        if node.general >= 0 {
            let rules = generals[Int(node.general)]
            nodes += [rules.unevaluatedProperties, rules.unevaluatedItems]
        }
        if node.object >= 0 {
            let rules = objects[Int(node.object)]
            nodes += rules.properties + rules.patterns.map(\.node) + [rules.nameSchema]
            if case .schema(let schema) = rules.additional { nodes.append(schema) }
        }
        if node.array >= 0 {
            let rules = arrays[Int(node.array)]
            nodes.append(rules.contains)
            switch rules.items {
            case .any: break
            case .all(let schema): nodes.append(schema)
            case .each(let schemas, let rest):
                nodes += schemas
                if case .schema(let schema) = rest { nodes.append(schema) }
            }
        }
        return nodes.filter { $0 >= 0 }
    }

    /// Marks the schemas to which several others lead, a start at the root counting as one, and those at which a schema
    /// looks again for what they evaluate.
    mutating func markSharedNodes(root: NodeID) {
        var incoming = Array(repeating: 0, count: nodes.count)
        incoming[Int(root)] = 1
        for node in nodes {
            for target in schemasInPlace(node) + schemasWithin(node) { incoming[Int(target)] += 1 }
        }
        for index in nodes.indices { nodes[index].isShared = incoming[index] > 1 }
        var looked = nodes.indices.filter { nodes[$0].general >= 0 && generals[Int(nodes[$0].general)].hasUnevaluated }
        var isLookedAt = Set(looked)
        while let index = looked.popLast() {
            nodes[index].isShared = true
            for target in schemasInPlace(nodes[index]) where isLookedAt.insert(Int(target)).inserted {
                looked.append(Int(target))
            }
        }
    }
}
