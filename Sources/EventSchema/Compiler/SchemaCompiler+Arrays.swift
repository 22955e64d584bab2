extension SchemaCompiler {
    mutating func compileArrayRules(
        of schema: JSONObject, at scope: SchemaScope, into node: inout Node
    ) throws(SchemaError) {
        let keywords = ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]
        guard keywords.contains(where: { schema.position(of: $0) != nil }) else { return }
        var rules = ArrayRules()
        rules.minimumCount = count("minItems", in: schema, or: 0)
        rules.maximumCount = count("maxItems", in: schema, or: .max)
        rules.isUnique = schema["uniqueItems"] == true
        try compileItems(of: schema, at: scope, into: &rules)
        if let value = value(of: "contains", in: schema, at: scope) {
            rules.contains = try self.node(for: value, at: scope.below("contains"))
            let vocabulary = store.vocabulary(of: scope)
            if vocabulary.dialect.isLater {
                rules.minimumContained = count("minContains", in: schema, or: 1)
                rules.maximumContained = count("maxContains", in: schema, or: .max)
            }
            rules.containsEvaluates = vocabulary.dialect == .draft202012
        }
        node.array = Int32(parts.arrays.count)
        parts.arrays.append(rules)
    }

    private mutating func compileItems(
        of schema: JSONObject, at scope: SchemaScope, into rules: inout ArrayRules
    ) throws(SchemaError) {
        if store.vocabulary(of: scope).dialect == .draft202012 {
            rules.firstKeyword = "prefixItems"
            rules.restKeyword = "items"
        }
        guard let schemas = schema[rules.firstKeyword]?.array else {
            if let value = schema["items"] { rules.items = .all(try node(for: value, at: scope.below("items"))) }
            return
        }
        var nodes: [NodeID] = []
        for (index, value) in schemas.enumerated() {
            nodes.append(try node(for: value, at: scope.below(rules.firstKeyword, String(index))))
            if let value = value["default"], fillsDefaults(of: scope) { rules.defaults.append((index, value)) }
        }
        guard let rest = schema[rules.restKeyword] else { return rules.items = .each(nodes, rest: .allowed) }
        rules.items = .each(nodes, rest: .schema(try node(for: rest, at: scope.below(rules.restKeyword))))
    }
}
