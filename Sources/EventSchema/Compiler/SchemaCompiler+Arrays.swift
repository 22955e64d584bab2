extension SchemaCompiler {
    mutating func compileArrayRules(
        of schema: JSONObject, at scope: SchemaScope, into node: inout Node
    ) throws(SchemaError) {
        let keywords = ["items", "contains", "minItems", "maxItems", "uniqueItems"]
        guard keywords.contains(where: { schema.position(of: $0) != nil }) else { return }
        var rules = ArrayRules()
        rules.minimumCount = count("minItems", in: schema, or: 0)
        rules.maximumCount = count("maxItems", in: schema, or: .max)
        rules.isUnique = schema["uniqueItems"] == true
        try compileItems(of: schema, at: scope, into: &rules)
        if let value = value(of: "contains", in: schema, at: scope) {
            rules.contains = try self.node(for: value, at: scope.below("contains"))
        }
        node.array = Int32(parts.arrays.count)
        parts.arrays.append(rules)
    }

    private mutating func compileItems(
        of schema: JSONObject, at scope: SchemaScope, into rules: inout ArrayRules
    ) throws(SchemaError) {
        switch schema["items"] {
        case nil: break
        case .array(let schemas):
            var nodes: [NodeID] = []
            for (index, value) in schemas.enumerated() {
                nodes.append(try node(for: value, at: scope.below("items", String(index))))
                if let value = value["default"], fillsDefaults(of: scope) { rules.defaults.append((index, value)) }
            }
            guard let rest = schema["additionalItems"] else {
                rules.items = .each(nodes, rest: .allowed)
                break
            }
            rules.items = .each(nodes, rest: .schema(try node(for: rest, at: scope.below("additionalItems"))))
        case .some(let value): rules.items = .all(try node(for: value, at: scope.below("items")))
        }
    }
}
