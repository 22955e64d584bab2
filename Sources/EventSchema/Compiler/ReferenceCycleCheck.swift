/// The order in which schemas apply others to the same value of an instance (`$ref`, `allOf`, `not`, …).
///
/// Such a chain must end: one that leads back to itself could never be decided, and a very long one would exhaust the
/// stack. A step into properties or items does not count, since the depth of an instance is finite.
struct ReferenceCycleCheck {
    private let parts: ProgramParts
    private let limits: Schema.Limits

    init(_ parts: ProgramParts, _ limits: Schema.Limits) {
        self.parts = parts
        self.limits = limits
    }

    func check() throws(SchemaError) {
        let next = parts.nodes.map(parts.schemasInPlace)
        var incoming = Array(repeating: 0, count: next.count)
        for target in next.joined() { incoming[Int(target)] += 1 }
        var lengths = Array(repeating: 1, count: next.count)
        var ready = next.indices.filter { incoming[$0] == 0 }
        var order: [Int] = []
        while let node = ready.popLast() {
            order.append(node)
            for target in next[node].map(Int.init) {
                lengths[target] = max(lengths[target], lengths[node] + 1)
                if lengths[target] > limits.maximumReferences {
                    throw SchemaError(
                        location: parts.locations[target], message: "too many schemas refer to one another in a row.",
                        remedy:
                            "Keep such chains below \(limits.maximumReferences), or raise the limit maximumReferences.")
                }
                incoming[target] -= 1
                if incoming[target] == 0 { ready.append(target) }
            }
        }
        guard let node = circular(next, incoming) else { return try checkVisits(next, order) }
        throw SchemaError(
            location: parts.locations[node], message: "the reference is circular: it leads back here without end.",
            remedy: "Let it go through a property or an item, or remove it.")
    }

    /// A schema that applies another twice, which applies a third twice, and so on, would take exponentially many steps
    /// for a single value; one with very many alternatives takes many too.
    private func checkVisits(_ next: [[NodeID]], _ order: [Int]) throws(SchemaError) {
        var visits = Array(repeating: 1, count: next.count)
        for node in order.reversed() {
            for target in next[node] {
                let (sum, isTooLarge) = visits[node].addingReportingOverflow(visits[Int(target)])
                visits[node] = isTooLarge ? Int.max : sum
            }
            guard visits[node] <= limits.maximumSchemasPerValue else {
                let isDivided = countOfSchemas(from: node, next) <= limits.maximumSchemasPerValue
                throw SchemaError(
                    location: parts.locations[node],
                    message: isDivided
                        ? "references that divide again and again apply more than "
                            + "\(limits.maximumSchemasPerValue) schemas here."
                        : "more than \(limits.maximumSchemasPerValue) schemas apply to one value here.",
                    remedy: (isDivided ? "Refer to each schema once" : "Use fewer alternatives and parts")
                        + ", or raise the limit maximumSchemasPerValue.")
            }
        }
    }

    /// How many different schemas apply to the value that a schema is applied to.
    private func countOfSchemas(from node: Int, _ next: [[NodeID]]) -> Int {
        var (found, open): (Set<Int>, [Int]) = ([node], [node])
        while let node = open.popLast() {
            for target in next[node].map(Int.init) where found.insert(target).inserted { open.append(target) }
        }
        return found.count
    }

    /// A schema on the circle, preferably one that refers. (A schema that is only reached from a circle is left over as
    /// well.)
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
}
