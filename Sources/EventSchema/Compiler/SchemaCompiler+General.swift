extension SchemaCompiler {
    mutating func compileReference(
        _ reference: JSONValue, at scope: SchemaScope
    ) throws(SchemaError) -> GeneralRules.Reference {
        let text = try text(ofReference: reference, "$ref", at: scope)
        var target = try store.resolve(text, from: scope)
        target.scope.dynamicScope = scope.dynamicScope
        return .init(
            node: try referencedNode(for: target),
            isCompiledSeparately: isIntake ? try isCompiledSeparately(text, target) : false)
    }

    private func text(
        ofReference reference: JSONValue, _ keyword: String, at scope: SchemaScope
    ) throws(SchemaError) -> String {
        if let text = reference.string { return text }
        throw scope.below(keyword).error(
            "a reference must be a string.", "Write a URI reference, \"#\" for example.")
    }

    /// Where `$dynamicRef` or `$recursiveRef` leads: to what a `$ref` would, unless that is a dynamic anchor; then to
    /// the outermost one of its name.
    private mutating func compileDynamicReference(
        of schema: JSONObject, at scope: SchemaScope
    ) throws(SchemaError) -> GeneralRules.DynamicReference? {
        let isRecursive = store.vocabulary(of: scope).contains("$recursiveRef")
        let keyword = isRecursive ? "$recursiveRef" : "$dynamicRef"
        guard let reference = value(of: keyword, in: schema, at: scope) else { return nil }
        let text = try text(ofReference: reference, keyword, at: scope)
        var target = try store.resolve(text, keyword, from: scope)
        let name = isRecursive ? "" : URIReference(text).decodedFragment
        let isDynamic =
            isRecursive ? target.value["$recursiveAnchor"] == true : target.value["$dynamicAnchor"]?.string == name
        if isDynamic { target = try self.schema(ofDynamicAnchor: name, in: scope) ?? target }
        target.scope.dynamicScope = scope.dynamicScope
        return .init(node: try referencedNode(for: target), keyword: keyword)
    }

    /// Whether ajv compiles the target as a separate function: it does where the target contains references, but
    /// follows a target that is itself only a reference.
    private mutating func isCompiledSeparately(_ text: String, _ target: LocatedSchema) throws(SchemaError) -> Bool {
        if text == "#" || text == "#/" { return true }
        var (text, target) = (text, target)
        // A circle of references is reported later, when all are compiled.
        for _ in 0..<limits.maximumReferences {
            guard containsReference(target) else { return false }
            guard text.contains("#/"), let next = target.value["$ref"]?.string else { return true }
            (text, target) = (next, try store.resolve(next, from: target.scope))
        }
        return true
    }

    /// Whether a target contains references. Many references may lead to one target.
    private mutating func containsReference(_ target: LocatedSchema) -> Bool {
        let location = Location(
            document: target.scope.document, pointer: ExactText(target.scope.pointer), dynamicScope: 0)
        if let known = containsReference[location] { return known }
        let found = target.value.containsReference
        containsReference[location] = found
        return found
    }

    mutating func compileGeneralRules(
        of schema: JSONObject, at scope: SchemaScope, into node: inout Node
    ) throws(SchemaError) {
        let keywords = [
            "const", "enum", "not", "anyOf", "oneOf", "allOf", "if", "$ref", "$dynamicRef", "$recursiveRef",
            "unevaluatedProperties", "unevaluatedItems",
        ]
        guard keywords.contains(where: { schema.position(of: $0) != nil }) else { return }
        var rules = GeneralRules()
        if let reference = schema["$ref"] { rules.reference = try compileReference(reference, at: scope) }
        rules.dynamicReference = try compileDynamicReference(of: schema, at: scope)
        rules.constant = value(of: "const", in: schema, at: scope)
        rules.enumeration = schema["enum"]?.array.map(Enumeration.init)
        if let value = schema["not"] { rules.not = try self.node(for: value, at: scope.below("not")) }
        rules.anyOf = try branches("anyOf", of: schema, at: scope)
        rules.oneOf = try branches("oneOf", of: schema, at: scope)
        rules.allOf = try branches("allOf", of: schema, at: scope)
        rules.conditional = try conditional(of: schema, at: scope)
        for (keyword, place) in [
            ("unevaluatedProperties", \GeneralRules.unevaluatedProperties),
            ("unevaluatedItems", \GeneralRules.unevaluatedItems),
        ] {
            guard let value = value(of: keyword, in: schema, at: scope) else { continue }
            rules[keyPath: place] = try self.node(for: value, at: scope.below(keyword))
        }
        add(rules, to: &node)
    }

    private mutating func branches(
        _ keyword: String, of schema: JSONObject, at scope: SchemaScope
    ) throws(SchemaError) -> [NodeID] {
        var nodes: [NodeID] = []
        for (index, value) in (schema[keyword]?.array ?? []).enumerated() {
            nodes.append(try node(for: value, at: scope.below(keyword, String(index))))
        }
        return nodes
    }

    /// `if` without `then` and `else` has no effect but that it evaluates members and elements; these without `if` have
    /// none.
    private mutating func conditional(
        of schema: JSONObject, at scope: SchemaScope
    ) throws(SchemaError) -> GeneralRules.Conditional? {
        guard let condition = value(of: "if", in: schema, at: scope) else { return nil }
        let then = schema["then"]
        let otherwise = schema["else"]
        guard then != nil || otherwise != nil || store.vocabulary(of: scope).dialect.isLater else { return nil }
        return .init(
            condition: try node(for: condition, at: scope.below("if")),
            then: try then.map { value throws(SchemaError) in try node(for: value, at: scope.below("then")) } ?? -1,
            otherwise: try otherwise.map { value throws(SchemaError) in try node(for: value, at: scope.below("else")) }
                ?? -1)
    }

    mutating func add(_ rules: GeneralRules, to node: inout Node) {
        node.general = Int32(parts.generals.count)
        parts.generals.append(rules)
    }
}

extension JSONValue {
    /// Whether there is a member `$ref` anywhere: ajv then compiles a referenced schema as a separate function.
    fileprivate var containsReference: Bool {
        switch self {
        case .array(let elements): elements.contains(where: \.containsReference)
        case .object(let object):
            object.position(of: "$ref") != nil || object.contains { $0.value.containsReference }
        default: false
        }
    }
}
