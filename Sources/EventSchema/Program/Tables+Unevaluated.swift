/// `unevaluatedProperties` and `unevaluatedItems`: the members and elements that no other keyword of a schema, nor of
/// those that it applies to the same value, has evaluated.
///
/// What those evaluate is found by walking through them again once the value is known to satisfy them. Nothing is
/// collected meanwhile, so that other schemas pay nothing.
extension Tables {
    /// Whether members and elements that are not evaluated satisfy the schemas for these.
    @inline(never)
    func acceptsUnevaluated(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ schema: Node,
        _ state: inout State
    ) -> Bool {
        let row = generals[Int(schema.general)]
        let isObject = nodes[position].kind == .object
        let target = isObject ? row.unevaluatedProperties : row.unevaluatedItems
        guard isObject || nodes[position].kind == .array, target >= 0 else { return true }
        guard state.take(nodes[position].count) else { return false }
        var marks = Marks(count: nodes[position].count)
        markChildren(text, nodes, unescaped, position, schema, &marks, &state)
        var child = position &+ 1
        for number in 0..<marks.isEvaluated.count {
            let value = isObject ? child &+ 1 : child
            guard marks.isEvaluated[number] || accepts(text, nodes, unescaped, value, target, &state) else {
                return false
            }
            child = nodes[value].following(value)
        }
        return true
    }

    /// The numbers of the members or elements that a schema does not evaluate in a value that satisfies the rest of it.
    func unevaluated(in instance: JSON, _ schema: NodeID, _ state: inout State) -> [Int] {
        let (text, nodes) = (instance.document.text, instance.document.index.nodes)
        let unescaped = instance.document.index.unescaped
        var marks = Marks(count: instance.node.count)
        markChildren(
            text.span, nodes.span, unescaped.span, instance.position, schemas[Int(schema)], &marks, &state)
        return marks.isEvaluated.indices.filter { !marks.isEvaluated[$0] }
    }

    /// Which members of an object, or elements of an array, are evaluated.
    private struct Marks {
        var isEvaluated: ContiguousArray<Bool>

        init(count: Int) { isEvaluated = ContiguousArray(repeating: false, count: count) }

        mutating func markAll() {
            for number in isEvaluated.indices { isEvaluated[number] = true }
        }
    }

    /// Marks what a schema evaluates that the value satisfies.
    private func mark(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ schema: NodeID,
        _ marks: inout Marks, _ state: inout State
    ) {
        guard schema >= 0, state.visit() || state.visitFurther(), state.take(nodes[position].count &+ 1) else {
            return
        }
        let schema = schemas[Int(schema)]
        if schema.general >= 0 {
            let row = generals[Int(schema.general)]
            let isObject = nodes[position].kind == .object
            if isObject ? row.unevaluatedProperties >= 0 : row.unevaluatedItems >= 0 { return marks.markAll() }
        }
        markChildren(text, nodes, unescaped, position, schema, &marks, &state)
    }

    /// Marks what the keywords of a schema evaluate, but for those for what is not evaluated.
    private func markChildren(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ schema: Node,
        _ marks: inout Marks, _ state: inout State
    ) {
        if nodes[position].kind == .object, schema.object >= 0 {
            markMembers(text, nodes, unescaped, position, objects[Int(schema.object)], &marks, &state)
        }
        if nodes[position].kind == .array, schema.array >= 0 {
            markElements(text, nodes, unescaped, position, arrays[Int(schema.array)], &marks, &state)
        }
        guard schema.general >= 0 else { return }
        let row = generals[Int(schema.general)]
        mark(text, nodes, unescaped, position, row.reference, &marks, &state)
        mark(text, nodes, unescaped, position, row.dynamicReference, &marks, &state)
        for index in row.allOf.indices { mark(text, nodes, unescaped, position, lists[index], &marks, &state) }
        for index in [row.anyOf.indices, row.oneOf.indices].joined() {
            guard tries(text, nodes, unescaped, position, lists[index], &state) else { continue }
            mark(text, nodes, unescaped, position, lists[index], &marks, &state)
        }
        guard row.condition >= 0 else { return }
        if tries(text, nodes, unescaped, position, row.condition, &state) {
            mark(text, nodes, unescaped, position, row.condition, &marks, &state)
            mark(text, nodes, unescaped, position, row.then, &marks, &state)
        } else {
            mark(text, nodes, unescaped, position, row.otherwise, &marks, &state)
        }
    }

    private func markMembers(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ row: ObjectRow,
        _ marks: inout Marks, _ state: inout State
    ) {
        if row.additional != .allowed { return marks.markAll() }
        var name = position &+ 1
        for number in 0..<marks.isEvaluated.count {
            let node = nodes[name]
            let slot =
                node.isEscaped
                ? numberOfEscaped(unescaped, node, in: row.names, &state)
                : self.number(of: text.extracting(node.range), node.hash, in: row.names)
            if slot >= 0, slots[slot].schema >= 0 { marks.isEvaluated[number] = true }
            guard state.take(Int(row.patterns.count)) else { return }
            for index in row.patterns.indices
            where matches(text, unescaped, node, patternRows[index].pattern, &state) {
                marks.isEvaluated[number] = true
            }
            name = nodes[name &+ 1].following(name &+ 1)
        }
        for index in row.dependencies.indices where dependencies[index].schema >= 0 {
            guard count(text, nodes, unescaped, position, in: dependencies[index].name, &state) > 0 else {
                continue
            }
            mark(text, nodes, unescaped, position, dependencies[index].schema, &marks, &state)
        }
    }

    private func markElements(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ row: ArrayRow,
        _ marks: inout Marks, _ state: inout State
    ) {
        if row.rest >= 0 { return marks.markAll() }
        var element = position &+ 1
        for number in 0..<marks.isEvaluated.count {
            let isContained = row.containsEvaluates && row.contains >= 0
            if number < Int(row.first.count)
                || isContained && tries(text, nodes, unescaped, element, row.contains, &state)
            {
                marks.isEvaluated[number] = true
            }
            element = nodes[element].following(element)
        }
    }
}
