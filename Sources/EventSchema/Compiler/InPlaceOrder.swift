/// The order in which schemas apply others to the same place of an instance (`$ref`, `allOf`, `not`, …).
///
/// Such a chain must end: one that leads back to itself could never be decided, and a very long one would exhaust the
/// stack. Going into properties and items is no such step, as the instance ends somewhere.
struct InPlaceOrder {
    private let parts: ProgramParts

    init(_ parts: ProgramParts) { self.parts = parts }

    func check(longest: Int) throws(SchemaError) {
        let next = parts.nodes.map(schemasInPlace)
        var incoming = Array(repeating: 0, count: next.count)
        for target in next.joined() { incoming[Int(target)] += 1 }
        var lengths = Array(repeating: 1, count: next.count)
        var ready = next.indices.filter { incoming[$0] == 0 }
        while let node = ready.popLast() {
            for target in next[node].map(Int.init) {
                lengths[target] = max(lengths[target], lengths[node] + 1)
                if lengths[target] > longest {
                    throw SchemaError(
                        location: parts.locations[target], message: "too many schemas refer to one another in a row.",
                        remedy: "Keep such chains below \(longest).")
                }
                incoming[target] -= 1
                if incoming[target] == 0 { ready.append(target) }
            }
        }
        guard let node = circular(next, incoming) else { return }
        throw SchemaError(
            location: parts.locations[node], message: "the reference is circular: it leads back here without end.",
            remedy: "Let it go through a property or an item, or remove it.")
    }

    /// A schema on the circle, best one that refers. (What only follows a circle is left over as well.)
    private func circular(_ next: [[NodeID]], _ incoming: [Int]) -> Int? {
        guard var node = incoming.firstIndex(where: { $0 > 0 }) else { return nil }
        // Every schema left over has one before it that is left over too; going back far enough gets onto the circle.
        var before = Array(next.indices)
        for source in next.indices where incoming[source] > 0 {
            for target in next[source] { before[Int(target)] = source }
        }
        for _ in next.indices { node = before[node] }
        return node
    }

    private func schemasInPlace(_ node: Node) -> [NodeID] {
        var nodes: [NodeID] = []
        if node.general >= 0 {
            let rules = parts.generals[Int(node.general)]
            nodes += rules.anyOf + rules.oneOf + rules.allOf + [rules.not]
            if let reference = rules.reference { nodes.append(reference.node) }
            if let conditional = rules.conditional {
                nodes += [conditional.condition, conditional.then, conditional.otherwise]
            }
        }
        if node.object >= 0 {
            for (_, dependency) in parts.objects[Int(node.object)].dependencies {
                if case .schema(let schema) = dependency { nodes.append(schema) }
            }
        }
        return nodes.filter { $0 >= 0 }
    }
}
