/// What is read of a document while it is validated: its text, nodes and unescaped bytes are handed on as spans.
extension Tables {
    /// Whether a value satisfies the schema.
    func accept(_ value: JSON) -> Bool {
        let document = value.document
        let (text, nodes, unescaped) = (document.text, document.index.nodes, document.index.unescaped)
        return accept(text.span, nodes.span, unescaped.span, at: value.position)
    }

    func accept(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, at position: Int
    ) -> Bool {
        var state = state(text, nodes, at: position)
        return accepts(text, nodes, unescaped, position, root, &state) && state.exceeded == nil
    }

    /// Whether a value satisfies one of the schemas, as part of a validation.
    func accepts(_ value: JSON, _ schema: NodeID, _ state: inout State) -> Bool {
        let document = value.document
        let (text, nodes, unescaped) = (document.text, document.index.nodes, document.index.unescaped)
        return accepts(text.span, nodes.span, unescaped.span, value.position, schema, &state)
    }

    func accepts(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ schema: NodeID,
        _ state: inout State
    ) -> Bool {
        let row = schemas[Int(schema)]
        guard !row.isShared || state.visit() else {
            return acceptsOnce(text, nodes, unescaped, position, schema, &state)
        }
        return applies(text, nodes, unescaped, position, row, &state)
    }

    /// As `accepts`, with the verdict from memory where it is there.
    @inline(never)
    private func acceptsOnce(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ schema: NodeID,
        _ state: inout State
    ) -> Bool {
        guard state.visitFurther() else { return false }
        if let verdict = state.verdict(on: position, schema) { return verdict }
        let isAccepted = applies(text, nodes, unescaped, position, schemas[Int(schema)], &state)
        state.remember(isAccepted, on: position, schema)
        return isAccepted
    }

    @inline(__always)
    private func applies(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ schema: Node,
        _ state: inout State
    ) -> Bool {
        guard !schema.refusesAll else { return false }
        guard state.level < limits.maximumDepth else {
            state.exceedDepth()
            return false
        }
        let node = nodes[position]
        switch node.kind {
        case .null: guard schema.types.contains(.null) else { return false }
        case .false, .true: guard schema.types.contains(.boolean) else { return false }
        case .integer:
            guard schema.types.contains(.integer), schema.number < 0 || accepts(node, schema.number, &state) else {
                return false
            }
        case .literal: guard acceptsLiteral(text, node, schema, &state) else { return false }
        case .string, .escapedString:
            guard schema.types.contains(.string) else { return false }
            if schema.string >= 0, !acceptsString(text, unescaped, node, schema.string, &state) { return false }
        case .array:
            guard schema.types.contains(.array) else { return false }
            if schema.array >= 0 {
                state.level &+= 1
                guard acceptsArray(text, nodes, unescaped, position, schema.array, &state) else { return false }
                state.level &-= 1
            }
        case .object:
            guard schema.types.contains(.object) else { return false }
            if schema.object >= 0 {
                state.level &+= 1
                guard acceptsObject(text, nodes, unescaped, position, schema.object, &state) else { return false }
                state.level &-= 1
            }
        }
        guard schema.general >= 0 else { return true }
        state.level &+= 1
        guard acceptsGeneral(text, nodes, unescaped, position, schema, &state) else { return false }
        state.level &-= 1
        return true
    }

    /// As `accepts`, where the validation goes on after a refusal.
    @inline(__always)
    func tries(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ schema: NodeID,
        _ state: inout State
    ) -> Bool {
        let level = state.level
        let isAccepted = accepts(text, nodes, unescaped, position, schema, &state)
        state.level = level
        return isAccepted
    }

    // MARK: - Objects

    private func acceptsObject(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ rules: Int32,
        _ state: inout State
    ) -> Bool {
        let row = objects[Int(rules)]
        let node = nodes[position]
        guard node.count >= row.minimumCount, node.count <= row.maximumCount, state.take(node.count) else {
            return false
        }
        var requiredSeen: Int32 = 0
        var name = position &+ 1
        for _ in 0..<node.count {
            let nameNode = nodes[name]
            let value = name &+ 1
            var isCovered = false
            let number =
                nameNode.isEscaped
                ? numberOfEscaped(unescaped, nameNode, in: row.names, &state)
                : self.number(of: text.extracting(nameNode.range), nameNode.hash, in: row.names)
            if number >= 0 {
                let slot = slots[number]
                if slot.isRequired { requiredSeen &+= 1 }
                if slot.schema >= 0 {
                    isCovered = true
                    guard accepts(text, nodes, unescaped, value, slot.schema, &state) else { return false }
                }
            }
            if row.patterns.count > 0 {
                guard state.take(Int(row.patterns.count)) else { return false }
                for index in row.patterns.indices {
                    let patternRow = patternRows[index]
                    guard matches(text, unescaped, nameNode, patternRow.pattern, &state) else { continue }
                    isCovered = true
                    guard accepts(text, nodes, unescaped, value, patternRow.schema, &state) else { return false }
                }
            }
            if !isCovered, row.additional != .allowed {
                guard row.additional == .schema,
                    accepts(text, nodes, unescaped, value, row.additionalSchema, &state)
                else { return false }
            }
            if row.nameSchema >= 0, !accepts(text, nodes, unescaped, name, row.nameSchema, &state) { return false }
            name = nodes[value].following(value)
        }
        guard requiredSeen == row.requiredCount else { return false }
        return row.dependencies.isEmpty || acceptsDependencies(text, nodes, unescaped, position, row, &state)
    }

    @inline(never)
    func numberOfEscaped(
        _ unescaped: Span<UInt8>, _ name: JSONNode, in set: NameSet, _ state: inout State
    ) -> Int {
        let bytes = unescaped.extracting(name.unescapedRange)
        guard state.take(bytes.count) else { return -1 }
        return number(of: bytes, WordHash.hash(bytes), in: set)
    }

    /// How many names of a set an object has.
    func count(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ object: Int, in set: NameSet,
        _ state: inout State
    ) -> Int32 {
        guard state.take(4 &+ nodes[object].count) else { return 0 }
        var count: Int32 = 0
        var name = object &+ 1
        for _ in 0..<nodes[object].count {
            let node = nodes[name]
            let number =
                node.isEscaped
                ? numberOfEscaped(unescaped, node, in: set, &state)
                : number(of: text.extracting(node.range), node.hash, in: set)
            if number >= 0 { count &+= 1 }
            name = nodes[name &+ 1].following(name &+ 1)
        }
        return count
    }

    @inline(never)
    private func acceptsDependencies(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ row: ObjectRow,
        _ state: inout State
    ) -> Bool {
        for index in row.dependencies.indices {
            let dependency = dependencies[index]
            guard count(text, nodes, unescaped, position, in: dependency.name, &state) > 0 else { continue }
            if dependency.schema >= 0 {
                guard accepts(text, nodes, unescaped, position, dependency.schema, &state) else { return false }
            } else {
                let count = count(text, nodes, unescaped, position, in: dependency.required, &state)
                guard count == dependency.requiredCount else { return false }
            }
        }
        return true
    }

    // MARK: - Arrays

    private func acceptsArray(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ rules: Int32,
        _ state: inout State
    ) -> Bool {
        let row = arrays[Int(rules)]
        let count = nodes[position].count
        guard count >= row.minimumCount, count <= row.maximumCount, state.take(count) else { return false }
        if row.rest >= 0 || !row.first.isEmpty {
            var element = position &+ 1
            for number in 0..<count {
                let schema = number < Int(row.first.count) ? lists[Int(row.first.start) &+ number] : row.rest
                guard schema >= 0 else { break }
                guard accepts(text, nodes, unescaped, element, schema, &state) else { return false }
                element = nodes[element].following(element)
            }
        }
        if row.contains >= 0 {
            var element = position &+ 1
            var contained = 0
            for _ in 0..<count where contained < row.minimumContained || row.maximumContained < .max {
                if tries(text, nodes, unescaped, element, row.contains, &state) { contained &+= 1 }
                element = nodes[element].following(element)
            }
            guard contained >= row.minimumContained, contained <= row.maximumContained else { return false }
        }
        return !row.isUnique || areUnique(text, nodes, unescaped, position, &state)
    }

    // MARK: - Every kind of value

    private func acceptsGeneral(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ schema: Node,
        _ state: inout State
    ) -> Bool {
        let row = generals[Int(schema.general)]
        guard state.take(1 &+ Int(row.anyOf.count &+ row.oneOf.count &+ row.allOf.count)) else { return false }
        if row.reference >= 0, !accepts(text, nodes, unescaped, position, row.reference, &state) { return false }
        if row.dynamicReference >= 0, !accepts(text, nodes, unescaped, position, row.dynamicReference, &state) {
            return false
        }
        if row.constant >= 0, !isMember(text, nodes, unescaped, position, of: row.constant, &state) { return false }
        if row.enumeration >= 0, !isMember(text, nodes, unescaped, position, of: row.enumeration, &state) {
            return false
        }
        if row.not >= 0, tries(text, nodes, unescaped, position, row.not, &state) { return false }
        if !row.anyOf.isEmpty {
            var isAccepted = false
            for index in row.anyOf.indices where !isAccepted {
                isAccepted = tries(text, nodes, unescaped, position, lists[index], &state)
            }
            guard isAccepted else { return false }
        }
        if !row.oneOf.isEmpty {
            var accepted = 0
            for index in row.oneOf.indices where tries(text, nodes, unescaped, position, lists[index], &state) {
                accepted &+= 1
                guard accepted == 1 else { return false }
            }
            guard accepted == 1 else { return false }
        }
        for index in row.allOf.indices {
            guard accepts(text, nodes, unescaped, position, lists[index], &state) else { return false }
        }
        if row.condition >= 0 {
            let isMet = tries(text, nodes, unescaped, position, row.condition, &state)
            let branch = isMet ? row.then : row.otherwise
            guard branch < 0 || accepts(text, nodes, unescaped, position, branch, &state) else { return false }
        }
        return !row.hasUnevaluated || acceptsUnevaluated(text, nodes, unescaped, position, schema, &state)
    }
}

extension Span<JSONNode> {
    /// The number of values in a value, itself included; names do not count.
    func valueCount(at position: Int) -> Int {
        let end = self[position].following(position)
        var count = end - position
        for inner in position..<end where self[inner].kind == .object { count -= self[inner].count }
        return count
    }

    /// Whether more arrays and objects are nested in a value than that. What recurses asks before it begins.
    func isNested(deeperThan depth: Int, at position: Int) -> Bool {
        let end = self[position].following(position)
        // Each level has a node.
        guard end - position > depth else { return false }
        var open: [Int] = []
        for inner in position..<end {
            while let last = open.last, last <= inner { open.removeLast() }
            let following = self[inner].following(inner)
            if following > inner + 1 { open.append(following) }
            if open.count > depth { return true }
        }
        return false
    }
}
