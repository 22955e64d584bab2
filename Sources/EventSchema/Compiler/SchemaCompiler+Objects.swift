extension SchemaCompiler {
    mutating func compileObjectRules(
        of schema: JSONObject, at scope: SchemaScope, into node: inout Node
    ) throws(SchemaError) {
        let keywords = [
            "properties", "required", "patternProperties", "additionalProperties", "propertyNames", "dependencies",
            "dependentRequired", "dependentSchemas", "minProperties", "maxProperties",
        ]
        guard keywords.contains(where: { schema.position(of: $0) != nil }) else { return }
        var rules = ObjectRules()
        rules.minimumCount = count("minProperties", in: schema, or: 0)
        rules.maximumCount = count("maxProperties", in: schema, or: .max)
        try compileNames(of: schema, at: scope, into: &rules)
        for (source, value) in schema["patternProperties"]?.object ?? [:] {
            let scope = scope.below("patternProperties", source)
            rules.patterns.append((try pattern(source, at: scope), try self.node(for: value, at: scope)))
        }
        // One that allows everything has no effect, but that from draft 2019-09 on it evaluates everything.
        let isLater = store.vocabulary(of: scope).dialect.isLater
        if let value = schema["additionalProperties"], value != true || isLater {
            let schema = try self.node(for: value, at: scope.below("additionalProperties"))
            rules.additional = value == false ? .refused(schema) : .schema(schema)
        }
        if let value = value(of: "propertyNames", in: schema, at: scope) {
            rules.nameSchema = try self.node(for: value, at: scope.below("propertyNames"))
        }
        for keyword in ["dependencies", "dependentRequired", "dependentSchemas"] {
            for (name, value) in self.value(of: keyword, in: schema, at: scope)?.object ?? [:] {
                let dependency = try dependency(value, at: scope.below(keyword, name))
                rules.dependencies.append(.init(keyword: keyword, name: name, demand: dependency))
            }
        }
        node.object = Int32(parts.objects.count)
        parts.objects.append(rules)
    }

    /// Gives every name in `properties` and `required` a number.
    private mutating func compileNames(
        of schema: JSONObject, at scope: SchemaScope, into rules: inout ObjectRules
    ) throws(SchemaError) {
        let declared = schema["properties"]?.object ?? [:]
        rules.required = schema["required"]?.array?.compactMap(\.string) ?? []
        let further = rules.required.filter { declared.position(of: $0) == nil }
        rules.names = NameTable(Array(declared.names) + further)
        rules.declared = Array(0..<declared.count)
        rules.properties = Array(repeating: -1, count: rules.names.names.count)
        for (number, (name, value)) in declared.enumerated() {
            rules.properties[number] = try node(for: value, at: scope.below("properties", name))
            if let value = value["default"], fillsDefaults(of: scope) { rules.defaults.append((name, value)) }
        }
    }

    private mutating func dependency(
        _ value: JSONValue, at scope: SchemaScope
    ) throws(SchemaError) -> ObjectRules.Dependency.Demand {
        if let names = value.array { return .names(names.compactMap(\.string)) }
        return .schema(try node(for: value, at: scope))
    }
}
